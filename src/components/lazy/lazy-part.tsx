import { type ComponentType, type ReactNode, useEffect } from 'react';
import { beginLoading } from '#src/providers/loading/loading-store.ts';
import { useLazy } from '#src/providers/loading/use-lazy.ts';

interface LazyPartProps<Props> {
  /** Fetches the component; the same function at every render. */
  readonly load: () => Promise<ComponentType<Props>>;
  /** What the component is given. */
  readonly props: Props;
  /** Stands in its place while it is on its way. */
  readonly waiting?: ReactNode;
  /** Stands in its place when it could not be fetched; without it that is the failure of the whole screen (§8). */
  readonly failed?: (retry: () => void) => ReactNode;
}

/**
 * A component whose code is fetched when it is shown. Where it does not come, it is asked for again when the connection
 * is back and whenever it is shown anew (docs/decisions/0021-lazy-loading.md).
 * @throws LoadError while rendering, for the error boundary of the route, when it could not be fetched and nothing stands for it
 */
export function LazyPart<Props extends object>({ load, props, waiting, failed }: LazyPartProps<Props>) {
  const lazy = useLazy(load);
  if (lazy.state === 'pending') return waiting;
  if (lazy.state === 'loaded') return <lazy.part {...props} />;
  if (!failed) throw lazy.error;
  return failed(lazy.retry);
}

/** The global spinner shows meanwhile (§2). */
function Loading() {
  useEffect(beginLoading, []);
  return null;
}

/** A component without properties, whose code comes late; a failure is the whole screen's (§8). */
export function LazyScreen({ load }: { readonly load: () => Promise<ComponentType> }) {
  return <LazyPart load={load} props={{}} waiting={<Loading />} />;
}
