import { Input, type InputRef } from 'antd';
import { type ComponentPropsWithRef, useState } from 'react';
import { type Money, money } from '#contract/rules/money.ts';

const NUMBER = /^-?\d{1,12}(?:[.,]\d{1,9})?$/;

/** A number as it stands in a field: every digit of it, with a decimal comma. */
function numberText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string'
    ? value
    : money(value as number | Money)
        .toFixed()
        .replace('.', ',');
}

/** What is no number stays as it was typed, for the schema to refuse. */
function readNumber(text: string): number | string | undefined {
  if (text === '') return undefined;
  return NUMBER.test(text) ? Number(text.replace(',', '.')) : text;
}

interface NumberFieldProps extends Omit<ComponentPropsWithRef<typeof Input>, 'value' | 'onChange' | 'ref'> {
  readonly ref?: React.Ref<InputRef>;
  readonly value: unknown;
  readonly onChange: (value: number | string | undefined) => void;
}

/** A number, typed as text: what is typed stays as it is, with its last zeros, until the value is another. */
export function NumberField({ value, onChange, ...input }: NumberFieldProps) {
  const [typed, setTyped] = useState<{ text: string; value: unknown }>({ text: '', value: undefined });
  return (
    <Input
      {...input}
      inputMode="decimal"
      autoComplete="off"
      value={typed.value === value ? typed.text : numberText(value)}
      onChange={({ target }) => {
        const read = readNumber(target.value.trim());
        setTyped({ text: target.value, value: read });
        onChange(read);
      }}
    />
  );
}
