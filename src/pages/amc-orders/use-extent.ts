import { useSearchParams } from 'react-router-dom';
import type { Extent } from './orderable-purchases.ts';

const PAGE = 'page';
const ALL = 'all';

function extentOf(value: string | null): Extent {
  if (value === ALL) return ALL;
  return /^[1-9]\d{0,5}$/.test(value ?? '') ? Number(value) : 1;
}

/** Shows another extent; one that replaces the present leaves no way back to it. */
export type TurnToExtent = (extent: Extent, how?: { readonly replace: boolean }) => void;

/** Which page of the list shows, or all of it; it lives in the URL beside the period (design §5). */
export function useExtent(): readonly [Extent, TurnToExtent] {
  const [params, setParams] = useSearchParams();
  return [
    extentOf(params.get(PAGE)),
    (extent, how) =>
      setParams((last) => {
        const next = new URLSearchParams(last);
        if (extent === 1) next.delete(PAGE);
        else next.set(PAGE, String(extent));
        return next;
      }, how),
  ];
}
