import { useTable } from '@refinedev/antd';
import { useNavigation, useTranslate } from '@refinedev/core';
import { keepPreviousData } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { Finding } from '#contract/entities/admin/spending.ts';
import { formatMonth } from '#contract/rules/dates.ts';
import { formatUnitPrice } from '#contract/rules/money.ts';
import { formatCount } from '#contract/rules/numbers.ts';
import type { Id } from '#contract/wire.ts';
import type { Column } from '#src/components/data-table/column.ts';
import { DataTable } from '#src/components/data-table/data-table.tsx';
import { OPERATOR_PAGE_SIZES } from '#src/providers/data/page-sizes.ts';
import { NO_VALUE } from '#src/components/no-value.ts';
import { Permitted } from '#src/components/permitted.tsx';
import { useErrorText } from '#src/hooks/use-error-text.ts';
import { toCrudFilters } from '#src/providers/data/filter-values.ts';
import type { ApiError } from '#src/providers/http/api-error.ts';
import type { SpendingQuery } from './spending-query.ts';

interface RecordLinkProps {
  readonly resource: string;
  readonly id: Id;
  readonly name: string;
}

/** The name of a record, as a link to its screen if the user may see it. */
function RecordLink({ resource, id, name }: RecordLinkProps) {
  const { showUrl } = useNavigation();
  return (
    <Permitted resource={resource} action="show" fallback={name}>
      <Link to={showUrl(resource, id)}>{name}</Link>
    </Permitted>
  );
}

/** The subject of a finding besides the business. */
function Subject({ productId, productName, userId, username }: Finding) {
  if (productId !== undefined)
    return <RecordLink resource="admin-products" id={productId} name={productName ?? String(productId)} />;
  if (userId !== undefined) return <RecordLink resource="admin-users" id={userId} name={username ?? String(userId)} />;
  return NO_VALUE;
}

function useColumns(): readonly Column<Finding>[] {
  const translate = useTranslate();
  const title = (key: string) => translate(`spending:finding.column.${key}`);
  const counted = ({ rule, count, purchases = 0, unitPrice, referencePrice }: Finding) =>
    translate(`spending:finding.counted.${rule}`, {
      n: formatCount(count),
      purchases: formatCount(purchases),
      price: unitPrice && formatUnitPrice(unitPrice),
      reference: referencePrice && formatUnitPrice(referencePrice),
    });
  return [
    { kind: 'text', key: 'month', title: title('month'), value: ({ month }) => formatMonth(month) },
    {
      kind: 'text',
      key: 'rule',
      title: title('rule'),
      value: ({ rule, threshold, least }) => translate(`spending:finding.rule.${rule}`, { threshold, least }, rule),
    },
    {
      kind: 'object',
      key: 'business',
      title: title('business'),
      render: ({ businessId, companyName }) => (
        <RecordLink resource="admin-businesses" id={businessId} name={companyName} />
      ),
    },
    { kind: 'object', key: 'subject', title: title('subject'), render: (finding) => <Subject {...finding} /> },
    { kind: 'text', key: 'counted', title: title('counted'), value: counted },
  ];
}

/** The findings of these months, each with its rule. */
export function Findings({
  query,
}: {
  readonly query: Pick<SpendingQuery, 'monthStart' | 'monthEnd' | 'aslId' | 'businessId'>;
}) {
  const translate = useTranslate();
  const errorText = useErrorText();
  const columns = useColumns();
  const { tableProps, tableQuery } = useTable<Finding, ApiError>({
    resource: 'admin-findings',
    syncWithLocation: false,
    pagination: { pageSize: OPERATOR_PAGE_SIZES[0] },
    filters: { permanent: toCrudFilters(query) },
    queryOptions: { placeholderData: keepPreviousData },
  });
  const { error } = tableQuery;
  return (
    <section aria-label={translate('spending:finding.title')}>
      <h2>{translate('spending:finding.title')}</h2>
      <p>{translate('spending:finding.intro')}</p>
      <DataTable
        label={translate('spending:finding.title')}
        columns={columns}
        rowKey={({ findingId }) => findingId}
        tableProps={tableProps}
        pageSizes={OPERATOR_PAGE_SIZES}
        showsTotal
        emptyText={translate('spending:finding.empty')}
        onRetry={error ? () => void tableQuery.refetch() : undefined}
        failureText={error ? errorText(error) : undefined}
      />
    </section>
  );
}
