import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { asValue } from '#src/components/value/value.tsx';

interface CountedProps {
  /** The URL of the list of the counted items; undefined if no filter shows just these. */
  readonly to: string | undefined;
  readonly children: ReactNode;
}

/** A figure or its name, as a link to the list of the counted items. */
export function Counted({ to, children }: CountedProps) {
  const shown = asValue(children);
  return to === undefined ? shown : <Link to={to}>{shown}</Link>;
}
