import { useTranslate } from '@refinedev/core';
import { Link } from 'react-router-dom';
import { paths } from '#src/providers/paths.ts';
import { publicFile } from '#src/providers/public-file.ts';
import { useIsSignedIn } from '#src/providers/session/tokens.ts';
import './header.css';
import { MainNavigation } from './main-navigation.tsx';
import { SignInButton } from './sign-in-button.tsx';
import { SlimBar } from './slim-bar.tsx';
import { UserMenu } from './user-menu.tsx';

function ServiceMark() {
  const translate = useTranslate();
  return (
    <Link className="service" to={paths.home}>
      <img className="service__mark" src={publicFile('/icons/mark.svg')} alt="" width="44" height="44" />
      <span>
        <span className="service__name">{translate('common:service.name')}</span>
        <span className="service__tagline">{translate('common:service.tagline')}</span>
      </span>
    </Link>
  );
}

/** 'Accedi', or the signed-in user (§2). */
function SessionArea() {
  return useIsSignedIn() ? <UserMenu /> : <SignInButton />;
}

/** The header of every screen: slim bar, service, user, menu (§2). */
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
