import { useNavigationKey } from '#src/hooks/use-navigation-key.ts';
import { EndOfDay } from './end-of-day.tsx';

/** Chiusura di giornata: the sales of a store on a day, by user. */
export function Component() {
  return <EndOfDay key={useNavigationKey()} />;
}
