import { useTable } from '@refinedev/antd';
import { useTranslate } from '@refinedev/core';
import { keepPreviousData } from '@tanstack/react-query';
import type { AccessEntry } from '#contract/entities/admin/access-entry.ts';
import type { Column } from '#src/components/data-table/column.ts';
import { DataTable } from '#src/components/data-table/data-table.tsx';
import { OPERATOR_PAGE_SIZES } from '#src/providers/data/page-sizes.ts';
import { useErrorText } from '#src/hooks/use-error-text.ts';
import { toCrudFilters } from '#src/providers/data/filter-values.ts';
import type { ApiError } from '#src/providers/http/api-error.ts';
import { AccessFiles } from './access-files.tsx';
import type { AccessQuery } from './access-search.ts';

function useColumns(): readonly Column<AccessEntry>[] {
  const translate = useTranslate();
  const title = (key: string) => translate(`access-log:column.${key}`);
  return [
    { kind: 'date', key: 'at', title: title('at'), shows: 'instant', value: ({ at }) => at },
    {
      kind: 'text',
      key: 'action',
      title: title('action'),
      // An unknown `action` shows the name of the operation.
      value: ({ action, operation }) => translate(`access-log:action.${action}`, { operation }, operation),
    },
    {
      kind: 'text',
      key: 'kind',
      title: title('kind'),
      value: ({ kind }) => translate(`access-log:kind.${kind}`, {}, kind),
    },
    {
      kind: 'text',
      key: 'who',
      title: title('who'),
      value: ({ userName, username }) =>
        userName === undefined ? translate('access-log:system') : `${userName} (${username ?? ''})`,
    },
    {
      kind: 'text',
      key: 'organisation',
      title: title('organisation'),
      value: ({ companyName, aslName }) => companyName ?? aslName,
    },
    { kind: 'text', key: 'store', title: title('store'), value: ({ storeName }) => storeName },
  ];
}

/** The results of a search, page by page. The search is not in the URL, because it names a patient. */
export function AccessTable({ query }: { readonly query: AccessQuery }) {
  const translate = useTranslate();
  const errorText = useErrorText();
  const columns = useColumns();
  const { tableProps, tableQuery } = useTable<AccessEntry, ApiError>({
    resource: 'admin-consultations',
    syncWithLocation: false,
    pagination: { pageSize: OPERATOR_PAGE_SIZES[0] },
    filters: { permanent: toCrudFilters(query) },
    queryOptions: { placeholderData: keepPreviousData },
  });
  const { error, isSuccess } = tableQuery;

  function failureText(failure: ApiError): string {
    return failure.description === 'PATIENT_NOT_FOUND'
      ? translate('access-log:noPatient')
      : translate('access-log:failure', { message: errorText(failure) });
  }

  return (
    <>
      {isSuccess && <AccessFiles query={query} />}
      <DataTable
        label={translate('access-log:list')}
        columns={columns}
        rowKey={({ entryId }) => entryId}
        tableProps={tableProps}
        pageSizes={OPERATOR_PAGE_SIZES}
        showsTotal
        emptyText={translate('access-log:empty')}
        onRetry={error ? () => void tableQuery.refetch() : undefined}
        failureText={error ? failureText(error) : undefined}
      />
    </>
  );
}
