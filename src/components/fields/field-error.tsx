import styles from './field-error.module.css';

interface FieldErrorProps {
  /** The field's `aria-describedby` names this id. */
  readonly id: string;
  /** The translated error; undefined hides it. */
  readonly text: string | undefined;
}

export function FieldError({ id, text }: FieldErrorProps) {
  return (
    <p id={id} className={styles.error}>
      {text}
    </p>
  );
}
