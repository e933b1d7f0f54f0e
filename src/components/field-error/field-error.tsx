import styles from './field-error.module.css';

interface FieldErrorProps {
  /** What the field names in `aria-describedby`. */
  readonly id: string;
  /** Translated; nothing shows when not given. */
  readonly text: string | undefined;
}

/** What is wrong with a field, below it. */
export function FieldError({ id, text }: FieldErrorProps) {
  return (
    <p id={id} className={styles.error}>
      {text}
    </p>
  );
}
