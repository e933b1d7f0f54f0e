import { useTranslate } from '@refinedev/core';

interface PageTurnerProps {
  /** From 0. */
  readonly page: number;
  readonly pageCount: number;
  /** Whether the first page follows the last. */
  readonly rewinds?: boolean;
  readonly onTurn: (step: 1 | -1) => void;
}

const ARROWS = { '-1': 'm15.4 5.4-1.4-1.4-8 8 8 8 1.4-1.4L8.8 12Z', '1': 'm8.6 18.6 1.4 1.4 8-8-8-8-1.4 1.4 6.6 6.6Z' };

/**
 * Buttons for the previous and the next page, with the current page between them. Screen readers announce its changes.
 */
export function PageTurner({ page, pageCount, rewinds = false, onTurn }: PageTurnerProps) {
  const translate = useTranslate();
  if (pageCount < 2) return null;

  function button(step: 1 | -1, label: string) {
    const isEnd = !rewinds && (step === 1 ? page === pageCount - 1 : page === 0);
    return (
      <button
        type="button"
        className="page-turner__button"
        aria-label={label}
        aria-disabled={isEnd}
        onClick={() => {
          if (!isEnd) onTurn(step);
        }}
      >
        <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">
          <path fill="currentcolor" d={ARROWS[step]} />
        </svg>
      </button>
    );
  }

  return (
    <div className="page-turner">
      {button(-1, translate('store-locator:pages.previous'))}
      <p role="status">{translate('store-locator:pages.position', { page: page + 1, pages: pageCount })}</p>
      {button(1, translate('store-locator:pages.next'))}
    </div>
  );
}
