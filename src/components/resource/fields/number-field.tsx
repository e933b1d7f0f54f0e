import { Input, type InputRef } from 'antd';
import { type ComponentPropsWithRef, useState } from 'react';
import { type Money, money } from '#contract/rules/money.ts';

const NUMBER = /^-?\d{1,12}(?:[.,]\d{1,9})?$/;

/** A number as text with all its digits and a decimal comma. */
function numberText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string'
    ? value
    : money(value as number | Money)
        .toFixed()
        .replace('.', ',');
}

/** A text that is no number stays as it is, and the schema refuses it. */
function readNumber(text: string): number | string | undefined {
  if (text === '') return undefined;
  return NUMBER.test(text) ? Number(text.replace(',', '.')) : text;
}

interface NumberFieldProps extends Omit<ComponentPropsWithRef<typeof Input>, 'value' | 'onChange' | 'ref'> {
  readonly ref?: React.Ref<InputRef>;
  readonly value: unknown;
  readonly onChange: (value: number | string | undefined) => void;
}

/** A number input. It keeps the typed text, including trailing zeros, until the value changes. */
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
