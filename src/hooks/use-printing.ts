import { useEffect, useEffectEvent } from 'react';
import { flushSync } from 'react-dom';

/** Calls back before and after printing. State set in the callback is printed. */
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
