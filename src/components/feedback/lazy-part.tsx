import { type ComponentType, type ReactNode, useEffect } from 'react';
import { beginLoading } from '#src/providers/loading/loading-store.ts';
import { useLazy } from '#src/providers/loading/load-lazy.ts';
import { useBodyClass } from '../plain/page-hooks.ts';

interface LazyPartProps<Props> {
  /** Fetches the component; the same function at every render. */
  readonly load: () => Promise<ComponentType<Props>>;
  readonly props: Props;
  /** Shown while the code loads. */
  readonly waiting?: ReactNode;
  /** Shown when the code could not be loaded, with 'Riprova'. */
  readonly failed: (retry: () => void) => ReactNode;
}

/**
 * A component whose code loads when it is shown, because it needs a library that the rest of the screen does not. A
 * failed load is repeated when the connection is back and when the component is shown again
 * (docs/decisions/0021-lazy-loading.md).
 */
export function LazyPart<Props extends object>({ load, props, waiting, failed }: LazyPartProps<Props>) {
  const lazy = useLazy(load);
  if (lazy.state === 'pending') return waiting;
  if (lazy.state === 'loaded') return <lazy.part {...props} />;
  return failed(lazy.retry);
}

/** Renders nothing: the global spinner shows (§2). */
export function Loading() {
  useEffect(beginLoading, []);
  return null;
}

/** In place of a screen that is not there yet. The footer is not shown, because it would jump away. */
export function ScreenLoading() {
  useBodyClass('awaits-screen');
  return <Loading />;
}

/**
 * A screen, with code that loads on demand. A failure fails the whole screen (§8).
 * @throws LoadError while rendering, for the route's error boundary
 */
export function LazyScreen({ load }: { readonly load: () => Promise<ComponentType> }) {
  const lazy = useLazy(load);
  if (lazy.state === 'failed') throw lazy.error;
  return lazy.state === 'loaded' ? <lazy.part /> : <ScreenLoading />;
}
