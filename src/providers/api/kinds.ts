import { useGetLocale, useTranslate } from '@refinedev/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { type Kind, listKinds } from '#contract/calls/patients.ts';
import { CATEGORY_TYPES } from '#contract/entities/shared.ts';
import { callApi } from './call-api.ts';
import { useFeatures } from './features.ts';

/** A kind that an operator adds is known elsewhere after so many ms. */
const STALE_MS = 600_000;

const kindsQuery = queryOptions({
  queryKey: ['kinds'],
  queryFn: async () => (await callApi(listKinds, {}, { alerts: 'none', background: true })).kinds,
  staleTime: STALE_MS,
});

/** A kind of dossier, as far as the portal knows it from any server. */
type KnownKind = Pick<Kind, 'code' | 'hasOwnAmounts' | 'disabled'> & Partial<Kind>;

const OF_SPECIFICATION: readonly KnownKind[] = CATEGORY_TYPES.map((code) => ({
  code,
  hasOwnAmounts: code === 'PROTEIN_FREE',
  disabled: false,
}));

/**
 * The kinds of dossier of the server; those of §4 if it does not tell any, or not yet.
 * @param isReadAnew whether they are read again even if they are known
 */
export function useKinds(isReadAnew = false): readonly KnownKind[] {
  const enabled = useFeatures().calls.includes('kinds.list');
  return useQuery({ ...kindsQuery, enabled, refetchOnMount: isReadAnew ? 'always' : true }).data ?? OF_SPECIFICATION;
}

/**
 * Refine's `translate`, which also knows the names of the kinds of dossier: a default text that is the code of a kind
 * becomes its name in the present language. The kinds of §4 have texts of the portal.
 */
export function useTranslateKinds(): ReturnType<typeof useTranslate> {
  const translate = useTranslate();
  const isEnglish = useGetLocale()().startsWith('en');
  const kinds = useKinds();
  const names = useMemo(
    () => new Map(kinds.map(({ code, nameIt, nameEn }) => [code, isEnglish ? nameEn : nameIt])),
    [kinds, isEnglish],
  );
  return useCallback(
    (key: string, options?: unknown, text?: string) =>
      typeof options === 'string'
        ? translate(key, options)
        : translate(key, options, (text && names.get(text)) ?? text),
    [translate, names],
  );
}
