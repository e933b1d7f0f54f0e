import { useTranslate } from '@refinedev/core';
import { useState } from 'react';
import { closeMonth } from '#contract/calls/admin/closings.ts';
import type { MonthFigures } from '#contract/entities/admin/closing.ts';
import { formatMonth } from '#contract/rules/dates.ts';
import { toWire } from '#contract/rules/money.ts';
import type { Id } from '#contract/wire.ts';
import { ConfirmDialog } from '#src/components/command-dialogs/confirm-dialog.tsx';
import { DetailCard } from '#src/components/detail-card/detail-card.tsx';
import { useCommand } from '#src/hooks/use-command.ts';
import { useErrorText } from '#src/hooks/use-error-text.ts';
import { useNotify } from '#src/hooks/use-notify.ts';
import { type ApiError, isOutcomeUnknown, toApiError } from '#src/providers/http/api-error.ts';
import { figureDetails } from './figure-details.tsx';

/** A month that can be closed: of a health authority, of one business or of all. */
export interface Closable {
  readonly aslId: Id;
  readonly businessId?: Id;
  readonly month: string;
  /** Of the business, or of the authority. */
  readonly name: string;
  readonly figures: MonthFigures;
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
  const errorText = useErrorText();
  const { notify } = useNotify();
  const { run, isRunning } = useCommand(closeMonth);
  const [failure, setFailure] = useState<ApiError | null>(null);
  // Of a question that is over, for example because the month is closed by now.
  if (!closable && failure) setFailure(null);

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

  function reasonOf(refusal: ApiError): string | null {
    if (isOutcomeUnknown(refusal)) return translate('month-closing:unknown');
    return refusal.shown ? null : errorText(refusal);
  }

  return (
    <ConfirmDialog
      isOpen={closable !== undefined}
      isBusy={isRunning}
      title={closable ? translate('month-closing:questionTitle', { month: formatMonth(closable.month) }) : ''}
      text={translate('month-closing:question')}
      details={closable && <DetailCard title={closable.name} details={figureDetails(closable.figures, translate)} />}
      error={failure && reasonOf(failure)}
      enterMeans="no"
      yesLabel={translate('month-closing:closeMonth')}
      onYes={() => closable && void close(closable)}
      onClose={leave}
    />
  );
}
