import { type ReactNode, useId } from 'react';
import styles from './form-field.module.css';

/** What connects an input with its label, hint and error. */
export interface FieldInputProps {
  readonly id: string;
  readonly status: '' | 'error';
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string;
}

interface FormFieldProps {
  readonly label: string;
  /** Describes the accepted input. */
  readonly hint?: string | undefined;
  /** The translated error. */
  readonly error?: string | undefined;
  readonly className?: string | undefined;
  /** Renders the input with these props. */
  readonly children: (input: FieldInputProps) => ReactNode;
}

/** A field of a form: label, input, hint and error. */
export function FormField({ label, hint, error, className = '', children }: FormFieldProps) {
  const id = useId();
  const isWrong = error !== undefined;
  return (
    <div className={`${styles.field} ${className}`}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        status: isWrong ? 'error' : '',
        'aria-invalid': isWrong,
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
