import { type ComponentType, useEffect } from 'react';
import { beginLoading } from '#src/providers/loading/loading-store.ts';
import { LazyPart } from './lazy-part.tsx';

/** The global spinner shows meanwhile (§2). */
function Loading() {
  useEffect(beginLoading, []);
  return null;
}

/** A component without properties, whose code comes late; a failure is the whole screen's (§8). */
export function LazyScreen({ load }: { readonly load: () => Promise<ComponentType> }) {
  return <LazyPart load={load} props={{}} waiting={<Loading />} />;
}
