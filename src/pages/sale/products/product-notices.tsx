import { CloseOutlined } from '@ant-design/icons';
import { useTranslate } from '@refinedev/core';
import { Alert, Button } from 'antd';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { CartItem } from '#contract/calls/carts.ts';
import type { Product } from '#contract/calls/products.ts';
import { formatUnitPrice, lineTotal, type Money } from '#contract/rules/money.ts';
import { ConfirmDialog } from '#src/components/command/confirm-dialog.tsx';
import { type SaleContext, SaleFacts } from '#src/components/display/facts.tsx';
import { Amount } from '#src/components/display/value.tsx';
import { ActionButton, useIgnoreRepeatedKey } from '#src/components/form/action-button.tsx';
import { withTyped } from '#src/components/form/form-field.tsx';
import { useErrorText } from '#src/providers/notifications/use-notify.ts';
import styles from './products-step.module.css';
import { type AmbiguousPrice, type LineProblem, priceText, type SaleLine } from './sale-line.ts';
import type { ScanNote, ScanState } from './use-product-scans.ts';
import type { LineEditing, WrongLine } from './use-line-editing.ts';

interface LineProblemMessageProps {
  readonly problem: LineProblem;
  /** Whether the question about an ambiguous price takes the focus: Enter in a field has opened it. */
  readonly takesFocus: boolean;
  /** @param meant the unit price in euro that an ambiguous price stands for */
  readonly onAnswer: (meant: Money) => void;
}

type PriceQuestionProps = Omit<LineProblemMessageProps, 'problem'> & { readonly price: AmbiguousPrice };

/** Asks which of two prices was meant. The Enter that opened the question does not answer it. */
function PriceQuestion({ price, takesFocus, onAnswer }: PriceQuestionProps) {
  const { asDecimals, asThousands } = price;
  const translate = useTranslate();
  const firstAnswer = useRef<HTMLButtonElement>(null);
  const holdBack = useIgnoreRepeatedKey(!takesFocus);

  useEffect(() => {
    if (takesFocus) firstAnswer.current?.focus();
  }, [takesFocus]);

  const question = translate('sale:line.priceQuestion', {
    price: formatUnitPrice(asDecimals),
    otherPrice: formatUnitPrice(asThousands),
  });
  return (
    <Alert
      type="warning"
      showIcon
      message={
        <div className={styles.question} role="group" aria-label={question}>
          <span>{question}</span>
          <Button ref={firstAnswer} onKeyDown={holdBack} onClick={() => onAnswer(asDecimals)}>
            <Amount value={asDecimals} shows="unitPrice" />
          </Button>
          <Button onKeyDown={holdBack} onClick={() => onAnswer(asThousands)}>
            <Amount value={asThousands} shows="unitPrice" />
          </Button>
        </div>
      }
    />
  );
}

interface UnusualPriceDialogProps {
  readonly product: Product | undefined;
  /** The line of the question; null or undefined if there is none. */
  readonly line: SaleLine | null | undefined;
  readonly facts: SaleContext;
  readonly onYes: () => void;
  readonly onClose: () => void;
}

/** Asks to confirm a price above twice the reference price (rules §5). */
export function UnusualPriceDialog({ product, line, facts, onYes, onClose }: UnusualPriceDialogProps) {
  const translate = useTranslate();
  return (
    <ConfirmDialog
      isOpen={Boolean(line)}
      title={translate('sale:line.suspicious.title')}
      text={translate('sale:line.suspicious.text', {
        price: line ? formatUnitPrice(line.unitPrice) : '',
        reference: product?.refPrice ? formatUnitPrice(product.refPrice) : '',
      })}
      details={<SaleFacts of={facts} lineTotal={line ? lineTotal(line.quantity, line.unitPrice) : undefined} />}
      enterMeans="no"
      onYes={onYes}
      onClose={onClose}
    />
  );
}

/** Why the line cannot be added, and what would be allowed; of a price with two readings, which one is meant (§5). */
export function LineProblemMessage({ problem, takesFocus, onAnswer }: LineProblemMessageProps) {
  const translate = useTranslate();
  if (problem.kind === 'ambiguousPrice') {
    return <PriceQuestion price={problem} takesFocus={takesFocus} onAnswer={onAnswer} />;
  }
  if (problem.kind !== 'overBudget') {
    const text = translate(`sale:line.problem.${problem.kind}`);
    return <Alert type="error" showIcon message={withTyped(problem.typed, text, translate)} />;
  }
  const { largest } = problem;
  return (
    <Alert
      type="warning"
      showIcon
      message={
        <>
          <strong>{translate('sale:line.overBudget')}</strong>{' '}
          <span>{translate(largest > 0 ? 'sale:line.largest' : 'sale:line.nothingFits', { n: largest })}</span>
        </>
      }
    />
  );
}

interface LineEditingQuestionsProps {
  readonly editing: LineEditing;
  readonly facts: SaleContext;
  /** Leads to the field that is wrong. */
  readonly onLead: (wrong: WrongLine) => void;
  /** Called after the answer, when the question and its focused button disappear. */
  readonly onAnswered: () => void;
}

/** The errors and questions about edited lines of the cart (§5). */
export function LineEditingQuestions({ editing, facts, onLead, onAnswered }: LineEditingQuestionsProps) {
  const { unusual } = editing;
  const wrong = editing.wrong.at(-1);
  return (
    <>
      <div className={styles.messages} aria-live="polite">
        {/* The line may be on another page of the table. */}
        {wrong && (
          <>
            <Button type="link" onClick={() => onLead(wrong)}>
              {wrong.item.product.name}
            </Button>
            <LineProblemMessage
              problem={wrong.problem}
              takesFocus={wrong.isEntered}
              onAnswer={(meant) => {
                onAnswered();
                editing.commit(wrong.item, { ...editing.fieldsOf(wrong.item), unitPrice: priceText(meant) });
              }}
            />
          </>
        )}
      </div>
      <UnusualPriceDialog
        product={unusual?.product}
        line={unusual?.line}
        facts={facts}
        onYes={editing.confirm}
        onClose={editing.cancel}
      />
    </>
  );
}

interface UndoNoticeProps {
  readonly item: CartItem;
  readonly onUndo: () => void;
  /** Called when the time to restore the line is over. */
  readonly onAfterClose: () => void;
}

const SHOWN_MS = 5000;

/**
 * Names the deleted line and offers to restore it for 5 s. The time stops while the button has the focus or the
 * pointer.
 */
export function UndoNotice({ item, onUndo, onAfterClose }: UndoNoticeProps) {
  const translate = useTranslate();
  const [isHeld, setIsHeld] = useState(false);
  const end = useEffectEvent(onAfterClose);

  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(() => end(), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isHeld]);

  return (
    <span className={styles.undo}>
      <span>{translate('sale:cart.deleted', { name: item.product.name })}</span>
      <ActionButton
        size="small"
        onMouseEnter={() => setIsHeld(true)}
        onMouseLeave={() => setIsHeld(false)}
        onFocus={() => setIsHeld(true)}
        onBlur={() => setIsHeld(false)}
        onClick={onUndo}
      >
        {translate('sale:cart.undo')}
      </ActionButton>
    </span>
  );
}

/** The scanned products that are not in the cart, each with the reason, until the user closes the list. */
export function ScanNotes({ scanState: { notes, clearNotes } }: { readonly scanState: ScanState }) {
  const translate = useTranslate();
  const errorText = useErrorText();
  if (notes.length === 0) return null;

  const textOf = (note: ScanNote) => {
    const text = translate(`sale:scan.${note.kind}`, { ...note, reason: 'error' in note ? errorText(note.error) : '' });
    return 'typed' in note ? withTyped(note.typed, text, translate) : text;
  };

  return (
    <Alert
      type="warning"
      showIcon
      role="alert"
      // antd's own name is English.
      closable={{ closeIcon: <CloseOutlined aria-hidden />, 'aria-label': translate('common:close') }}
      onClose={clearNotes}
      message={
        <>
          <strong>{translate('sale:scan.notAdded', { count: notes.length })}</strong>
          <ul className={styles.notes}>
            {notes.map((note, index) => (
              // Notes are only appended.
              <li key={index}>{textOf(note)}</li>
            ))}
          </ul>
        </>
      }
    />
  );
}
