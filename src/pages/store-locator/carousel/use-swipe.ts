import { type PointerEvent, useRef } from 'react';

/** The swipe that turns a page, in px. */
const THRESHOLD_PX = 48;

type Handler = (event: PointerEvent<HTMLElement>) => void;

interface SwipeHandlers {
  readonly onPointerDown: Handler;
  readonly onPointerMove: Handler;
  readonly onPointerUp: Handler;
  readonly onPointerCancel: Handler;
}

function shift({ currentTarget }: PointerEvent<HTMLElement>, distance: number): void {
  currentTarget.style.setProperty('--drag', `${distance}px`);
}

/** Turns pages by finger or pen. The cards follow it through the CSS variable `--drag`. A mouse uses the buttons. */
export function useSwipe(onTurn: (step: 1 | -1) => void): SwipeHandlers {
  const start = useRef<{ readonly pointer: number; readonly x: number } | null>(null);

  function distanceOf({ pointerId, clientX }: PointerEvent): number | null {
    return start.current?.pointer === pointerId ? clientX - start.current.x : null;
  }

  function end(event: PointerEvent<HTMLElement>): number | null {
    const distance = distanceOf(event);
    if (distance === null) return null;
    start.current = null;
    shift(event, 0);
    return distance;
  }

  return {
    onPointerDown: ({ pointerType, pointerId, clientX }) => {
      if (pointerType !== 'mouse') start.current = { pointer: pointerId, x: clientX };
    },
    onPointerMove: (event) => {
      const distance = distanceOf(event);
      if (distance !== null) shift(event, distance);
    },
    onPointerUp: (event) => {
      const distance = end(event) ?? 0;
      if (Math.abs(distance) >= THRESHOLD_PX) onTurn(distance < 0 ? 1 : -1);
    },
    onPointerCancel: (event) => void end(event),
  };
}
