import { useEffect, useState } from 'react';

/** Pause in the typing before a search starts, in ms. */
const PAUSE_MS = 400;

/** The typed text, updated after a pause in the typing. */
export function useDebouncedValue(typed: string): string {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return settled;
}
