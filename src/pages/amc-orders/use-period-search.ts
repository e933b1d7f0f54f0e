import type { BaseRecord, CrudFilter } from '@refinedev/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { usePeriodForm } from '#src/components/form/period-form.tsx';
import {
  periodQueryOf,
  type PeriodSchema,
  type PeriodValues,
  toPeriodFilters,
  valuesOf,
} from '#src/components/form/period-schema.ts';
import { useTable } from '#src/components/table/use-table.ts';
import type { ApiError } from '#src/providers/api/api-error.ts';
import { listParams } from '#src/providers/data/filter-values.ts';
import { ALL_SIZE, PAGE_SIZE } from './selection.ts';

/** The list of a period, and the form of its filters. Filters and page are in the URL. */
export function usePeriodSearch<Row extends BaseRecord>(
  resource: string,
  schema: PeriodSchema,
  permanent: CrudFilter[] = [],
  bannerOf?: Parameters<typeof usePeriodForm>[2],
) {
  /** Number of the search, so that the same search can run again. */
  const [attempt, setAttempt] = useState(0);
  const table = useTable<Row, ApiError>({
    resource,
    pagination: { pageSize: PAGE_SIZE },
    filters: { permanent },
    meta: { attempt },
    queryOptions: {
      enabled: ({ queryKey }) => {
        const { filters, pagination } = listParams(queryKey);
        // All rows at once are read as one long list.
        return pagination?.pageSize !== ALL_SIZE && periodQueryOf(schema, valuesOf(filters)) !== null;
      },
      placeholderData: keepPreviousData,
    },
  });
  const values = valuesOf(table.filters);
  return {
    table,
    attempt,
    state: usePeriodForm(schema, values, bannerOf),
    /** The parameters of the rows on the screen; null without a valid search. */
    query: periodQueryOf(schema, values),
    search: (next: PeriodValues) => {
      setAttempt((last) => last + 1);
      table.filterBy(toPeriodFilters(next));
    },
    reset: () => table.filterBy([]),
  };
}

export type PeriodSearch<Row extends BaseRecord> = ReturnType<typeof usePeriodSearch<Row>>;
