import { useTranslate } from '@refinedev/core';
import { Alert } from 'antd';
import { type Control, useWatch } from 'react-hook-form';
import { differencesFromFiscalCode, normalizeFiscalCode } from '#contract/rules/fiscal-code.ts';

/** What the fiscal code of a patient says of its person. */
export const PERSON = ['fiscalCode', 'birthDate', 'gender'] as const;

/** Tells while a patient is typed what differs from the fiscal code. It refuses nothing. */
export function FiscalCodeWarning({ control }: { readonly control: Control }) {
  const translate = useTranslate();
  const [code = '', birthDate = '', gender = ''] = useWatch({ control, name: PERSON }) as (string | undefined)[];
  const isTyped = { birthDate: /^\d{4}-\d{2}-\d{2}$/.test(birthDate), gender: gender !== '' };
  const differing = differencesFromFiscalCode(normalizeFiscalCode(code), { birthDate, gender }).filter(
    (field) => isTyped[field],
  );
  return (
    <div aria-live="polite">
      {differing.map((field) => (
        <Alert key={field} type="warning" showIcon message={translate(`resource:differsFromCode.${field}`)} />
      ))}
    </div>
  );
}
