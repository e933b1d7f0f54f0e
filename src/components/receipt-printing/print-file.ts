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

/**
 * Opens the print dialog on a document, in a hidden frame. The frame stays until `forgetPrinted`, because the dialog
 * may read it at any time. Never throws.
 * @param onRefused called if the browser cannot print it, or if it is no PDF
 */
export function printFile(file: File, onRefused: () => void): void {
  if (!navigator.pdfViewerEnabled || !isPdf(file)) {
    onRefused();
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
      onRefused();
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
