import { useEffect, useState } from 'react';

/** How long nothing is typed before it is looked for, in ms. */
const PAUSE_MS = 400;

/** What was typed, once nothing more is typed for a while. */
export function useSettled(typed: string): string {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return settled;
}
