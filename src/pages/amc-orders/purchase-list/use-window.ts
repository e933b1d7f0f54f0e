import { type RefObject, type UIEvent, useEffect, useState } from 'react';

/** Every row is as high as this, in px; the style sheet has the same number. */
export const ROW_HEIGHT = 44;

/** Rows kept ready beyond the visible ones, above and below. */
const SPARE_ROWS = 12;
/** Taken for the height of the list before it has one, in px. */
const UNKNOWN_HEIGHT = 560;

/** The rows that are on the page: from `first` up to, not including, `end`. */
export interface Window {
  readonly first: number;
  readonly end: number;
}

interface WindowedList {
  readonly window: Window;
  readonly onScroll: (event: UIEvent<HTMLElement>) => void;
}

/** The part of a long list that is in sight, with some spare rows; the rest is not on the page at all. */
export function useWindow(list: RefObject<HTMLElement | null>, count: number): WindowedList {
  const [topRow, setTopRow] = useState(0);
  const [height, setHeight] = useState(UNKNOWN_HEIGHT);

  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setHeight(element.clientHeight || UNKNOWN_HEIGHT));
    observer.observe(element);
    return () => observer.disconnect();
  }, [list]);

  const lastTop = Math.max(0, count - Math.ceil(height / ROW_HEIGHT));
  const top = Math.min(topRow, lastTop);
  return {
    window: {
      first: Math.max(0, top - SPARE_ROWS),
      end: Math.min(count, top + Math.ceil(height / ROW_HEIGHT) + SPARE_ROWS),
    },
    onScroll: ({ currentTarget }) => setTopRow(Math.floor(currentTarget.scrollTop / ROW_HEIGHT)),
  };
}
