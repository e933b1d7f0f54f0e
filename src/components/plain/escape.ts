import { useEffect, useEffectEvent } from 'react';

/** What lies over what, from below: alerts, what a screen opens, and the browser's own modal dialogs. */
const LAYERS = ['alerts', 'screen', 'top'] as const;

interface Ender {
  readonly layer: (typeof LAYERS)[number];
  /** Null: it ends by itself, or stays. */
  readonly end: () => (() => void) | null;
}

/** Everything that Esc may end, the newest last. */
const enders: Ender[] = [];

/** antd's open lists, menus and calendars, which close themselves. A closed one stays in the page, at first while it fades. */
const OPEN_LIST = [
  '[role="combobox"][aria-expanded="true"]',
  ...['.ant-picker-dropdown', '.ant-dropdown'].map(
    (list) => `${list}:not(${list}-hidden, .ant-slide-up-leave, .ant-slide-down-leave)`,
  ),
].join();

function topmost(): Ender | undefined {
  const layer = LAYERS.findLast((one) => enders.some((ender) => ender.layer === one));
  return enders.findLast((ender) => ender.layer === layer);
}

function endTopmost(event: KeyboardEvent): void {
  if (event.key !== 'Escape') return;
  // A held key has ended something already, and while a word is composed, Esc ends that.
  const isSpent = event.repeat || event.isComposing;
  const ender = isSpent ? undefined : topmost();
  if (!isSpent && ender?.layer !== 'top' && document.querySelector(OPEN_LIST)) return;
  const end = ender?.end() ?? null;
  if (!isSpent && !end) return;
  event.preventDefault();
  event.stopPropagation();
  end?.();
}

document.addEventListener('keydown', endTopmost, { capture: true });

interface EscapeOptions {
  readonly isOn?: boolean;
  readonly layer?: Ender['layer'];
}

/**
 * Lets Esc end something while `isOn`. One press ends one thing, the topmost: the newest of the highest layer (design §5).
 * @param end null for what Esc does not end, or what the browser ends; nothing below it ends then
 */
export function useEscape(end: (() => void) | null, { isOn = true, layer = 'screen' }: EscapeOptions = {}): void {
  const current = useEffectEvent(() => end);
  useEffect(() => {
    if (!isOn) return undefined;
    const ender: Ender = { layer, end: () => current() };
    enders.push(ender);
    return () => void enders.splice(enders.indexOf(ender), 1);
  }, [isOn, layer]);
}
