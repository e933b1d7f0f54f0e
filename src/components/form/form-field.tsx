import { type ReactNode, useId } from 'react';
import { type Control, Controller, type ControllerRenderProps, type FieldValues, type Path } from 'react-hook-form';
import { readText } from '#contract/rules/typed-text.ts';
import styles from './form.module.css';

/** What connects an input with its label, hint and error. */
export interface FieldInputProps {
  readonly id: string;
  readonly status: '' | 'error';
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string;
  readonly 'aria-required'?: true;
}

export interface FormFieldProps {
  readonly label: string;
  /** Describes the accepted input. */
  readonly hint?: string | undefined;
  /** The translated error. */
  readonly error?: string | undefined;
  readonly isNeeded?: boolean;
  readonly className?: string | undefined;
  readonly children: (input: FieldInputProps) => ReactNode;
}

const MOST_SHOWN = 40;

/** A message about a text that cannot be read, with that text before it. */
export function withTyped(
  typed: string,
  text: string,
  translate: (key: string, options?: Readonly<Record<string, string>>) => string,
): string {
  const shown = readText(typed);
  if (shown === '') return text;
  return translate('common:typed', {
    typed: shown.length > MOST_SHOWN ? `${shown.slice(0, MOST_SHOWN)}…` : shown,
    text,
  });
}

/** A field of a form: label, input, hint and error. */
export function FormField({ label, hint, error, isNeeded = false, className = '', children }: FormFieldProps) {
  const id = useId();
  const isWrong = error !== undefined;
  return (
    <div className={`${styles.field} ${className}`}>
      <label htmlFor={id}>
        {label}
        {isNeeded && (
          <span className={styles.mark} aria-hidden>
            {' *'}
          </span>
        )}
      </label>
      {children({
        id,
        status: isWrong ? 'error' : '',
        'aria-invalid': isWrong,
        ...(isNeeded && { 'aria-required': true as const }),
        'aria-describedby': hint === undefined ? `${id}-error` : `${id}-hint ${id}-error`,
      })}
      {hint !== undefined && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      <p id={`${id}-error`} className={styles.error}>
        {error}
      </p>
    </div>
  );
}

interface ControlledFieldProps<Values extends FieldValues, Name extends Path<Values>> extends Pick<
  FormFieldProps,
  'label' | 'hint'
> {
  readonly control: Control<Values>;
  readonly name: Name;
  /** The translated error of a text key. */
  readonly errorOf?: (key: string) => string;
  readonly children: (input: FieldInputProps & ControllerRenderProps<Values, Name>) => ReactNode;
}

/** A field of a form of react-hook-form. */
export function ControlledField<Values extends FieldValues, Name extends Path<Values>>(
  props: ControlledFieldProps<Values, Name>,
) {
  const { control, name, errorOf = (error: string) => error, children, ...field } = props;
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: input, fieldState: { error } }) => (
        <FormField {...field} error={error?.message && errorOf(error.message)}>
          {(labelled) => children({ ...input, ...labelled })}
        </FormField>
      )}
    />
  );
}
