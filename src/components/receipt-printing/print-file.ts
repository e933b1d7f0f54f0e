import type { File } from '#contract/entities/file.ts';
import { addressOf } from '#src/providers/data/save-file.ts';

let forgetLast: () => void = () => undefined;

/**
 * Opens the browser's print dialog on a document, in a frame that nobody sees. The document stays in it, for the dialog
 * reads it when it pleases, until `forgetPrinted`.
 * @param onRefused told when this browser cannot
 */
export function printFile(file: File, onRefused: () => void): void {
  if (!navigator.pdfViewerEnabled) {
    onRefused();
    return;
  }
  forgetLast();
  const url = addressOf(file);
  const frame = document.createElement('iframe');
  // Some browsers print nothing of one that is not laid out.
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

/** Lets go of what was printed last. */
export function forgetPrinted(): void {
  forgetLast();
}
