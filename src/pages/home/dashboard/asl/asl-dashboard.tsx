import { useTranslate } from '@refinedev/core';
import { useMemo } from 'react';
import { searchAmcOrders } from '#contract/calls/amc-orders.ts';
import { amcOrder } from '#contract/entities/amc-order.ts';
import type { Id } from '#contract/wire.ts';
import { Amount } from '#src/components/amount/amount.tsx';
import { useLongList } from '#src/hooks/use-long-list.ts';
import { MOST_ROWS } from '../figures/coverage.ts';
import { formatCount } from '../figures/format-count.ts';
import { CutWarning } from '../parts/cut-warning.tsx';
import { FigureTiles } from '../parts/figure-tiles.tsx';
import { FiguresFrame } from '../parts/figures-frame.tsx';
import { type Reading, readingOf } from '../parts/reading.ts';
import { SharesCard } from '../parts/shares-card.tsx';
import { usePeriodText } from '../parts/use-period-text.ts';
import { useRomeDay } from '../use-rome-day.ts';
import { MonthCard } from './month-card.tsx';
import { type OrderFigures, orderFigures, orderPeriod } from './order-figures.ts';
import { StatusCard } from './status-card.tsx';

const RECENT_ORDERS = { call: searchAmcOrders, collection: 'orders', row: amcOrder } as const;

/** The figures of the last twelve months, of one search of at most 1,000 orders that the health authority pays (§7). */
function useRecentOrders(aslId: Id | undefined): Reading<OrderFigures> {
  const today = useRomeDay();
  const query = { aslId, ...orderPeriod(today), page: 0, size: MOST_ROWS, sort: 'createTime,desc' };
  const list = useLongList(RECENT_ORDERS, { query }, { attempt: 0 });
  const { rows, total = 0 } = list.data ?? {};
  const figures = useMemo(() => rows && orderFigures(rows, total, today), [rows, total, today]);
  return readingOf(list, figures ? (figures.statuses.length > 0 ? figures : undefined) : null);
}

function AslFigures({ figures }: { readonly figures: OrderFigures }) {
  const translate = useTranslate();
  const { coverage, thisMonth, period, months, businesses, statuses, undated, unpriced } = figures;
  const periodText = usePeriodText('orders', coverage);
  const rejectedNote = translate('dashboard:orders.rejectedNote');
  const monthTiles = thisMonth
    ? [
        { label: translate('dashboard:orders.monthCount'), value: formatCount(thisMonth.count) },
        { label: translate('dashboard:orders.monthTotal'), value: <Amount value={thisMonth.total} /> },
      ]
    : [];
  const unpricedNotes = unpriced > 0 ? [translate('dashboard:orders.unpriced', { n: formatCount(unpriced) })] : [];
  const undatedNotes = undated > 0 ? [translate('dashboard:orders.undated', { n: formatCount(undated) })] : [];
  return (
    <>
      <CutWarning of="orders" coverage={coverage} />
      <FigureTiles
        note={rejectedNote}
        tiles={[
          ...monthTiles,
          { label: periodText('count'), value: formatCount(period.count) },
          { label: periodText('total'), value: <Amount value={period.total} /> },
        ]}
      />
      <MonthCard title={periodText('byMonth')} months={months} notes={[...undatedNotes, ...unpricedNotes]} />
      <SharesCard
        title={periodText('byBusiness')}
        notes={[rejectedNote, ...unpricedNotes]}
        shares={businesses}
        columns={[
          translate('dashboard:column.business'),
          translate('dashboard:column.orders'),
          translate('dashboard:column.total'),
        ]}
        unnamed={translate('dashboard:orders.unnamedBusiness')}
      />
      <StatusCard title={periodText('byStatus')} statuses={statuses} notes={unpricedNotes} />
    </>
  );
}

/** The AMC orders of the last twelve months that a health authority pays (§7 amc orders). */
export function AslDashboard({ aslId }: { readonly aslId: Id | undefined }) {
  const translate = useTranslate();
  const reading = useRecentOrders(aslId);
  return (
    <FiguresFrame
      reading={reading}
      emptyText={translate('dashboard:orders.empty')}
      failureText={(message) => translate('dashboard:orders.failure', { message })}
    >
      {(figures) => <AslFigures figures={figures} />}
    </FiguresFrame>
  );
}
