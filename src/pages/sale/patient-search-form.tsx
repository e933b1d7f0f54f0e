import { SearchOutlined } from '@ant-design/icons';
import { zodResolver } from '@hookform/resolvers/zod';
import { useTranslate } from '@refinedev/core';
import { Button, Input, type InputRef } from 'antd';
import { type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import type { Patient } from '#contract/entities/patient.ts';
import { normalizeFiscalCode } from '#contract/rules/fiscal-code.ts';
import { fiscalCodeHint } from '#src/components/display/patient.ts';
import { ActionButton } from '#src/components/form/action-button.tsx';
import { readScan } from '#src/components/scan/recognise.ts';
import { useScan } from '#src/components/scan/scan-listener.tsx';
import { useTable } from '#src/components/table/use-table.ts';
import { useFeatures } from '#src/providers/api/features.ts';
import { refuseOffline } from '#src/providers/notifications/refuse-offline.ts';
import { takeScannedCard } from '#src/providers/session/sale-store.ts';
import styles from './sale.module.css';

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
  const { wholeCodes = false } = useFeatures();
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
    /** Whether no patient has this code. False for a refused or incomplete code, which the field reports. */
    isUnknownCode: patients?.length === 0 && !isRefused && fiscalCodeHint(fiscalCode, wholeCodes) !== 'incomplete',
    search: (typed: string, isEnter: boolean) => {
      if (!refuseOffline()) submit({ fiscalCode: normalizeFiscalCode(typed), opensSingle: isEnter });
    },
    reset: () => submit(NOTHING),
  };
}

interface PatientSearchFormProps {
  readonly fiscalCodeField: RefObject<InputRef | null>;
  readonly isSearching: boolean;
  /** `opensSingle`: the search was started by Enter, also of a scanner. */
  readonly onSearch: (fiscalCode: string, opensSingle: boolean) => void;
  readonly onReset: () => void;
}

/** As the code of a card begins. */
const CARD = /^[A-Z]{6}/i;

/** The fiscal code in what a scanner or a person typed, or the beginning of one. */
function fiscalCodeIn(typed: string): string {
  const scan = readScan(typed);
  return scan?.kind === 'card' ? scan.code : normalizeFiscalCode(typed);
}

/** Every text can be searched; a wrong code only shows a hint (rules §4). */
const searchForm = z.object({ fiscalCode: z.pipe(z.string(), z.transform(fiscalCodeIn)) });

/** The fiscal code to search for, typed or scanned from the health card (§2). The field is focused at first. */
export function PatientSearchForm({ fiscalCodeField, isSearching, onSearch, onReset }: PatientSearchFormProps) {
  const translate = useTranslate();
  const id = useId();
  const { control, handleSubmit, reset, setValue } = useForm({
    resolver: zodResolver(searchForm),
    defaultValues: { fiscalCode: '' },
  });
  const { wholeCodes = false } = useFeatures();
  const hint = fiscalCodeHint(useWatch({ control, name: 'fiscalCode' }), wholeCodes);
  const search = (opensSingle: boolean) => handleSubmit(({ fiscalCode }) => onSearch(fiscalCode, opensSingle));

  /** Like a typed code and Enter. */
  const searchScanned = (code: string) => {
    setValue('fiscalCode', normalizeFiscalCode(code));
    fiscalCodeField.current?.focus({ cursor: 'all' });
    void search(true)();
  };

  useScan(({ kind, code }, isBlocked) => {
    if (isBlocked || !(kind === 'card' || (kind === 'unreadable' && CARD.test(code)))) return undefined;
    searchScanned(code);
    return 'taken';
  });

  const begin = useEffectEvent(() => {
    fiscalCodeField.current?.focus();
    const scanned = takeScannedCard();
    if (scanned !== null) searchScanned(scanned);
  });
  useEffect(() => {
    begin();
  }, []);

  return (
    <form className={styles.searchForm} role="search" onSubmit={(event) => void search(false)(event)}>
      <div className={styles.codeField}>
        <label htmlFor={id}>{translate('patients:fiscalCode')}</label>
        <Controller
          name="fiscalCode"
          control={control}
          render={({ field: { ref, onChange, ...field } }) => (
            <Input
              {...field}
              ref={(shown) => {
                fiscalCodeField.current = shown;
                ref(shown);
              }}
              id={id}
              size="large"
              data-codes="card"
              autoCapitalize="characters"
              autoCorrect="off"
              status={hint ? 'warning' : ''}
              aria-describedby={`${id}-hint`}
              onChange={(event) => onChange(normalizeFiscalCode(event.target.value))}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                // The next scanned card replaces this one.
                event.currentTarget.select();
                void search(true)(event);
              }}
            />
          )}
        />
        <p id={`${id}-hint`} className={hint ? styles.codeWarning : styles.codeHint} aria-live="polite">
          {hint ? translate(`patients:hint.${hint}`) : translate('patients:hint.scan')}
        </p>
      </div>
      <div className={styles.searchButtons}>
        <Button
          size="large"
          onClick={() => {
            reset();
            onReset();
            fiscalCodeField.current?.focus();
          }}
        >
          {translate('patients:reset')}
        </Button>
        <ActionButton
          type="primary"
          size="large"
          htmlType="submit"
          icon={<SearchOutlined aria-hidden />}
          loading={isSearching}
        >
          {translate('patients:search')}
        </ActionButton>
      </div>
    </form>
  );
}
