import { Input, type InputProps, type InputRef } from 'antd';
import type { KeyboardEvent, RefObject } from 'react';
import { type Control, useController } from 'react-hook-form';
import { MAX_QUANTITY, MIN_QUANTITY } from '#contract/rules/money.ts';
import { readWholeNumber } from '#contract/rules/typed-text.ts';
import { FormField } from '#src/components/fields/form-field.tsx';
import type { LineFields, SaleLine } from './sale-line.ts';

interface LineFormFieldProps extends Omit<InputProps, 'name'> {
  readonly name: keyof LineFields;
  readonly label: string;
  readonly control: Control<LineFields, unknown, SaleLine>;
  readonly input: RefObject<InputRef | null>;
  readonly onTyped?: () => void;
}

const STEPS: Readonly<Partial<Record<string, 1 | -1>>> = { ArrowUp: 1, ArrowDown: -1 };

/**
 * A required field with its label. Both fields are checked together. The quantity is a text field with the keys of a
 * number field: browsers with another language read '2,5' in a number field as 25.
 */
export function LineFormField({ name, label, control, input, onTyped, ...props }: LineFormFieldProps) {
  const { field, fieldState } = useController({
    name,
    control,
    rules: { deps: name === 'quantity' ? 'unitPrice' : 'quantity', onChange: onTyped },
  });
  const isWrong = fieldState.error !== undefined;
  const quantity = name === 'quantity' ? readWholeNumber(field.value) : undefined;
  const step = (event: KeyboardEvent) => {
    const by = STEPS[event.key];
    if (name !== 'quantity' || by === undefined) return;
    event.preventDefault();
    field.onChange(String(Math.min(MAX_QUANTITY, Math.max(MIN_QUANTITY, (quantity ?? 0) + by))));
  };
  return (
    <FormField label={label}>
      {({ id }) => (
        <Input
          {...props}
          {...(name === 'quantity' && {
            role: 'spinbutton',
            'aria-valuemin': MIN_QUANTITY,
            'aria-valuemax': MAX_QUANTITY,
            'aria-valuenow': quantity,
            onKeyDown: step,
          })}
          ref={input}
          name={name}
          value={field.value}
          onChange={field.onChange}
          onBlur={field.onBlur}
          id={id}
          required
          status={isWrong ? 'error' : ''}
          aria-invalid={isWrong}
        />
      )}
    </FormField>
  );
}
