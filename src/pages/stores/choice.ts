import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

/**
 * Navigation state of a choice of a store: the panel takes the focus then, but not after a reload or on the way back.
 */
export const CHOICE = { isChoice: true } as const;

function isChoiceState(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isChoice' in state;
}

/** A key of the current choice of a store; null if the user arrived in another way. */
export function useSelectionKey(): string | null {
  const location = useLocation();
  const navigationType = useNavigationType();
  return navigationType !== NavigationType.Pop && isChoiceState(location.state) ? location.key : null;
}
