import { type ComponentType, type ReactNode, useEffect } from 'react';
import { beginLoading } from '#src/providers/loading/loading-store.ts';
import { useLazy } from '#src/providers/loading/use-lazy.ts';

interface LazyPartProps<Props> {
  /** Fetches the component; the same function at every render. */
  readonly load: () => Promise<ComponentType<Props>>;
  readonly props: Props;
  /** Shown while the code loads. */
  readonly waiting?: ReactNode;
  /** Shown when the code could not be loaded. Without it the whole screen fails (§8). */
  readonly failed?: (retry: () => void) => ReactNode;
}

/**
 * A component whose code loads when it is shown. A failed load is repeated when the connection is back and when the
 * component is shown again (docs/decisions/0021-lazy-loading.md).
 * @throws LoadError while rendering, for the route's error boundary, if the load fails and there is no `failed`
 */
export function LazyPart<Props extends object>({ load, props, waiting, failed }: LazyPartProps<Props>) {
  const lazy = useLazy(load);
  if (lazy.state === 'pending') return waiting;
  if (lazy.state === 'loaded') return <lazy.part {...props} />;
  if (!failed) throw lazy.error;
  return failed(lazy.retry);
}

/** Renders nothing: the global spinner shows (§2). */
export function Loading() {
  useEffect(beginLoading, []);
  return null;
}

/** A component without properties, with code that loads on demand. A failure fails the whole screen (§8). */
export function LazyScreen({ load }: { readonly load: () => Promise<ComponentType> }) {
  return <LazyPart load={load} props={{}} waiting={<Loading />} />;
}
