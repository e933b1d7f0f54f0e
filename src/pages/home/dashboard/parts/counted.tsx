import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

interface CountedProps {
  /** Where what was counted is listed; absent where no list shows just that. */
  readonly to: string | undefined;
  readonly children: ReactNode;
}

/** A figure, or the name of one, that leads to the list of what it counts. */
export function Counted({ to, children }: CountedProps) {
  return to === undefined ? children : <Link to={to}>{children}</Link>;
}
