import { type BaseKey, useCan, useTranslate } from '@refinedev/core';
import { Alert } from 'antd';
import { useState } from 'react';
import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form';
import { findSamePerson } from '#contract/admin/patients.ts';
import type { CallAnswer } from '#contract/call.ts';
import { permissionOf } from '#src/providers/access-control-provider.ts';
import { type ApiError, toApiError } from '#src/providers/api/api-error.ts';
import { useCallMutation } from '#src/providers/api/call-hooks.ts';
import { useSecondPress } from '../form/action-button.tsx';
import { isSameValue } from './record-values.ts';

/** By these two entries of the same person are found. */
const PERSON = ['firstName', 'lastName', 'birthDate'] as const;
/** The save says the same of what is wrong with the values, at its field. */
const OF_SAVE = [400, 404];

type Found = CallAnswer<typeof findSamePerson>;

function personOf(values: readonly unknown[]): string {
  return JSON.stringify(values);
}

/** The question before a patient is saved whether there is one with the same names and birth date (rules §9). */
export function useSamePerson(control: UseFormReturn['control'], isOfPatient: boolean) {
  const { run, isRunning } = useCallMutation(findSamePerson);
  const { data: may } = useCan({ ...permissionOf(findSamePerson), queryOptions: { enabled: isOfPatient } });
  const typed = personOf(useWatch({ control, name: PERSON, disabled: !isOfPatient }));
  const [told, setTold] = useState<Found & { readonly typed: string }>();
  const [problem, setProblem] = useState<ApiError>();
  const isSecondPress = useSecondPress(isRunning);

  /**
   * Whether the patient may be saved: nobody else is the same, or the user has been told.
   * @param stored the values that are edited
   */
  async function mayEnter(values: FieldValues, id: BaseKey | undefined, stored: FieldValues = {}): Promise<boolean> {
    const { firstName, lastName, birthDate } = values as Record<(typeof PERSON)[number], string>;
    setProblem(undefined);
    if (!isOfPatient || may?.can === false || PERSON.every((field) => isSameValue(values[field], stored[field])))
      return true;
    if (told?.typed === typed) return !isSecondPress();
    try {
      const body = { firstName, lastName, birthDate, ...(id !== undefined && { patientId: Number(id) }) };
      const found = await run({ body });
      if (found.fiscalCodes.length === 0 && !found.isElsewhere) return true;
      setTold({ ...found, typed });
    } catch (error) {
      const refusal = toApiError(error);
      if (refusal.status !== undefined && OF_SAVE.includes(refusal.status)) return true;
      setProblem(refusal);
      // It is a warning: where nobody can tell, the next press saves.
      setTold({ fiscalCodes: [], isElsewhere: false, typed });
    }
    return false;
  }

  return { mayEnter, isAsking: isRunning, told: told?.typed === typed ? told : undefined, problem };
}

/** Says that there is a patient with the same names and birth date. It refuses nothing. */
export function SamePersonWarning({ fiscalCodes, isElsewhere }: Found) {
  const translate = useTranslate();
  return (
    <>
      {fiscalCodes.length > 0 && (
        <Alert
          type="warning"
          showIcon
          message={translate('resource:samePerson.here', { fiscalCodes: fiscalCodes.join(', ') })}
        />
      )}
      {isElsewhere && <Alert type="warning" showIcon message={translate('resource:samePerson.elsewhere')} />}
    </>
  );
}
