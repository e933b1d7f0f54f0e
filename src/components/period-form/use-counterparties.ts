import { useSelect } from '@refinedev/antd';
import { useQuery } from '@tanstack/react-query';
import type { Asl } from '#contract/entities/asl.ts';
import type { Business } from '#contract/entities/business.ts';
import { featuresQuery } from '#src/providers/features/features.ts';
import type { TypeaheadOption } from '../fields/typeahead.tsx';

function idOf(row: Asl | Business): string {
  return String('aslId' in row ? row.aslId : row.businessId);
}

function nameOf(row: Asl | Business): string {
  return ('aslId' in row ? row.name : row.companyName) ?? idOf(row);
}

/** The health authorities that a business may choose, or the businesses that a health authority may choose (§6). */
export function useCounterparties(profile: string) {
  const { data: features, isPending } = useQuery(featuresQuery);
  const businesses = features?.calls.includes('all-businesses.list') === true ? 'all-businesses' : 'businesses';
  const { selectProps, query } = useSelect<Asl | Business>({
    resource: profile === 'BUSINESS' ? 'asl' : businesses,
    optionLabel: nameOf,
    optionValue: idOf,
    pagination: { mode: 'off' },
    queryOptions: { enabled: profile === 'BUSINESS' || !isPending },
  });
  return { options: (selectProps.options ?? []) as TypeaheadOption[], query };
}
