import { useTranslate } from '@refinedev/core';
import { Checkbox, DatePicker, Input, InputNumber, Select } from 'antd';
import dayjs from 'dayjs';
import type { ControllerRenderProps } from 'react-hook-form';
import type { Shape } from '#contract/wire.ts';
import { wordOf } from './fields.ts';

interface FieldInputProps {
  readonly resource: string;
  readonly shape: Shape | undefined;
  readonly id: string;
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: boolean;
  readonly 'aria-labelledby': string;
  /** What react-hook-form gives a controlled field. */
  readonly field: ControllerRenderProps;
}

/** The input of a field by its type; what is left empty is left out. */
export function FieldInput({ resource, shape, field, ...input }: FieldInputProps) {
  const translate = useTranslate();
  const { name, ref, onBlur } = field;
  const value: unknown = field.value;
  const common = { ...input, name, ref, onBlur };
  switch (shape?.kind) {
    case 'integer':
    case 'amount':
      return (
        <InputNumber<number>
          {...common}
          decimalSeparator=","
          {...(shape.kind === 'integer' && { precision: 0 })}
          value={typeof value === 'number' ? value : null}
          onChange={(number) => field.onChange(number ?? undefined)}
        />
      );
    case 'flag':
      return (
        <Checkbox {...common} checked={value === true} onChange={({ target }) => field.onChange(target.checked)} />
      );
    case 'date':
      return (
        <DatePicker
          {...common}
          format={['DD/MM/YYYY', 'D/M/YYYY', 'DDMMYYYY']}
          preserveInvalidOnBlur
          value={typeof value === 'string' ? dayjs(value) : null}
          onChange={(day) => field.onChange(day ? day.format('YYYY-MM-DD') : undefined)}
        />
      );
    case 'word':
      return (
        <Select<string>
          {...common}
          allowClear
          options={shape.words.map((word) => ({ value: word, label: wordOf(resource, name, word, translate) }))}
          value={typeof value === 'string' ? value : null}
          onChange={(word) => field.onChange(word)}
        />
      );
    default:
      return (
        <Input
          {...common}
          value={typeof value === 'string' ? value : ''}
          onChange={({ target }) => field.onChange(target.value === '' ? undefined : target.value)}
        />
      );
  }
}
