import { useTranslate } from '@refinedev/core';
import { Alert } from 'antd';
import { useErrorText } from '#src/hooks/use-error-text.ts';
import type { ScanNote } from './scan-note.ts';
import styles from './products-step.module.css';

interface ScanNotesProps {
  readonly notes: readonly ScanNote[];
  readonly onClose: () => void;
}

/** The scanned products that were not added, each with the reason, until the assistant has read them. */
export function ScanNotes({ notes, onClose }: ScanNotesProps) {
  const translate = useTranslate();
  const errorText = useErrorText();
  if (notes.length === 0) return null;

  function textOf(note: ScanNote): string {
    if (note.kind === 'refused')
      return translate('sale:scan.refused', { name: note.name, reason: errorText(note.error) });
    return translate(`sale:scan.${note.kind}`, { ...note });
  }

  return (
    <Alert
      type="warning"
      showIcon
      role="alert"
      closable
      onClose={onClose}
      message={
        <>
          <strong>{translate('sale:scan.notAdded')}</strong>
          <ul className={styles.notes}>
            {notes.map((note, index) => (
              // Notes are only ever added at the end.
              <li key={index}>{textOf(note)}</li>
            ))}
          </ul>
        </>
      }
    />
  );
}
