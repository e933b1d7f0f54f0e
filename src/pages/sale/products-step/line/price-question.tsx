import { useTranslate } from '@refinedev/core';
import { Alert, Button } from 'antd';
import { useEffect, useRef } from 'react';
import { type Money, formatUnitPrice } from '#contract/rules/money.ts';
import { useIgnoreRepeatedKey } from '#src/components/action-button/use-second-press.ts';
import styles from '../products-step.module.css';
import type { AmbiguousPrice } from './unit-price.ts';
import { Amount } from '#src/components/amount/amount.tsx';

interface PriceQuestionProps {
  readonly price: AmbiguousPrice;
  /** Whether Enter in a field opened the question. */
  readonly takesFocus: boolean;
  readonly onAnswer: (unitPrice: Money) => void;
}

/** Asks which of two prices was meant. The Enter that opened the question does not answer it. */
export function PriceQuestion({ price, takesFocus, onAnswer }: PriceQuestionProps) {
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
