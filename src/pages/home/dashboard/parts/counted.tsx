import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

interface CountedProps {
  /** The URL of the list of the counted items; undefined if no filter shows just these. */
  readonly to: string | undefined;
  readonly children: ReactNode;
}

/** A figure or its name, as a link to the list of the counted items. */
export function Counted({ to, children }: CountedProps) {
  return to === undefined ? children : <Link to={to}>{children}</Link>;
}
