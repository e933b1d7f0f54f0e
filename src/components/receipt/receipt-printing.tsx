import { DownOutlined, PrinterOutlined } from '@ant-design/icons';
import { useTranslate } from '@refinedev/core';
import { Button, Dropdown, Space } from 'antd';
import { type KeyboardEvent, type Ref, useEffect } from 'react';
import { downloadReceipt, downloadRollReceipt } from '#contract/calls/purchases.ts';
import type { File } from '#contract/entities/shared.ts';
import type { Id } from '#contract/wire.ts';
import { useFeatures } from '#src/providers/api/features.ts';
import { blobUrl, releaseUrl, saveFile } from '#src/providers/api/files.ts';
import { useIsMounted } from '#src/providers/timing.ts';
import { useDownload } from '#src/providers/api/use-download.ts';
import { useNotify } from '#src/providers/notifications/use-notify.ts';
import { browserStore, useBrowserText } from '#src/providers/session/storage.ts';
import { Value } from '../display/value.tsx';
import { ActionButton, isSecondClick } from '../form/action-button.tsx';

const PAPERS = ['A4', 'ROLL', 'ROLL_58'] as const;
export type Paper = (typeof PAPERS)[number];

/** The choice is stored in this browser, because the printer belongs to the machine. */
const STORAGE_KEY = 'receiptPaper';

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
    releaseUrl(url);
  };
}

/** Removes the last printed document. */
export function forgetPrinted(): void {
  forgetLast();
}

interface ReceiptPrintingProps {
  readonly purchaseId: Id;
  /** The button 'Stampa'. */
  readonly ref?: Ref<HTMLButtonElement>;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
}

/**
 * 'Stampa' downloads the receipt (§2, §8) and opens the print dialog. Its menu chooses the paper for this browser, if the
 * server offers more than one (rules §1).
 */
export function ReceiptPrinting({ purchaseId, ref, onKeyDown }: ReceiptPrintingProps) {
  const translate = useTranslate();
  const { notify } = useNotify();
  const { calls, formats } = useFeatures();
  const mountedRef = useIsMounted();
  const { name } = downloadRollReceipt;
  const hasRoll = calls.includes(name);
  const hasNarrowRoll = hasRoll && formats?.[name]?.includes('58') === true;
  const papers = PAPERS.filter((paper) => paper === 'A4' || (paper === 'ROLL' ? hasRoll : hasNarrowRoll));
  const chosen = useBrowserText(STORAGE_KEY);
  const paper = papers.find((of) => of === chosen) ?? 'A4';

  const receive = (file: File) => {
    saveFile(file);
    // The next patient may be on the screen already.
    if (!mountedRef.current) return;
    printFile(file, (outcome) => notify({ kind: 'info', text: translate(`patients:receipt.${outcome}`) }));
  };
  const sheet = useDownload(downloadReceipt, receive);
  const roll = useDownload(downloadRollReceipt, receive);
  const isDownloading = sheet.isDownloading || roll.isDownloading;
  const params = { purchaseId };
  const text = (of: 'success' | 'failure') => ({
    title: translate(`patients:receipt.${of}.title`),
    text: translate(`patients:receipt.${of}.text`),
  });
  const texts = { success: text('success'), failure: text('failure') };

  function print(): void {
    if (paper === 'A4') void sheet.download({ params }, texts);
    else void roll.download({ params, ...(paper === 'ROLL_58' && { query: { format: '58' } }) }, texts);
  }

  useEffect(() => {
    return forgetPrinted;
  }, []);

  const label = (of: Paper) => translate(`patients:paper.${of}`);
  return (
    <Space.Compact>
      <ActionButton
        ref={ref ?? null}
        type="primary"
        size="large"
        icon={<PrinterOutlined aria-hidden />}
        loading={isDownloading}
        onKeyDown={onKeyDown}
        onClick={(event) => {
          if (!isSecondClick(event)) print();
        }}
      >
        {translate('patients:print')}
      </ActionButton>
      {papers.length > 1 && (
        <Dropdown
          trigger={['click']}
          menu={{
            selectable: true,
            selectedKeys: [paper],
            items: papers.map((key) => ({ key, label: <Value text={label(key)} /> })),
            onClick: ({ key }) => browserStore.write(STORAGE_KEY, key),
          }}
        >
          <Button size="large" aria-label={translate('patients:paper.label', { paper: label(paper) })}>
            <Value text={label(paper)} />
            <DownOutlined aria-hidden />
          </Button>
        </Dropdown>
      )}
    </Space.Compact>
  );
}
