import { Children, type ReactNode } from 'react';
import { NavLink } from 'react-router-dom';

interface NavigationLinkProps {
  readonly path: string;
  readonly label: string;
  /** The entries below this one. */
  readonly children?: ReactNode;
}

/** An entry of the main menu; the one of the screen that is shown carries `aria-current`. */
export function NavigationLink({ path, label, children }: NavigationLinkProps) {
  return (
    <li className="navigation__item">
      <NavLink className="navigation__link" to={path} end>
        {label}
      </NavLink>
      {Children.count(children) > 0 && <ul className="navigation__sublist">{children}</ul>}
    </li>
  );
}
