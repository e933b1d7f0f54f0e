import type { ComponentType, ReactNode } from 'react';
import { useLate } from '#src/providers/loading/use-late.ts';

interface LatePartProps<Props> {
  /** Fetches the component; the same function at every render. */
  readonly load: () => Promise<ComponentType<Props>>;
  /** What the component is given. */
  readonly props: Props;
  /** Stands in its place while it is on its way. */
  readonly waiting?: ReactNode;
  /** Stands in its place when it could not be fetched; without it that is the failure of the whole screen (§8). */
  readonly missing?: (retry: () => void) => ReactNode;
}

/**
 * A component whose code is fetched when it is shown. Where it does not come, it is asked for again when the connection
 * is back and whenever it is shown anew (docs/decisions/0021-lazy-loading.md).
 * @throws LoadError while rendering, for the error boundary of the route, when it is missing and nothing stands for it
 */
export function LatePart<Props extends object>({ load, props, waiting, missing }: LatePartProps<Props>) {
  const late = useLate(load);
  if (late.state === 'asked') return waiting;
  if (late.state === 'there') return <late.part {...props} />;
  if (!missing) throw late.error;
  return missing(late.retry);
}
