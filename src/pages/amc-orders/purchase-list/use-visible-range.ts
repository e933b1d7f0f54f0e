import { type RefObject, type UIEvent, useEffect, useState } from 'react';

/** Height of a row in px, the same as in the style sheet. */
export const ROW_HEIGHT = 44;

/** Rows rendered above and below the visible ones. */
const SPARE_ROWS = 6;
/** Height of the list in px before it is measured. */
const UNKNOWN_HEIGHT = 560;

/** The rendered rows, from `first` to `end`, without `end`. */
export interface VisibleRange {
  readonly first: number;
  readonly end: number;
}

interface VisibleRows {
  readonly range: VisibleRange;
  readonly onScroll: (event: UIEvent<HTMLElement>) => void;
}

/** The visible part of a long list with some spare rows. Other rows are not rendered. */
export function useVisibleRange(list: RefObject<HTMLElement | null>, count: number): VisibleRows {
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
    range: {
      first: Math.max(0, top - SPARE_ROWS),
      end: Math.min(count, top + Math.ceil(height / ROW_HEIGHT) + SPARE_ROWS),
    },
    onScroll: ({ currentTarget }) => setTopRow(Math.floor(currentTarget.scrollTop / ROW_HEIGHT)),
  };
}
