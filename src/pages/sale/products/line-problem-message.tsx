import { useTranslate } from '@refinedev/core';
import { Alert, Button } from 'antd';
import { useEffect, useRef } from 'react';
import type { Product } from '#contract/calls/products.ts';
import { formatUnitPrice, lineTotal, type Money } from '#contract/rules/money.ts';
import { ConfirmDialog } from '#src/components/command/confirm-dialog.tsx';
import { type SaleContext, SaleFacts } from '#src/components/display/sale-facts.tsx';
import { Amount } from '#src/components/display/value.tsx';
import { useIgnoreRepeatedKey } from '#src/components/form/repeated-press.ts';
import styles from './products-step.module.css';
import type { LineProblem, SaleLine } from './sale-line.ts';
import type { AmbiguousPrice } from './unit-price.ts';

interface PriceQuestionProps {
  readonly price: AmbiguousPrice;
  /** Whether Enter in a field opened the question. */
  readonly takesFocus: boolean;
  readonly onAnswer: (unitPrice: Money) => void;
}

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

interface LineProblemMessageProps {
  readonly problem: LineProblem;
  /** Whether the question about an ambiguous price takes the focus. */
  readonly takesFocus: boolean;
  /** @param meant the unit price in euro that an ambiguous price stands for */
  readonly onAnswer: (meant: Money) => void;
}

/** Why the line cannot be added, and what would be allowed; of a price with two readings, which one is meant (§5). */
export function LineProblemMessage({ problem, takesFocus, onAnswer }: LineProblemMessageProps) {
  const translate = useTranslate();
  if (problem.kind === 'ambiguousPrice') {
    return <PriceQuestion price={problem} takesFocus={takesFocus} onAnswer={onAnswer} />;
  }
  if (problem.kind !== 'overBudget') {
    return <Alert type="error" showIcon message={translate(`sale:line.problem.${problem.kind}`)} />;
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
