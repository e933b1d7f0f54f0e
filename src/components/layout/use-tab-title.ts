import { useLayoutEffect } from 'react';

/** Sets the browser tab's title, from the innermost part to the service, in the same moment as the content appears. */
export function useTabTitle(parts: readonly (string | undefined)[]): void {
  const title = parts.filter((part) => part !== undefined).join(' · ');
  useLayoutEffect(() => {
    document.title = title;
  }, [title]);
}
