import { useList } from '@refinedev/core';
import { useEffect, useRef, useState } from 'react';
import type { Patient } from '#contract/entities/patient.ts';
import { normalizeFiscalCode } from '#contract/rules/fiscal-code.ts';
import { refuseOffline } from '#src/providers/connection/refuse-offline.ts';

/** A search that was started. */
interface Submitted {
  readonly fiscalCode: string;
  /** Counts the searches, so that the same code can be searched again. */
  readonly attempt: number;
  /** Whether a single patient found opens by itself: Enter does that, the button does not. */
  readonly opensSingle: boolean;
}

interface PatientSearch {
  readonly patients: readonly Patient[];
  readonly isLoading: boolean;
  /** Present when the list could not be loaded. */
  readonly onRetry: (() => void) | undefined;
  /** Counts the searches; a new one begins on the first page. */
  readonly attempt: number;
  /** Whether a search has been answered. */
  readonly isAnswered: boolean;
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
  const isAsked = submitted.fiscalCode !== '';
  const { result, query } = useList<Patient>({
    resource: 'patients',
    filters: [{ field: 'fiscalCode', operator: 'eq', value: submitted.fiscalCode }],
    pagination: { mode: 'off' },
    meta: { attempt: submitted.attempt },
    queryOptions: { enabled: isAsked, gcTime: 0 },
  });
  const patients = isAsked ? result.data : [];
  const isAnswered = isAsked && query.isSuccess;
  const single = isAnswered && patients.length === 1 ? patients[0] : undefined;

  useEffect(() => {
    if (!isReady || !isAnswered || handled.current === submitted.attempt) return;
    handled.current = submitted.attempt;
    if (submitted.opensSingle && single) onSingle(single);
  }, [isReady, isAnswered, single, submitted, onSingle]);

  return {
    patients,
    attempt: submitted.attempt,
    isLoading: query.isLoading,
    isAnswered,
    onRetry: query.isError ? () => void query.refetch() : undefined,
    search: (typed, opensSingle) => {
      if (refuseOffline()) return;
      setSubmitted(({ attempt }) => ({ fiscalCode: normalizeFiscalCode(typed), attempt: attempt + 1, opensSingle }));
    },
    reset: () => setSubmitted(({ attempt }) => ({ ...NOTHING, attempt: attempt + 1 })),
  };
}
