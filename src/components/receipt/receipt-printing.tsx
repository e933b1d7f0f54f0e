import { PrinterOutlined } from '@ant-design/icons';
import { useTranslate } from '@refinedev/core';
import { Select } from 'antd';
import { useCallback, useEffect, useId } from 'react';
import { create } from 'zustand';
import { downloadReceipt, downloadRollReceipt } from '#contract/calls/purchases.ts';
import type { File } from '#contract/entities/file.ts';
import type { Id } from '#contract/wire.ts';
import { useFeatures } from '#src/providers/api/features.ts';
import { blobUrl, saveFile } from '#src/providers/api/files.ts';
import { useIsMounted } from '#src/providers/api/single-flight.ts';
import { type DownloadTexts, useDownload } from '#src/providers/api/use-download.ts';
import { useNotify } from '#src/providers/notifications/use-notify.ts';
import { browserStore } from '#src/providers/session/storage.ts';
import { Value } from '../display/value.tsx';
import { ActionButton } from '../form/action-button.tsx';
import styles from './receipt-printing.module.css';

const PAPERS = ['A4', 'ROLL'] as const;
export type Paper = (typeof PAPERS)[number];

const STORAGE_KEY = 'receiptPaper';

const usePaperStore = create(() => ({
  paper: PAPERS.find((paper) => paper === browserStore.read(STORAGE_KEY)) ?? 'A4',
}));

/** Stores the choice in this browser, because the printer belongs to the machine. */
function choosePaper(paper: Paper): void {
  browserStore.write(STORAGE_KEY, paper);
  usePaperStore.setState({ paper });
}

/** The chosen paper of this browser. */
function usePaper(): Paper {
  return usePaperStore(({ paper }) => paper);
}

let forgetLast: () => void = () => undefined;

function isPdf({ base64 }: File): boolean {
  try {
    return atob(base64).startsWith('%PDF');
  } catch {
    return false;
  }
}

/** `inTab`: the document is in another tab, from which the user prints it. */
export type WithoutDialog = 'inTab' | 'notPrinted';

/**
 * Opens the print dialog on a document, in a hidden frame; in Firefox, which refuses that, the document in a tab. The
 * frame stays until `forgetPrinted`, because the dialog may read it at any time. Never throws.
 * @param onWithoutDialog called where no dialog opens: `notPrinted` if the browser shows no PDF or opens no tab, or if the
 *   document is no PDF
 */
export function printFile(file: File, onWithoutDialog: (outcome: WithoutDialog) => void): void {
  if (!navigator.pdfViewerEnabled || !isPdf(file)) {
    onWithoutDialog('notPrinted');
    return;
  }
  forgetLast();
  const url = blobUrl(file);
  const frame = document.createElement('iframe');
  // Some browsers cannot print a frame with `display: none`.
  frame.className = 'visually-hidden';
  frame.tabIndex = -1;
  frame.ariaHidden = 'true';
  frame.addEventListener('load', () => {
    try {
      frame.contentWindow?.print();
    } catch {
      onWithoutDialog(window.open(url) ? 'inTab' : 'notPrinted');
    }
  });
  frame.src = url;
  document.body.append(frame);
  forgetLast = () => {
    frame.remove();
    URL.revokeObjectURL(url);
  };
}

/** Removes the last printed document. */
export function forgetPrinted(): void {
  forgetLast();
}

/** The texts after a receipt of the cart flow (§8). */
function useReceiptTexts(): DownloadTexts {
  const translate = useTranslate();
  return {
    success: { title: translate('patients:receipt.success.title'), text: translate('patients:receipt.success.text') },
    failure: { title: translate('patients:receipt.failure.title'), text: translate('patients:receipt.failure.text') },
  };
}

/**
 * 'Stampa' downloads the receipt (§2, §8) and opens the print dialog. The paper size is a setting of this browser, if
 * the server offers more than one (rules §1).
 */
export function ReceiptPrinting({ purchaseId }: { readonly purchaseId: Id }) {
  const translate = useTranslate();
  const id = useId();
  const texts = useReceiptTexts();
  const { notify } = useNotify();
  const { calls } = useFeatures();
  const chosen = usePaper();
  const mountedRef = useIsMounted();
  const hasRoll = calls.includes(downloadRollReceipt.name);

  const receive = useCallback(
    (file: File) => {
      saveFile(file);
      // The next patient may be on the screen already.
      if (!mountedRef.current) return;
      printFile(file, (outcome) => notify({ kind: 'info', text: translate(`patients:receipt.${outcome}`) }));
    },
    [mountedRef, notify, translate],
  );
  const sheet = useDownload(downloadReceipt, receive);
  const roll = useDownload(downloadRollReceipt, receive);
  const { download, isDownloading } = hasRoll && chosen === 'ROLL' ? roll : sheet;

  useEffect(() => {
    return forgetPrinted;
  }, []);

  return (
    <>
      <ActionButton
        type="primary"
        size="large"
        icon={<PrinterOutlined aria-hidden />}
        loading={isDownloading}
        onClick={() => void download({ params: { purchaseId } }, texts)}
      >
        {translate('patients:print')}
      </ActionButton>
      {hasRoll && (
        <div className={styles.paper}>
          <label htmlFor={id}>{translate('patients:paper.label')}</label>
          <Select<Paper>
            id={id}
            size="large"
            virtual={false}
            popupMatchSelectWidth={false}
            value={chosen}
            options={PAPERS.map((paper) => {
              const text = translate(`patients:paper.${paper}`);
              return { value: paper, title: text, label: <Value text={text} /> };
            })}
            onChange={choosePaper}
          />
        </div>
      )}
    </>
  );
}
