import { CanAccess, useTranslate } from '@refinedev/core';
import { Checkbox, Input, type InputRef, Select } from 'antd';
import { type ComponentPropsWithRef, useState } from 'react';
import { type Control, type ControllerRenderProps, type FieldError, useController } from 'react-hook-form';
import type { Reference } from '#contract/admin/define.ts';
import { money, type Money } from '#contract/rules/money.ts';
import { readAmount, writeAmount } from '#contract/rules/typed-text.ts';
import type { Shape } from '#contract/wire.ts';
import { useKinds, useTranslateKinds } from '#src/providers/api/kinds.ts';
import { Value } from '../display/value.tsx';
import { DateField } from '../form/date-field.tsx';
import { type FieldInputProps, FormField, withTyped } from '../form/form-field.tsx';
import { matchesLabel } from '../form/typeahead.tsx';
import { labelOf, NUMBER_KINDS, wordOf } from './record-values.ts';
import { ReferenceField } from './reference-field.tsx';
import styles from './resource.module.css';

/** A number as text with all its digits and a decimal comma. */
function numberText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : writeAmount(money(value as number | Money).toFixed());
}

/** A text that is no number, or that may be two amounts, stays as it is, and the schema refuses it. */
function readNumber(text: string, isAmount: boolean): number | string | undefined {
  if (text === '') return undefined;
  const reading = readAmount(text);
  if (reading.kind === 'amount') return Number(reading.value);
  return reading.kind === 'ambiguous' && !isAmount ? Number(reading.readings[0]) : text;
}

/** The two amounts that a typed text may mean, written so that each is clear; undefined if it does not. */
function doubtOf(text: string): { readonly decimals: string; readonly thousands: string } | undefined {
  const reading = readAmount(text);
  if (reading.kind !== 'ambiguous') return undefined;
  const [decimals, thousands] = reading.readings;
  return { decimals: writeAmount(decimals), thousands: writeAmount(`${thousands}.00`) };
}

/** The error of a number field: of a text that is no number with that text, of one with two readings with both. */
function unreadNumber(
  value: unknown,
  error: string,
  { kind }: Shape,
  translate: ReturnType<typeof useTranslate>,
): string {
  if (typeof value !== 'string') return error;
  const doubt = kind === 'amount' ? doubtOf(value) : undefined;
  return withTyped(value, doubt ? translate('resource:twoAmounts', doubt) : error, translate);
}

interface NumberFieldProps extends Omit<ComponentPropsWithRef<typeof Input>, 'value' | 'onChange' | 'ref'> {
  readonly ref?: React.Ref<InputRef>;
  /** An amount in euro, in which a separator before three digits may stand for thousands. */
  readonly isAmount: boolean;
  readonly value: unknown;
  readonly onChange: (value: number | string | undefined) => void;
}

/** A number input. It keeps the typed text, including trailing zeros, until the value changes. */
function NumberField({ isAmount, value, onChange, ...input }: NumberFieldProps) {
  const [typed, setTyped] = useState<{ text: string; value: unknown }>({ text: '', value: undefined });
  return (
    <Input
      {...input}
      inputMode="decimal"
      value={typed.value === value ? typed.text : numberText(value)}
      onChange={({ target }) => {
        const read = readNumber(target.value.trim(), isAmount);
        setTyped({ text: target.value, value: read });
        onChange(read);
      }}
    />
  );
}

interface TypedFieldProps {
  /** The key of the words of its resource. */
  readonly words: string;
  readonly shape: Shape | undefined;
  readonly reference?: Reference | undefined;
  /** Whether it is a search field: a flag then has a third choice, for both values. */
  readonly isFilter?: boolean;
  readonly hint?: string | undefined;
  /** Whether it is marked as needed. */
  readonly isNeeded?: boolean;
}

interface FieldProps extends TypedFieldProps {
  readonly control: Control;
  readonly name: string;
  /** Where its value is in the form. Default: its name. */
  readonly path?: string;
  /** Whether the form forgets its value when it is not shown. */
  readonly shouldUnregister?: boolean;
  /** The translated text of an error. */
  readonly errorOf?: (error: FieldError, value: unknown) => string | undefined;
}

export interface InputProps
  extends FieldInputProps, Omit<TypedFieldProps, 'hint' | 'isNeeded'>, Omit<ControllerRenderProps, 'value'> {
  readonly value: unknown;
}

/** The values of a flag filter in the URL, and their text keys. */
const FLAG_ANSWERS = { '': 'resource:any', true: 'common:yes', false: 'common:no' };

/** The input of a field, by its type. An empty value becomes undefined. */
function FieldInput({ words, shape, reference, isFilter, value: given, onChange, ...input }: InputProps) {
  const translate = useTranslateKinds();
  const kinds = useKinds();
  const nameOf = (word: string) => wordOf(words, input.name, word, translate);
  // antd puts it on the box around the select, where it is not allowed; the label has its mark.
  const { 'aria-required': _required, ...choice } = input;
  if (reference) {
    const isMultiple = shape?.kind === 'list' && !isFilter;
    const of = { reference, isMultiple, isFilter };
    return <ReferenceField {...choice} {...of} value={given} onChange={onChange} />;
  }
  if (shape && NUMBER_KINDS.has(shape.kind)) {
    return <NumberField {...input} isAmount={shape.kind === 'amount'} value={given} onChange={onChange} />;
  }
  if (shape?.kind === 'list' && shape.item.kind === 'word') {
    return (
      <Select<string[]>
        {...choice}
        mode="multiple"
        filterOption={matchesLabel}
        options={shape.item.words.map((word) => ({ value: word, label: nameOf(word) }))}
        value={Array.isArray(given) ? given.map(String) : []}
        onChange={onChange}
      />
    );
  }
  if (shape?.kind === 'flag' && isFilter) {
    return (
      <Select<string>
        {...choice}
        options={Object.entries(FLAG_ANSWERS).map(([value, key]) => ({ value, label: translate(key) }))}
        value={String(given) in FLAG_ANSWERS ? String(given) : ''}
        onChange={(answer) => onChange(answer === '' ? undefined : answer)}
      />
    );
  }
  if (shape?.kind === 'flag') {
    const { status: _status, ...box } = choice;
    return <Checkbox {...box} checked={given === true} onChange={({ target }) => onChange(target.checked)} />;
  }
  if (shape?.kind === 'word') {
    const offered = kinds.filter(({ code, disabled }) => !disabled || code === given || isFilter);
    const values = shape.isKindOfDossier ? offered.map(({ code }) => code) : shape.words;
    const options = values.map((word) => {
      const label = nameOf(word);
      return { value: word, label: /\d/.test(label) ? <Value text={label} /> : label };
    });
    return (
      <Select<string>
        {...choice}
        allowClear
        placeholder={isFilter && translate('resource:any')}
        options={options}
        value={typeof given === 'string' ? given : null}
        onChange={onChange}
      />
    );
  }
  return (
    <Input
      {...input}
      // A phone would put a word that it knows in the place of a name.
      autoCorrect="off"
      value={typeof given === 'string' ? given : ''}
      onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
    />
  );
}

/**
 * A field of a form with label and error. Its type sets the input. A reference is a select for users who may list the
 * referenced records.
 */
export function Field({ control, name, path = name, shouldUnregister = false, errorOf, ...props }: FieldProps) {
  const { field, fieldState } = useController({ control, name: path, shouldUnregister });
  const error = fieldState.error && errorOf?.(fieldState.error, field.value);
  const typed = <TypedField {...props} field={{ ...field, name }} error={error} />;
  const { reference } = props;
  if (!reference) return typed;
  return (
    <CanAccess resource={reference.resource} action="list" params={{}}>
      {typed}
    </CanAccess>
  );
}

interface ControlledProps extends TypedFieldProps {
  readonly field: ControllerRenderProps;
  readonly error: string | undefined;
}

function TypedField({
  words,
  shape,
  reference,
  isFilter = false,
  field: { ref, ...field },
  error,
  ...facts
}: ControlledProps) {
  const typed = { words, shape, reference, isFilter };
  const translate = useTranslate();
  const label = labelOf(words, field.name, translate);
  const isNumber = shape !== undefined && NUMBER_KINDS.has(shape.kind);
  const shown = { ...facts, error: isNumber && error ? unreadNumber(field.value, error, shape, translate) : error };
  if (shape?.kind === 'date') {
    const value: unknown = field.value;
    return (
      <DateField
        ref={ref}
        label={label}
        {...shown}
        value={typeof value === 'string' ? value : ''}
        onChange={(day) => field.onChange(day === '' ? undefined : day)}
        unit={shape.unit ?? 'date'}
      />
    );
  }
  return (
    <FormField className={styles.field} label={label} {...shown}>
      {(input) => <FieldInput {...field} {...input} {...typed} ref={ref} />}
    </FormField>
  );
}
