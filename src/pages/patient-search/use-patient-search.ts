import { useTable } from '@refinedev/antd';
import { useEffect, useRef, useState } from 'react';
import type { Patient } from '#contract/entities/patient.ts';
import { normalizeFiscalCode } from '#contract/rules/fiscal-code.ts';
import type { PagedRows } from '#src/components/data-table/paging.ts';
import { refuseOffline } from '#src/providers/connection/refuse-offline.ts';
import { fiscalCodeHint } from './fiscal-code-hint.ts';

/** A search that was started. */
interface Submitted {
  readonly fiscalCode: string;
  /** Counts the searches, so that the same code can be searched again. */
  readonly attempt: number;
  /** Whether a single patient found opens by itself: Enter does that, the button does not. */
  readonly opensSingle: boolean;
}

interface PatientSearch {
  readonly tableProps: PagedRows<Patient>;
  /** Counts the searches; a new one begins on the first page. */
  readonly attempt: number;
  readonly isLoading: boolean;
  /** Present when the list could not be loaded. */
  readonly onRetry: (() => void) | undefined;
  /** How many patients were found; null while no search has been answered. */
  readonly found: number | null;
  /** Whether the code is nobody's: not one that the server has refused, nor one too short, which is told beside the field. */
  readonly isNobodys: boolean;
  /** Whether there are more, which the server does not show (an extra of ours). */
  readonly hasMore: boolean;
  readonly search: (typed: string, opensSingle: boolean) => void;
  readonly reset: () => void;
}

const NOTHING: Submitted = { fiscalCode: '', attempt: 0, opensSingle: false };

/**
 * The patients whose fiscal code begins with what was typed or scanned; an empty form gives an empty list (§2). The
 * code stays in memory: never in the URL (design §2).
 * @param onSingle what to do with a single patient found by Enter
 * @param isReady whether it can be done already; until then it waits
 */
export function usePatientSearch(onSingle: (patient: Patient) => void, isReady: boolean): PatientSearch {
  const [submitted, setSubmitted] = useState(NOTHING);
  const handled = useRef(0);
  const { fiscalCode, attempt, opensSingle } = submitted;
  const isAsked = fiscalCode !== '';
  const { tableProps, tableQuery } = useTable<Patient>({
    resource: 'patients',
    syncWithLocation: false,
    // The server sends them all (§7): the table pages and sorts them.
    pagination: { mode: 'off' },
    filters: { permanent: [{ field: 'fiscalCode', operator: 'eq', value: fiscalCode }] },
    meta: { attempt },
    queryOptions: { enabled: isAsked, gcTime: 0 },
  });
  const { isLoading, isError } = tableQuery;
  const patients = tableQuery.isSuccess ? tableQuery.data.data : null;
  const single = patients?.length === 1 ? patients[0] : undefined;
  const isAnswered = patients !== null;
  const isRefused = tableQuery.data?.isRefused === true;

  useEffect(() => {
    if (!isReady || !isAnswered || handled.current === attempt) return;
    handled.current = attempt;
    if (opensSingle && single) onSingle(single);
  }, [isReady, isAnswered, single, attempt, opensSingle, onSingle]);

  const submit = (next: Omit<Submitted, 'attempt'>) => setSubmitted((last) => ({ ...next, attempt: last.attempt + 1 }));

  return {
    // Refine takes what was not asked for yet for what is on its way.
    tableProps: { ...tableProps, loading: isLoading },
    attempt,
    isLoading,
    onRetry: isError ? () => void tableQuery.refetch() : undefined,
    found: patients?.length ?? null,
    isNobodys: patients?.length === 0 && !isRefused && fiscalCodeHint(fiscalCode) !== 'tooShort',
    hasMore: tableQuery.isSuccess && tableQuery.data.hasMore === true,
    search: (typed, isEnter) => {
      if (!refuseOffline()) submit({ fiscalCode: normalizeFiscalCode(typed), opensSingle: isEnter });
    },
    reset: () => submit(NOTHING),
  };
}
