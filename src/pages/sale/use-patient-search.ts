import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Patient } from '#contract/entities/patient.ts';
import { normalizeFiscalCode } from '#contract/rules/fiscal-code.ts';
import { fiscalCodeHint } from '#src/components/display/patient.ts';
import { useTable } from '#src/components/table/use-table.ts';
import { refuseOffline } from '#src/providers/notifications/refuse-offline.ts';

interface Submitted {
  readonly fiscalCode: string;
  /** Number of the search, so that the same code can be searched again. */
  readonly attempt: number;
  /** Whether a single result opens automatically: yes for Enter, no for the button. */
  readonly opensSingle: boolean;
}

const NOTHING: Submitted = { fiscalCode: '', attempt: 0, opensSingle: false };

/**
 * Searches patients whose fiscal code starts with the typed or scanned text; an empty form gives an empty list (§2).
 * The code stays in memory, never in the URL (design §2).
 * @param onSingle called with a single patient found by Enter
 * @param isReady whether `onSingle` may be called already; until then it waits
 */
export function usePatientSearch(onSingle: (patient: Patient) => void, isReady: boolean) {
  const [submitted, setSubmitted] = useState(NOTHING);
  const handled = useRef(0);
  const { fiscalCode, attempt, opensSingle } = submitted;
  const isEnabled = fiscalCode !== '';
  const { tableProps, tableQuery } = useTable<Patient>({
    resource: 'patients',
    syncWithLocation: false,
    // The server sends all of them (§7); the table pages and sorts them.
    pagination: { mode: 'off' },
    filters: { permanent: [{ field: 'fiscalCode', operator: 'eq', value: fiscalCode }] },
    meta: { attempt },
    queryOptions: { enabled: isEnabled, gcTime: 0 },
  });
  const { isLoading, isError } = tableQuery;
  const patients = tableQuery.isSuccess ? tableQuery.data.data : null;
  const single = patients?.length === 1 ? patients[0] : undefined;
  const isAnswered = patients !== null;
  const isRefused = tableQuery.data?.isRefused === true;
  const openSingle = useEffectEvent(onSingle);

  useEffect(() => {
    if (!isReady || !isAnswered || handled.current === attempt) return;
    handled.current = attempt;
    if (opensSingle && single) openSingle(single);
  }, [isReady, isAnswered, single, attempt, opensSingle]);

  const submit = (next: Omit<Submitted, 'attempt'>) => setSubmitted((last) => ({ ...next, attempt: last.attempt + 1 }));

  return {
    // Refine reports a disabled query as loading.
    tableProps: { ...tableProps, loading: isLoading },
    /** Number of the search; a new one starts on the first page. */
    attempt,
    isLoading,
    /** Set when the list could not be loaded. */
    onRetry: isError ? () => void tableQuery.refetch() : undefined,
    /** Number of patients found; null before the first response. */
    found: patients?.length ?? null,
    /** Whether no patient has this code. False for a refused or too short code, which the field reports. */
    isUnknownCode: patients?.length === 0 && !isRefused && fiscalCodeHint(fiscalCode) !== 'tooShort',
    /** Whether the server has more patients than it sent (an extra of our server). */
    hasMore: tableQuery.isSuccess && tableQuery.data.hasMore === true,
    search: (typed: string, isEnter: boolean) => {
      if (!refuseOffline()) submit({ fiscalCode: normalizeFiscalCode(typed), opensSingle: isEnter });
    },
    reset: () => submit(NOTHING),
  };
}
