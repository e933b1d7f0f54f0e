import { useList } from '@refinedev/core';
import type { Asl } from '#contract/entities/asl.ts';
import type { Business } from '#contract/entities/business.ts';
import type { Identity } from '#src/providers/auth/identity.ts';
import type { TypeaheadOption } from '../typeahead/typeahead.tsx';
import type { CounterpartyName } from './filter-draft.ts';

/** Whom the documents of a user may be about (§5, §6). */
export interface Counterparty {
  readonly name: CounterpartyName;
  readonly isRequired: boolean;
  /** By name; the values are ids as text. */
  readonly options: readonly TypeaheadOption[];
  readonly isLoading: boolean;
  /** Present when the options could not be loaded. */
  readonly onRetry: (() => void) | undefined;
}

function optionOf(row: Asl | Business): TypeaheadOption {
  if ('aslId' in row) return { value: String(row.aslId), label: row.name };
  return { value: String(row.businessId), label: row.companyName ?? String(row.businessId) };
}

/** A shop must choose a health authority; a health authority may choose a shop (§5, §6). */
export function useCounterparty({ profile }: Identity): Counterparty {
  const isShop = profile === 'BUSINESS';
  const { result, query } = useList<Asl | Business>({
    resource: isShop ? 'asl' : 'businesses',
    pagination: { mode: 'off' },
  });
  return {
    name: isShop ? 'aslId' : 'businessId',
    isRequired: isShop,
    options: result.data.map(optionOf).toSorted((a, b) => a.label.localeCompare(b.label, 'it')),
    isLoading: query.isLoading,
    onRetry: query.isError ? () => void query.refetch() : undefined,
  };
}
