import { useVisit } from '#src/hooks/use-visit.ts';
import { EndOfDay } from './end-of-day.tsx';

/** Chiusura di giornata: what a store has sold on a day, by user. */
export function Component() {
  return <EndOfDay key={useVisit()} />;
}
