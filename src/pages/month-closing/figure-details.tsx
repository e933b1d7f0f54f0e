import type { useTranslate } from '@refinedev/core';
import type { MonthFigures } from '#contract/entities/admin/closing.ts';
import { formatCount } from '#contract/rules/numbers.ts';
import { Amount } from '#src/components/amount/amount.tsx';
import { ControlTotal } from '#src/components/detail-card/control-total.tsx';
import type { Detail } from '#src/components/detail-card/detail-card.tsx';
import { Value } from '#src/components/value/value.tsx';

const PARTS = ['purchases', 'cancellations', 'corrections'] as const;
const ORDER_PARTS = ['orders', 'rejections'] as const;

export function figureDetails(figures: MonthFigures, translate: ReturnType<typeof useTranslate>): readonly Detail[] {
  const detail = (part: (typeof PARTS)[number] | (typeof ORDER_PARTS)[number]): Detail => ({
    label: translate(`month-closing:figures.${part}`),
    value: (
      <>
        <Value text={formatCount(figures[part].count)} /> · <Amount value={figures[part].amount} />
      </>
    ),
  });
  return [
    ...PARTS.map(detail),
    { label: translate('month-closing:figures.total'), value: <Amount value={figures.total} /> },
    ...ORDER_PARTS.map(detail),
    { label: translate('month-closing:controlTotal'), value: <ControlTotal value={figures.controlTotal} /> },
  ];
}
