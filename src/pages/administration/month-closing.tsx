import { CanAccess, useCan, useInvalidate, useList, useTranslate } from '@refinedev/core';
import * as z from 'zod/mini';
import type { adminAsl } from '#contract/admin/asl.ts';
import {
  type AslMonth,
  type BusinessMonth,
  closeMonth,
  downloadClosings,
  downloadMonthMismatches,
  type MonthClosing,
  type MonthFigures,
  type MonthMismatch,
  readMonthFigures,
  searchMonthMismatches,
} from '#contract/admin/closings.ts';
import { today } from '#contract/rules/clock.ts';
import { firstOfMonth, formatInstant, formatMonth } from '#contract/rules/dates.ts';
import type { Id, Read } from '#contract/wire.ts';
import { LoadFailure, Skeleton } from '#src/components/feedback/load-states.tsx';
import { MonthField } from '#src/components/form/date-field.tsx';
import { ChoiceField, type ChoiceFieldProps } from '#src/components/form/typeahead.tsx';
import screens from '#src/components/layout/screens.module.css';
import { useNavigationKey, useUrlState } from '#src/components/url-state.ts';
import { titled } from '#src/components/table/column.ts';
import { ListExport } from '#src/components/table/export-buttons.tsx';
import { useCountText } from '#src/components/display/count-text.ts';
import { TableSection, useRowsOf } from '#src/components/table/table-section.tsx';
import { idParam, monthParam, toCrudFilters } from '#src/providers/data/filter-values.ts';
import { useIdentity } from '#src/providers/session/use-identity.ts';
import { LockOutlined } from '@ant-design/icons';
import { Alert } from 'antd';
import { useState } from 'react';
import { toWire } from '#contract/rules/money.ts';
import { ConfirmDialog } from '#src/components/command/confirm-dialog.tsx';
import { ControlTotal, type Detail, DetailCard } from '#src/components/display/facts.tsx';
import { chipOf } from '#src/components/display/statuses.ts';
import { Amount, CountedAmount, Value } from '#src/components/display/value.tsx';
import { ActionButton } from '#src/components/form/action-button.tsx';
import { permissionOf } from '#src/providers/access-control-provider.ts';
import { type ApiError, isOutcomeUnknown, toApiError } from '#src/providers/api/api-error.ts';
import { useCallMutation, useCallQuery } from '#src/providers/api/call-hooks.ts';
import { OPERATOR_PAGE_SIZES } from '#src/providers/data/declaration.ts';
import { useErrorText, useNotify } from '#src/providers/notifications/use-notify.ts';
import styles from './administration.module.css';

const PARTS = ['purchases', 'cancellations', 'corrections'] as const;
const ORDER_PARTS = ['orders', 'rejections'] as const;

function figureDetails(figures: MonthFigures, translate: ReturnType<typeof useTranslate>): readonly Detail[] {
  const detail = (part: (typeof PARTS)[number] | (typeof ORDER_PARTS)[number]): Detail => ({
    label: translate(`month-closing:figures.${part}`),
    value: <CountedAmount {...figures[part]} />,
  });
  return [
    ...PARTS.map(detail),
    { label: translate('month-closing:figures.total'), value: <Amount value={figures.total} /> },
    ...ORDER_PARTS.map(detail),
    { label: translate('month-closing:controlTotal'), value: <ControlTotal value={figures.controlTotal} /> },
  ];
}

/** A month that can be closed. */
interface Closable {
  /** Of a health authority: of one business or of all. */
  readonly of: { readonly aslId: number; readonly businessId?: number; readonly month: string };
  /** Of the business, or of the authority. */
  readonly name: string;
  readonly figures: MonthFigures;
}

const NAMED_MISMATCHES = 5;

/** What does not match in what is to be closed: how much of it, and the first. */
function OpenMismatches({ of }: Pick<Closable, 'of'>) {
  const translate = useTranslate();
  const query = { ...of, page: 0, size: NAMED_MISMATCHES };
  const { data, isLoading, onRetry } = useCallQuery(searchMonthMismatches, { query }, { alerts: 'expiry-only' });
  const countText = useCountText();
  const count = data?.pagination.totalCount ?? 0;
  if (onRetry) return <LoadFailure onRetry={onRetry} />;
  if (isLoading) return <Skeleton rows={3} />;
  if (!data || count === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      className={styles.openMismatches ?? ''}
      message={
        <>
          <p>{translate('month-closing:mismatch.open', { count, n: countText(count, data.pagination.hasMore) })}</p>
          <ul className={styles.mismatches}>
            {data.rows.map(({ kind, purchaseId, amcOrderId, storeName, amount }) => (
              <li key={`${kind} ${String(purchaseId)} ${String(amcOrderId)}`}>
                {translate(`month-closing:mismatch.kinds.${kind}`, {}, kind)}{' '}
                <Value text={String(purchaseId ?? amcOrderId ?? '')} /> · {storeName} · <Amount value={amount} />
              </li>
            ))}
            {count > data.rows.length && <li>…</li>}
          </ul>
        </>
      }
    />
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
function ClosingQuestion({ closable, onClose, onDone }: ClosingQuestionProps) {
  const translate = useTranslate();
  const errorText = useErrorText();
  const { notify } = useNotify();
  const { run, isRunning } = useCallMutation(closeMonth);
  const [failure, setFailure] = useState<ApiError | null>(null);
  // Of a question that is over, for example because the month is closed by now.
  if (!closable && failure) setFailure(null);

  function leave(): void {
    setFailure(null);
    onClose();
  }

  async function close({ of, figures: { controlTotal, orders, rejections } }: Closable): Promise<void> {
    setFailure(null);
    try {
      const shown = { controlTotal, ordersAmount: toWire(orders.amount), rejectionsAmount: toWire(rejections.amount) };
      const { row } = await run({ body: { ...of, shown } });
      notify({ kind: 'success', title: translate('month-closing:done', { controlTotal: row.figures.controlTotal }) });
      leave();
    } catch (thrown) {
      setFailure(toApiError(thrown));
    }
    onDone();
  }

  const shownReason = failure && !failure.shown && errorText(failure);

  return (
    <ConfirmDialog
      isOpen={closable !== undefined}
      isBusy={isRunning}
      title={closable ? translate('month-closing:questionTitle', { month: formatMonth(closable.of.month) }) : ''}
      text={translate('month-closing:question')}
      details={
        closable && (
          <>
            <OpenMismatches of={closable.of} />
            <DetailCard title={closable.name} details={figureDetails(closable.figures, translate)} />
          </>
        )
      }
      error={failure && isOutcomeUnknown(failure) ? translate('month-closing:unknown') : shownReason}
      enterMeans="no"
      yesLabel={translate('month-closing:closeMonth')}
      onYes={() => closable && void close(closable)}
      onClose={leave}
    />
  );
}

interface BusinessTableProps extends Pick<AslMonth, 'businesses' | 'isOver'> {
  readonly onClose: (business: BusinessMonth) => void;
}

function BusinessTable({ businesses, isOver, onClose }: BusinessTableProps) {
  const translate = useTranslate();
  const { data: mayClose } = useCan(permissionOf(closeMonth));
  const title = (key: string) => translate(`month-closing:${key}`);
  const columns = titled<BusinessMonth>(title, [
    { kind: 'text', key: 'business', sortable: true, value: ({ companyName }) => companyName },
    { kind: 'currency', key: 'figures.purchases', value: ({ figures }) => figures.purchases.amount },
    {
      kind: 'currency',
      key: 'takenBack',
      value: ({ figures }) => figures.cancellations.amount.plus(figures.corrections.amount),
    },
    { kind: 'currency', key: 'figures.total', sortable: true, value: ({ figures }) => figures.total },
    {
      kind: 'currency',
      key: 'figures.netOrders',
      value: ({ figures }) => figures.orders.amount.plus(figures.rejections.amount),
    },
    {
      kind: 'chip',
      key: 'state',
      value: ({ closeTime }) => chipOf('month', closeTime === undefined ? 'OPEN' : 'CLOSED', translate),
    },
    {
      kind: 'action',
      key: 'close',
      label: ({ companyName }) => translate('month-closing:closeOf', { name: companyName }),
      icon: <LockOutlined aria-hidden />,
      text: title('close'),
      isOffered: ({ closeTime }) => mayClose?.can === true && isOver && closeTime === undefined,
      onAction: onClose,
    },
  ]);
  return (
    <TableSection
      label={title('byBusiness')}
      columns={columns}
      rowKey={({ businessId }) => String(businessId)}
      tableProps={{ dataSource: businesses, pagination: { pageSize: OPERATOR_PAGE_SIZES[0] } }}
      pageSizes={OPERATOR_PAGE_SIZES}
      emptyText={title('empty')}
    />
  );
}

/**
 * Reads the current figures, so that an open question is up to date. Undefined for what is closed: a closing whose
 * answer was lost is not asked about again.
 */
function closableOf(read: AslMonth, businessId?: Id): Closable | undefined {
  const { aslName, month, figures, businesses, closeTime } = read;
  const of = { aslId: Number(read.aslId), month };
  if (businessId === undefined) return closeTime === undefined ? { of, name: aslName, figures } : undefined;
  const business = businesses.find((row) => row.businessId === businessId && row.closeTime === undefined);
  return (
    business && { of: { ...of, businessId: Number(businessId) }, name: business.companyName, figures: business.figures }
  );
}

/** The figures of a month, in all and by business, with the buttons to close it. */
function MonthOfAsl({ aslId, month }: { readonly aslId: string; readonly month: string }) {
  const translate = useTranslate();
  const invalidate = useInvalidate();
  const errorText = useErrorText();
  const input = { query: { aslId: Number(aslId), month } };
  const { data, error, isLoading, onRetry, refetch } = useCallQuery(readMonthFigures, input, { alerts: 'expiry-only' });
  const [openTarget, setOpenTarget] = useState<{ readonly businessId?: Id }>();
  if (onRetry) return <LoadFailure onRetry={onRetry} />;
  if (isLoading) return <Skeleton rows={6} />;
  if (error && !data) return <Alert type="error" showIcon message={errorText(error)} />;
  if (!data) return null;

  const { aslName, isOver, closeTime, figures, businesses } = data.month;
  return (
    <>
      <DetailCard
        title={translate('month-closing:title', { month: formatMonth(month), name: aslName })}
        details={figureDetails(figures, translate)}
      >
        <div className={styles.state}>
          <p role="status">
            {closeTime !== undefined
              ? translate('month-closing:closedAt', { time: formatInstant(new Date(closeTime)) })
              : translate(isOver ? 'month-closing:openText' : 'month-closing:notOver')}
          </p>
          {isOver && closeTime === undefined && (
            <CanAccess {...permissionOf(closeMonth)}>
              <ActionButton type="primary" icon={<LockOutlined aria-hidden />} onClick={() => setOpenTarget({})}>
                {translate('month-closing:closeMonth')}
              </ActionButton>
            </CanAccess>
          )}
        </div>
      </DetailCard>
      <BusinessTable
        businesses={businesses}
        isOver={isOver}
        onClose={({ businessId }) => setOpenTarget({ businessId })}
      />
      <ClosingQuestion
        closable={openTarget && closableOf(data.month, openTarget.businessId)}
        onClose={() => setOpenTarget(undefined)}
        onDone={() => {
          void refetch();
          void invalidate({ resource: 'admin-closings', invalidates: ['list'] });
        }}
      />
    </>
  );
}

function AslField({ value, onChange }: Pick<ChoiceFieldProps, 'value' | 'onChange'>) {
  const translate = useTranslate();
  // Not `useSelect`, as in useStoreOptions.
  const all = { resource: 'admin-asl', pagination: { pageSize: 1000 } };
  const { query, result } = useList<Read<typeof adminAsl.row>>(all);
  const options = result.data.map(({ aslId, name }) => ({ value: String(aslId), label: name }));
  // While the names load the id is hidden.
  const isKnown = options.some((option) => option.value === value) || query.isSuccess;
  return (
    <ChoiceField
      label={translate('month-closing:asl')}
      options={options}
      value={isKnown ? value : undefined}
      isLoading={query.isLoading}
      onRetry={query.isError ? () => void query.refetch() : undefined}
      onChange={onChange}
    />
  );
}

/** The closed months, the latest first. */
function ClosedMonths({ aslId }: { readonly aslId: string | undefined }) {
  const translate = useTranslate();
  const { table } = useRowsOf<MonthClosing>('admin-closings', toCrudFilters({ aslId }));
  const title = (key: string) => translate(`month-closing:${key}`);
  const columns = titled<MonthClosing>(title, [
    { kind: 'text', key: 'month', value: ({ month }) => formatMonth(month) },
    { kind: 'text', key: 'asl', value: ({ aslName }) => aslName },
    { kind: 'text', key: 'business', value: ({ companyName }) => companyName ?? title('all') },
    { kind: 'currency', key: 'figures.total', value: ({ figures }) => figures.total },
    { kind: 'text', key: 'controlTotal', isCode: true, value: ({ figures }) => figures.controlTotal },
    { kind: 'date', key: 'closeTime', shows: 'instant', value: ({ closeTime }) => closeTime },
    { kind: 'text', key: 'username', value: ({ username }) => username },
  ]);
  return (
    <TableSection
      {...table}
      label={title('closedMonths')}
      tools={<ListExport call={downloadClosings} input={{ query: { aslId: aslId && Number(aslId) } }} />}
      columns={columns}
      showsTotal
      emptyText={title('noneClosed')}
    />
  );
}

/** The mismatches of the month (rules §9). */
function Mismatches({ aslId, month }: { readonly aslId: string; readonly month: string }) {
  const translate = useTranslate();
  // The figures above them are read again too.
  const { table } = useRowsOf<MonthMismatch>('admin-mismatches', toCrudFilters({ aslId, month }), { gcTime: 0 });
  const title = (key: string) => translate(`month-closing:mismatch.${key}`);
  const columns = titled<MonthMismatch>(title, [
    { kind: 'date', key: 'at', shows: 'instant', value: ({ at }) => at },
    // An unknown kind shows as it is.
    { kind: 'text', key: 'kind', value: ({ kind }) => translate(`month-closing:mismatch.kinds.${kind}`, {}, kind) },
    { kind: 'text', key: 'purchase', value: ({ purchaseId }) => purchaseId?.toString() },
    { kind: 'text', key: 'order', value: ({ amcOrderId }) => amcOrderId?.toString() },
    { kind: 'text', key: 'store', value: ({ companyName, storeName }) => `${companyName} · ${storeName}` },
    { kind: 'currency', key: 'amount', value: ({ amount }) => amount },
    { kind: 'currency', key: 'expected', value: ({ expectedAmount }) => expectedAmount },
  ]);
  return (
    <TableSection
      {...table}
      label={title('title')}
      tools={<ListExport call={downloadMonthMismatches} input={{ query: { aslId: Number(aslId), month } }} />}
      columns={columns}
      showsTotal
      emptyText={title('none')}
    />
  );
}

const urlParams = z.object({ aslId: idParam, month: monthParam });

/**
 * The chosen month and authority are in the URL.
 * @param ownAslId the authority of a district office's operator; an operator of the region chooses one
 */
function MonthClosingScreen({ ownAslId }: { readonly ownAslId: Id | undefined }) {
  const translate = useTranslate();
  const { values, change } = useUrlState(urlParams);
  const { month = firstOfMonth(today(), -1) } = values;
  const aslId = ownAslId === undefined ? values.aslId : String(ownAslId);
  const choose = (chosen: Partial<typeof values>) => change({ aslId, month, ...chosen });

  return (
    <div className={screens.screen}>
      <h1>{translate('admin:menu.closings')}</h1>
      <p className={screens.lead}>{translate('month-closing:lead')}</p>
      <div className={screens.shortForm}>
        {ownAslId === undefined && <AslField value={aslId} onChange={(chosen) => choose({ aslId: String(chosen) })} />}
        <MonthField
          label={translate('month-closing:month')}
          value={month}
          onChange={(next) => choose({ month: next })}
        />
      </div>
      {aslId === undefined ? (
        <p className={screens.empty}>{translate('month-closing:chooseAsl')}</p>
      ) : (
        <div key={`${aslId} ${month}`} className={screens.screen}>
          <MonthOfAsl aslId={aslId} month={month} />
          <Mismatches aslId={aslId} month={month} />
        </div>
      )}
      <ClosedMonths aslId={aslId} />
    </div>
  );
}

/** Chiusure mensili: closes a month of a health authority for good. */
export function Component() {
  const key = useNavigationKey();
  const { data: identity } = useIdentity();
  return identity && <MonthClosingScreen key={key} ownAslId={identity.operatorAslId} />;
}
