import { useTranslate } from '@refinedev/core';
import { Checkbox, Input, InputNumber, Select } from 'antd';
import { useId } from 'react';
import type { ControllerRenderProps } from 'react-hook-form';
import type { Shape } from '#contract/wire.ts';
import { DateField } from '../date-field/date-field.tsx';
import { FieldError } from '../field-error/field-error.tsx';
import { labelOf, wordOf } from './fields.ts';
import styles from './resource.module.css';

interface FieldProps {
  readonly resource: string;
  readonly shape: Shape | undefined;
  /** Whether it searches: a flag may then be either. */
  readonly isFilter?: boolean;
  /** What react-hook-form gives a controlled field. */
  readonly field: ControllerRenderProps;
  /** What is wrong with it, translated. */
  readonly error?: string | undefined;
}

interface InputProps extends Omit<FieldProps, 'field' | 'error'>, Omit<ControllerRenderProps, 'value'> {
  readonly id: string;
  readonly value: unknown;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string;
}

/** What a flag is searched by, as the URL holds it, and its texts. */
const FLAG_ANSWERS = { '': 'resource:any', true: 'resource:yes', false: 'resource:no' };

/** The input of a field by its type; what is left empty is left out. */
function FieldInput({ resource, shape, isFilter, value: given, onChange, ...input }: InputProps) {
  const translate = useTranslate();
  if (shape?.kind === 'integer' || shape?.kind === 'amount') {
    return (
      <InputNumber<number>
        {...input}
        decimalSeparator=","
        {...(shape.kind === 'integer' && { precision: 0 })}
        value={given === undefined ? null : Number(given)}
        onChange={(number) => onChange(number ?? undefined)}
      />
    );
  }
  if (shape?.kind === 'flag' && isFilter) {
    const options = Object.entries(FLAG_ANSWERS).map(([value, key]) => ({ value, label: translate(key) }));
    const value = String(given);
    return (
      <Select<string>
        {...input}
        options={options}
        value={value in FLAG_ANSWERS ? value : ''}
        onChange={(answer) => onChange(answer === '' ? undefined : answer)}
      />
    );
  }
  if (shape?.kind === 'flag') {
    return <Checkbox {...input} checked={given === true} onChange={({ target }) => onChange(target.checked)} />;
  }
  if (shape?.kind === 'word') {
    const options = shape.words.map((word) => ({ value: word, label: wordOf(resource, input.name, word, translate) }));
    return (
      <Select<string>
        {...input}
        allowClear
        options={options}
        value={typeof given === 'string' ? given : null}
        onChange={onChange}
      />
    );
  }
  return (
    <Input
      {...input}
      autoComplete="off"
      value={typeof given === 'string' ? given : ''}
      onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
    />
  );
}

/** A field of a form with its label and what is wrong with it; what it edits follows from its type. */
export function Field({ resource, shape, isFilter = false, field: { ref, ...field }, error }: FieldProps) {
  const translate = useTranslate();
  const id = useId();
  const label = labelOf(resource, field.name, translate);
  if (shape?.kind === 'date') {
    const value: unknown = field.value;
    return (
      <DateField
        ref={ref}
        label={label}
        value={typeof value === 'string' ? value : ''}
        onChange={(day) => field.onChange(day === '' ? undefined : day)}
        error={error}
      />
    );
  }
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <FieldInput
        {...field}
        ref={ref}
        id={id}
        resource={resource}
        shape={shape}
        isFilter={isFilter}
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-error`}
      />
      <FieldError id={`${id}-error`} text={error} />
    </div>
  );
}
