import { useTranslate } from '@refinedev/core';
import { Alert } from 'antd';
import type { Money } from '#contract/rules/money.ts';
import { PriceQuestion } from './price-question.tsx';
import type { LineProblem } from './sale-line.ts';

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
