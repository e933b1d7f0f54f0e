import { useTranslate } from '@refinedev/core';
import { Alert } from 'antd';
import type { LineProblem } from './sale-line.ts';
import type { AmbiguousPrice } from './unit-price.ts';

/** Why the line cannot be added and what would do (§5). */
export function LineProblemMessage({ problem }: { readonly problem: Exclude<LineProblem, AmbiguousPrice> }) {
  const translate = useTranslate();
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
