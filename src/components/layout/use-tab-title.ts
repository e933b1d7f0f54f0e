import { useLayoutEffect } from 'react';

/** Names something in the browser's tab, from its inmost part to the service, in the same moment as it appears. */
export function useTabTitle(parts: readonly (string | undefined)[]): void {
  const title = parts.filter((part) => part !== undefined).join(' · ');
  useLayoutEffect(() => {
    document.title = title;
  }, [title]);
}
