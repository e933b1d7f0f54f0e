import { PrinterOutlined } from '@ant-design/icons';
import { useTranslate } from '@refinedev/core';
import { Button, Select } from 'antd';
import * as z from 'zod/mini';
import type { CallAnswer } from '#contract/call.ts';
import { readEndOfDay } from '#contract/calls/end-of-day.ts';
import { today } from '#contract/rules/clock.ts';
import { formatDay, formatInstant } from '#contract/rules/dates.ts';
import { DetailCard } from '#src/components/display/facts.tsx';
import { LoadFailure, Skeleton } from '#src/components/feedback/load-states.tsx';
import { Amount, CountedAmount } from '#src/components/display/value.tsx';
import { DateField } from '#src/components/form/date-field.tsx';
import { FormField } from '#src/components/form/form-field.tsx';
import { useStoreOptions } from '#src/components/form/store-options.ts';
import screens from '#src/components/layout/screens.module.css';
import { useUrlState } from '#src/components/url-state.ts';
import { titled } from '#src/components/table/column.ts';
import { DataTable } from '#src/components/table/data-table.tsx';
import { useCallQuery } from '#src/providers/api/call-hooks.ts';
import { dayParam, idParam, isDay } from '#src/providers/data/filter-values.ts';
import { selectedStoreId } from '#src/providers/session/selected-store.ts';

type UserFigures = CallAnswer<typeof readEndOfDay>['endOfDay']['users'][number];

/** Sales, cancellations and total of the day, in all and by user. Prints without the form above. */
function DayFigures({ storeId, day }: { readonly storeId: string; readonly day: string }) {
  const translate = useTranslate();
  const input = { params: { storeId: Number(storeId) }, query: { day } };
  const { data, readAt, isLoading, onRetry } = useCallQuery(readEndOfDay, input, { alerts: 'expiry-only' });
  if (onRetry) return <LoadFailure onRetry={onRetry} />;
  if (isLoading) return <Skeleton rows={4} />;
  if (!data) return <p>{translate('end-of-day:unknownStore')}</p>;

  const { storeName, users, total, ...counted } = data.endOfDay;
  const label = (key: string) => translate(`end-of-day:${key}`);
  const columns = titled<UserFigures>(label, [
    { kind: 'text', key: 'user', value: ({ username }) => username ?? label('unknownUser') },
    { kind: 'number', key: 'salesCount', value: ({ sales }) => sales.count },
    { kind: 'currency', key: 'sales', value: ({ sales }) => sales.amount },
    { kind: 'number', key: 'cancellationsCount', value: ({ cancellations }) => cancellations.count },
    { kind: 'currency', key: 'cancellations', value: ({ cancellations }) => cancellations.amount },
    { kind: 'currency', key: 'total', value: (figures) => figures.total },
  ]);
  return (
    <>
      <div className={screens.head}>
        <h2>{translate('end-of-day:heading', { store: storeName, day: formatDay(day) })}</h2>
        <Button icon={<PrinterOutlined aria-hidden />} onClick={() => window.print()}>
          {label('print')}
        </Button>
      </div>
      <p>{translate('end-of-day:at', { at: formatInstant(readAt) })}</p>
      <DetailCard
        title={label('totals')}
        details={[
          ...(['sales', 'cancellations'] as const).map((key) => ({
            label: label(key),
            value: <CountedAmount {...counted[key]} />,
          })),
          { label: label('total'), value: <Amount value={total} /> },
        ]}
      />
      <DataTable
        label={label('users')}
        columns={columns}
        rowKey={({ username }) => username ?? ''}
        tableProps={{ dataSource: users }}
        // They must add up to the total.
        showsAll
        emptyText={label('empty')}
      />
    </>
  );
}

const urlParams = z.object({ storeId: idParam, day: dayParam });

/**
 * Chiusura di giornata: the sales of a store on a day, by user. Both are in the URL. Default: today, and the store chosen
 * last.
 */
export function Component() {
  const translate = useTranslate();
  const { values, change } = useUrlState(urlParams);
  const { options, query } = useStoreOptions();
  const only = options.length === 1 ? options[0]?.value : undefined;
  const { day = today(), storeId = selectedStoreId()?.toString() ?? only } = values;
  const shownDay = isDay(day) ? day : undefined;

  return (
    <div className={screens.screen}>
      <h1>{translate('end-of-day:title')}</h1>
      <form
        className={screens.shortForm}
        aria-label={translate('end-of-day:title')}
        onSubmit={(event) => event.preventDefault()}
      >
        <FormField label={translate('end-of-day:store')}>
          {(input) => (
            <>
              <Select<string>
                {...input}
                virtual={false}
                loading={query.isLoading}
                placeholder={translate('end-of-day:chooseStore')}
                value={storeId ?? null}
                options={options}
                onChange={(chosen) => change({ day, storeId: chosen })}
              />
              {query.isError && <LoadFailure onRetry={() => void query.refetch()} />}
            </>
          )}
        </FormField>
        <DateField
          label={translate('end-of-day:day')}
          value={day}
          error={shownDay === undefined ? translate('end-of-day:invalidDay') : undefined}
          onChange={(chosen) => change({ storeId, day: chosen })}
        />
      </form>
      {/* Always mounted: screen readers do not announce a live region that appears together with its text. */}
      <div className={screens.screen} role="status">
        {storeId === undefined && !query.isLoading && !query.isError && (
          <p className={screens.empty}>{translate('end-of-day:noStore')}</p>
        )}
        {storeId !== undefined && shownDay !== undefined && <DayFigures storeId={storeId} day={shownDay} />}
      </div>
    </div>
  );
}
