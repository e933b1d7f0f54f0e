import { Outlet } from 'react-router-dom';
import { ScreenFrame } from './screen-frame.tsx';

/** The screens that anyone may see (§2). */
export function PublicScreens() {
  return (
    <ScreenFrame>
      <Outlet />
    </ScreenFrame>
  );
}
