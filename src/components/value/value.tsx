import type { ReactNode } from 'react';

interface ValueProps {
  readonly text: string;
  readonly className?: string | undefined;
}

/**
 * A value from the data, as the only text of its element: two texts side by side may be translated as one. The browser's
 * translation must leave figures, dates and codes as they are (design §5).
 */
export function Value({ text, className }: ValueProps) {
  return (
    <span className={className} translate={/\d/.test(text) ? 'no' : undefined}>
      {text}
    </span>
  );
}

/** A text or number as a `Value`, and anything else as it is. */
export function asValue(value: ReactNode): ReactNode {
  return typeof value === 'string' || typeof value === 'number' ? <Value text={String(value)} /> : value;
}
