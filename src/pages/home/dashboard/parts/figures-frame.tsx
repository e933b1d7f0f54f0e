import type { ReactNode } from 'react';
import { RetryButton } from '#src/components/retry/retry-button.tsx';
import { useErrorText } from '#src/hooks/use-error-text.ts';
import styles from '../dashboard.module.css';
import type { Reading } from './reading.ts';

interface FiguresFrameProps<Figures> {
  readonly reading: Reading<Figures>;
  readonly emptyText: string;
  /** The error text: what could not be loaded, and why. */
  readonly failureText: (message: string) => string;
  readonly children: (figures: Figures) => ReactNode;
}

export function FiguresSkeleton() {
  return (
    <div className={styles.loading} aria-busy="true" aria-hidden="true">
      <div className={styles.tiles}>
        {['a', 'b', 'c', 'd'].map((tile) => (
          <div key={tile} className={`skeleton ${styles.tileSkeleton ?? ''}`} />
        ))}
      </div>
      <div className={`skeleton ${styles.cardSkeleton ?? ''}`} />
      <div className={`skeleton ${styles.cardSkeleton ?? ''}`} />
    </div>
  );
}

/** The figures, their placeholder while they load, or the reason for their absence (design §5). */
function FiguresContent<Figures>({ reading, emptyText, failureText, children }: FiguresFrameProps<Figures>) {
  const errorText = useErrorText();
  if (reading.state === 'loading') return <FiguresSkeleton />;
  if (reading.state === 'failed') {
    return (
      <div className={styles.failure}>
        <p>{failureText(errorText(reading.error))}</p>
        <RetryButton onRetry={reading.retry} />
      </div>
    );
  }
  return reading.figures ? children(reading.figures) : <p className={styles.empty}>{emptyText}</p>;
}

/** The frame of the figures. It takes the focus when 'Riprova' disappears (design §5). */
export function FiguresFrame<Figures>(props: FiguresFrameProps<Figures>) {
  return (
    <div className={styles.figures} tabIndex={-1}>
      <FiguresContent {...props} />
    </div>
  );
}
