import { useEffect, useEffectEvent, useLayoutEffect } from 'react';

/** Listens to an event of the document while `isOn`, with `capture` before the elements of the page. */
export function useDocumentEvent<Type extends keyof DocumentEventMap>(
  type: Type,
  listener: (event: DocumentEventMap[Type]) => void,
  { isOn = true, capture = false } = {},
): void {
  const hear = useEffectEvent(listener);
  useEffect(() => {
    if (!isOn) return undefined;
    const ended = new AbortController();
    document.addEventListener(type, (event) => hear(event), { capture, signal: ended.signal });
    return () => ended.abort();
  }, [type, isOn, capture]);
}

const wearers = new Map<string, number>();

function countWearers(name: string, change: 1 | -1): void {
  const count = (wearers.get(name) ?? 0) + change;
  wearers.set(name, count);
  document.body.classList.toggle(name, count > 0);
}

/** Gives the body a class for the style sheet while any component wants it. */
export function useBodyClass(name: 'has-dialog' | 'awaits-screen', isOn = true): void {
  useLayoutEffect(() => {
    if (!isOn) return undefined;
    countWearers(name, 1);
    return () => countWearers(name, -1);
  }, [name, isOn]);
}
