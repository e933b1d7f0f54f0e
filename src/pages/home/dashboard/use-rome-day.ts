import { useSyncExternalStore } from 'react';
import { now, today } from '#contract/rules/clock.ts';
import { type Day, endOfDay } from '#contract/rules/dates.ts';

/** Calls back at midnight in Rome, and when the page becomes visible again. */
function subscribe(onChange: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    timer = setTimeout(onMidnight, endOfDay(today()).getTime() - now().getTime());
  };
  const onMidnight = () => {
    onChange();
    wait();
  };
  wait();
  document.addEventListener('visibilitychange', onChange);
  window.addEventListener('focus', onChange);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', onChange);
    window.removeEventListener('focus', onChange);
  };
}

/** Today in Europe/Rome, also after midnight in an open page. */
export function useRomeDay(): Day {
  return useSyncExternalStore(subscribe, today);
}
