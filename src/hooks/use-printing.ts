import { useEffect, useEffectEvent } from 'react';
import { flushSync } from 'react-dom';

/** Tells when the browser begins to print, and when it has done so; what is then set is on the paper. */
export function usePrinting(onChange: (isPrinting: boolean) => void): void {
  const tell = useEffectEvent(onChange);
  useEffect(() => {
    const begin = () => flushSync(() => tell(true));
    const end = () => tell(false);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
}
