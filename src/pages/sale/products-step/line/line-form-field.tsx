import { Input, type InputProps, type InputRef } from 'antd';
import type { RefObject } from 'react';
import { type Control, useController } from 'react-hook-form';
import { FormField } from '#src/components/fields/form-field.tsx';
import type { LineFields, SaleLine } from './sale-line.ts';

interface LineFormFieldProps extends Omit<InputProps, 'name'> {
  readonly name: keyof LineFields;
  readonly label: string;
  readonly control: Control<LineFields, unknown, SaleLine>;
  readonly input: RefObject<InputRef | null>;
  readonly onTyped?: () => void;
}

/** A required field with its label. Both fields are checked together. */
export function LineFormField({ name, label, control, input, onTyped, ...props }: LineFormFieldProps) {
  const { field, fieldState } = useController({
    name,
    control,
    rules: { deps: name === 'quantity' ? 'unitPrice' : 'quantity', onChange: onTyped },
  });
  const isWrong = fieldState.error !== undefined;
  return (
    <FormField label={label}>
      {({ id }) => (
        <Input
          {...props}
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
