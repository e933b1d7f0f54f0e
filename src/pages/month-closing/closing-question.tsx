import { useTranslate } from '@refinedev/core';
import { Alert, Button } from 'antd';
import { useRef, useState } from 'react';
import { closeMonth } from '#contract/calls/admin/closings.ts';
import type { MonthFigures } from '#contract/entities/admin/closing.ts';
import { formatMonth } from '#contract/rules/dates.ts';
import { toWire } from '#contract/rules/money.ts';
import type { Id } from '#contract/wire.ts';
import { ActionButton } from '#src/components/action-button/action-button.tsx';
import { DetailCard } from '#src/components/detail-card/detail-card.tsx';
import { Dialog } from '#src/components/dialog/dialog.tsx';
import { useFocusWhenShown } from '#src/components/focus/use-focus-when-shown.ts';
import { useCommand } from '#src/hooks/use-command.ts';
import { useErrorText } from '#src/hooks/use-error-text.ts';
import { useNotify } from '#src/hooks/use-notify.ts';
import { type ApiError, toApiError } from '#src/providers/http/api-error.ts';
import { figureDetails } from './figure-details.tsx';
import styles from './month-closing.module.css';

/** A month that can be closed: of a health authority, of one business or of all. */
export interface Closable {
  readonly aslId: Id;
  readonly businessId?: Id;
  readonly month: string;
  /** Of the business, or of the authority. */
  readonly name: string;
  readonly figures: MonthFigures;
}

interface QuestionProps {
  readonly closable: Closable;
  readonly failure: ApiError | null;
  readonly isBusy: boolean;
  readonly onYes: () => void;
  readonly onNo: () => void;
}

function Question({ closable, failure, isBusy, onYes, onNo }: QuestionProps) {
  const translate = useTranslate();
  const errorText = useErrorText();
  const cancel = useRef<HTMLButtonElement>(null);
  useFocusWhenShown(cancel);
  return (
    <div className={styles.screen}>
      <DetailCard title={closable.name} details={figureDetails(closable.figures, translate)} />
      <p>{translate('month-closing:question')}</p>
      <div aria-live="assertive">
        {failure && !failure.shown && <Alert type="error" showIcon message={errorText(failure)} />}
      </div>
      <div className={styles.buttons}>
        <Button ref={cancel} disabled={isBusy} onClick={onNo}>
          {translate('common:cancel')}
        </Button>
        <ActionButton type="primary" loading={isBusy} onClick={onYes}>
          {translate('month-closing:closeMonth')}
        </ActionButton>
      </div>
    </div>
  );
}

interface ClosingQuestionProps {
  /** Undefined while nothing is asked. */
  readonly closable: Closable | undefined;
  readonly onClose: () => void;
  /** Called after a success or a refusal, because the data on the screen may be old. */
  readonly onDone: () => void;
}

/** Shows the figures and asks before a month is closed. A closed month cannot be opened again. */
export function ClosingQuestion({ closable, onClose, onDone }: ClosingQuestionProps) {
  const translate = useTranslate();
  const { notify } = useNotify();
  const { run, isRunning } = useCommand(closeMonth);
  const [failure, setFailure] = useState<ApiError | null>(null);

  function leave(): void {
    setFailure(null);
    onClose();
  }

  async function close({ aslId, businessId, month, figures }: Closable): Promise<void> {
    setFailure(null);
    try {
      const { orders, rejections } = figures;
      const body = {
        aslId: Number(aslId),
        month,
        ...(businessId !== undefined && { businessId: Number(businessId) }),
        shown: {
          controlTotal: figures.controlTotal,
          ordersAmount: toWire(orders.amount),
          rejectionsAmount: toWire(rejections.amount),
        },
      };
      const { row } = await run({ body });
      const { controlTotal } = row.figures;
      notify({ kind: 'success', title: translate('month-closing:done', { controlTotal }) });
      leave();
    } catch (thrown) {
      setFailure(toApiError(thrown));
    }
    onDone();
  }

  return (
    <Dialog
      isOpen={closable !== undefined}
      isBusy={isRunning}
      title={closable ? translate('month-closing:questionTitle', { month: formatMonth(closable.month) }) : ''}
      onClose={leave}
    >
      {closable && (
        <Question
          closable={closable}
          failure={failure}
          isBusy={isRunning}
          onYes={() => void close(closable)}
          onNo={leave}
        />
      )}
    </Dialog>
  );
}
