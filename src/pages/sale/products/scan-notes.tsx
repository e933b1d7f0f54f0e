import { CloseOutlined } from '@ant-design/icons';
import { useTranslate } from '@refinedev/core';
import { Alert } from 'antd';
import { useErrorText } from '#src/providers/notifications/use-error-text.ts';
import styles from './products-step.module.css';
import type { ScanNote, ScanState } from './scan-store.ts';

/** The scanned products that are not in the cart, each with the reason, until the user closes the list. */
export function ScanNotes({ scanState: { notes, clearNotes } }: { readonly scanState: ScanState }) {
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
      // antd's own name is English.
      closable={{ closeIcon: <CloseOutlined aria-hidden />, 'aria-label': translate('common:close') }}
      onClose={clearNotes}
      message={
        <>
          <strong>{translate('sale:scan.notAdded', { count: notes.length })}</strong>
          <ul className={styles.notes}>
            {notes.map((note, index) => (
              // Notes are only appended.
              <li key={index}>{textOf(note)}</li>
            ))}
          </ul>
        </>
      }
    />
  );
}
