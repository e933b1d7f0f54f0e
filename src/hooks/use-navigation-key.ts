import { useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

/**
 * A key that changes at each navigation to the screen (link, Back, Forward), but not when the list rewrites its URL.
 * Refine reads the list's state from the URL only when the screen mounts.
 */
export function useNavigationKey(): string {
  const { key } = useLocation();
  const isRewritten = useNavigationType() === NavigationType.Replace;
  const [shownKey, setShownKey] = useState(key);
  if (!isRewritten && shownKey !== key) setShownKey(key);
  return shownKey;
}
