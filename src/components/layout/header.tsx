import './header.css';
import { MainNavigation } from './main-navigation.tsx';
import { ServiceMark } from './service-mark.tsx';
import { SessionArea } from './session-area.tsx';
import { SlimBar } from './slim-bar.tsx';

/** The head of every screen: slim bar, service, user, menu (§2). */
export function Header() {
  return (
    <header className="header">
      <SlimBar />
      <div className="header__inner app__inner">
        <ServiceMark />
        <SessionArea />
      </div>
      <MainNavigation />
    </header>
  );
}
