import { useEffect } from 'react';

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** While a command is under way the browser asks before it closes or reloads the page. */
export function useUnloadGuard(isUnderWay: boolean): void {
  useEffect(() => {
    if (!isUnderWay) return undefined;
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isUnderWay]);
}
