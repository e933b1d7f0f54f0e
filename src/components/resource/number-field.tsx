import { Input, type InputRef } from 'antd';
import { type ComponentPropsWithRef, useState } from 'react';
import { money, type Money } from '#contract/rules/money.ts';
import { readAmount, writeAmount } from '#contract/rules/typed-text.ts';

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
export function doubtOf(value: unknown): { readonly decimals: string; readonly thousands: string } | undefined {
  const reading = typeof value === 'string' ? readAmount(value) : undefined;
  if (reading?.kind !== 'ambiguous') return undefined;
  const [decimals, thousands] = reading.readings;
  return { decimals: writeAmount(decimals), thousands: writeAmount(`${thousands}.00`) };
}

interface NumberFieldProps extends Omit<ComponentPropsWithRef<typeof Input>, 'value' | 'onChange' | 'ref'> {
  readonly ref?: React.Ref<InputRef>;
  /** An amount in euro, in which a separator before three digits may stand for thousands. */
  readonly isAmount: boolean;
  readonly value: unknown;
  readonly onChange: (value: number | string | undefined) => void;
}

/** A number input. It keeps the typed text, including trailing zeros, until the value changes. */
export function NumberField({ isAmount, value, onChange, ...input }: NumberFieldProps) {
  const [typed, setTyped] = useState<{ text: string; value: unknown }>({ text: '', value: undefined });
  return (
    <Input
      {...input}
      inputMode="decimal"
      autoComplete="off"
      value={typed.value === value ? typed.text : numberText(value)}
      onChange={({ target }) => {
        const read = readNumber(target.value.trim(), isAmount);
        setTyped({ text: target.value, value: read });
        onChange(read);
      }}
    />
  );
}
