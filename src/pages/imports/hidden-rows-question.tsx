import { useTranslate } from '@refinedev/core';
import { formatCount } from '#contract/rules/numbers.ts';
import { ActionButton } from '#src/components/action-button/action-button.tsx';
import styles from './imports.module.css';

interface HiddenRowsQuestionProps {
  readonly count: number;
  readonly isSending: boolean;
  readonly onLeaveOut: () => void;
  /** Undefined if this page did not send the file. */
  readonly onRead: (() => void) | undefined;
}

/** Asks whether the hidden rows of a sheet are meant too. */
export function HiddenRowsQuestion({ count, isSending, onLeaveOut, onRead }: HiddenRowsQuestionProps) {
  const translate = useTranslate();
  const label = (key: string) => translate(`admin-imports:hidden.${key}`, { rows: formatCount(count) });
  return (
    <div role="group" aria-label={translate('admin-imports:facts.hiddenRows')} className={styles.question}>
      <p>
        {label('question')} {onRead === undefined && label('readElsewhere')}
      </p>
      <div className={styles.buttons}>
        {onRead && (
          <ActionButton loading={isSending} onClick={onRead}>
            {label('read')}
          </ActionButton>
        )}
        <ActionButton onClick={onLeaveOut}>{label('leaveOut')}</ActionButton>
      </div>
    </div>
  );
}
