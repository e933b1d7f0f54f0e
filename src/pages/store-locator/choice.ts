import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

/** Travels with a navigation that chooses a store, so that the panel takes the focus then, and not on a reload or on the way back. */
export const CHOICE = { isChoice: true } as const;

function isChoiceState(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isChoice' in state;
}

/** Tells one choice of a store from the next; null where the user came here in another way. */
export function useChoiceMark(): string | null {
  const location = useLocation();
  const navigationType = useNavigationType();
  return navigationType !== NavigationType.Pop && isChoiceState(location.state) ? location.key : null;
}
