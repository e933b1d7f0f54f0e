import type { File } from '#contract/entities/file.ts';
import { blobUrl } from '#src/providers/data/save-file.ts';

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
