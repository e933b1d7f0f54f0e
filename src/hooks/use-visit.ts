import { useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

/**
 * A key for a screen whose state Refine keeps in the URL, and reads from there only when the screen opens: it changes
 * with every way onto the screen, by a link, Back or Forward, and not when the list itself rewrites the URL.
 */
export function useVisit(): string {
  const { key } = useLocation();
  const isRewritten = useNavigationType() === NavigationType.Replace;
  const [visit, setVisit] = useState(key);
  if (!isRewritten && visit !== key) setVisit(key);
  return visit;
}
