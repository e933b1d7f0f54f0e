import { SearchOutlined } from '@ant-design/icons';
import { useTranslate } from '@refinedev/core';
import { Button, Input, type InputRef } from 'antd';
import { type RefObject, useEffect, useId, useState } from 'react';
import { normalizeFiscalCode } from '#contract/rules/fiscal-code.ts';
import { ActionButton } from '#src/components/action-button/action-button.tsx';
import { fiscalCodeHint } from './fiscal-code-hint.ts';
import styles from './patient-search.module.css';

interface PatientSearchFormProps {
  readonly fiscalCodeField: RefObject<InputRef | null>;
  readonly isSearching: boolean;
  /** `opensSingle`: Enter was pressed, as the health card's scanner does. */
  readonly onSearch: (fiscalCode: string, opensSingle: boolean) => void;
  readonly onReset: () => void;
}

/** The fiscal code to search by, typed or scanned from the health card (§2). It has the focus on arrival. */
export function PatientSearchForm({ fiscalCodeField, isSearching, onSearch, onReset }: PatientSearchFormProps) {
  const translate = useTranslate();
  const id = useId();
  const [fiscalCode, setFiscalCode] = useState('');
  const hint = fiscalCodeHint(fiscalCode);

  useEffect(() => {
    fiscalCodeField.current?.focus();
  }, [fiscalCodeField]);

  return (
    <form
      className={styles.form}
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(fiscalCode, false);
      }}
    >
      <div className={styles.field}>
        <label htmlFor={id}>{translate('patients:fiscalCode')}</label>
        <Input
          ref={fiscalCodeField}
          id={id}
          size="large"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          status={hint ? 'warning' : ''}
          aria-describedby={`${id}-hint`}
          value={fiscalCode}
          onChange={(event) => setFiscalCode(normalizeFiscalCode(event.target.value))}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            // The next card scanned takes the place of this one.
            event.currentTarget.select();
            onSearch(event.currentTarget.value, true);
          }}
        />
        <p id={`${id}-hint`} className={hint ? styles.warning : styles.hint} aria-live="polite">
          {hint ? translate(`patients:hint.${hint}`) : translate('patients:hint.scan')}
        </p>
      </div>
      <div className={styles.buttons}>
        <Button
          size="large"
          onClick={() => {
            setFiscalCode('');
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
