import { useCan, useTranslate } from '@refinedev/core';
import { type Overview, readOverview } from '#contract/admin/overview.ts';
import { readSpending } from '#contract/admin/spending.ts';
import { firstOfMonth, formatMonth } from '#contract/rules/dates.ts';
import { permissionOf } from '#src/providers/access-control-provider.ts';
import { useCallQuery } from '#src/providers/api/call-hooks.ts';
import { adminPaths } from '#src/providers/paths.ts';
import styles from './dashboard.module.css';
import { FiguresFrame, FigureTiles, StatsCard, type Tile } from './figure-parts.tsx';

const MONTHS_SHOWN = 12;

function addressOf(path: string, parameters: Readonly<Record<string, string>>): string {
  return `${path}?${new URLSearchParams(parameters).toString()}`;
}

/** What waits for the operator, each figure with a link to where it is worked on. */
function OverviewTiles({ overview }: { readonly overview: Overview }) {
  const translate = useTranslate();
  const { month, spending, purchases, oldestToClose, importsToStart } = overview;
  const before = firstOfMonth(month, -1);
  const ofMonth = addressOf(adminPaths.spending, { monthStart: month, monthEnd: month });
  const ofBoth = addressOf(adminPaths.spending, { monthStart: before, monthEnd: month });
  const toClose = oldestToClose
    ? addressOf(adminPaths.closings, { aslId: String(oldestToClose.aslId), month: oldestToClose.month })
    : adminPaths.closings;
  const label = (key: string, of = month) => translate(`dashboard:operator.${key}`, { month: formatMonth(of) });
  const waiting = (key: string, count: number, to: string | undefined, of?: string): Tile => ({
    label: label(key, of),
    value: count,
    to,
    isWaiting: count > 0,
  });
  return (
    <FigureTiles
      tiles={[
        { label: label('spending'), value: spending, to: ofMonth },
        { label: label('purchases'), value: purchases, to: ofMonth },
        waiting('monthsToClose', overview.monthsToClose, toClose),
        waiting('mismatches', overview.mismatches, addressOf(adminPaths.closings, { month: before }), before),
        waiting('findings', overview.findings, ofBoth),
        waiting('lockedPins', overview.lockedPins, undefined),
        ...(importsToStart === undefined ? [] : [waiting('importsToStart', importsToStart, adminPaths.imports)]),
      ]}
    />
  );
}

/** The spending of the last months. */
function SpendingCard({ month }: { readonly month: string }) {
  const translate = useTranslate();
  const query = { monthStart: firstOfMonth(month, 1 - MONTHS_SHOWN), monthEnd: month, by: 'month' } as const;
  const { data, isLoading } = useCallQuery(readSpending, { query }, { alerts: 'expiry-only' });
  if (isLoading) return <div className={`skeleton ${styles.cardSkeleton ?? ''}`} aria-hidden="true" />;
  const { rows = [] } = data?.spending ?? {};
  if (rows.length === 0) return null;
  return (
    <StatsCard
      title={translate('dashboard:operator.byMonth')}
      notes={[translate('dashboard:operator.byMonthNote')]}
      form="columns"
      unit="euro"
      columns={['month', 'purchases', 'total']}
      parts={rows.map(({ key, purchases, total }) => ({
        name: formatMonth(key),
        count: purchases.count,
        total,
        to: addressOf(adminPaths.spending, { monthStart: key, monthEnd: key }),
      }))}
    />
  );
}

/** The figures of an operator's first page, where the server offers them. */
export function OperatorDashboard() {
  const { data: permission, isError } = useCan(permissionOf(readOverview));
  const query = useCallQuery(readOverview, {}, { alerts: 'expiry-only', enabled: permission?.can === true });
  if (isError || permission?.can === false) return null;
  return (
    <FiguresFrame of="operator" query={query} figures={query.data?.overview}>
      {(figures) => (
        <>
          <OverviewTiles overview={figures} />
          <SpendingCard month={figures.month} />
        </>
      )}
    </FiguresFrame>
  );
}
