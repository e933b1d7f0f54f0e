/** Whether a dialog is open that keeps everything behind it from being used. A closed one of antd's may be there, hidden. */
export function isModalOpen(): boolean {
  const dialogs = document.querySelectorAll('dialog[open], [role="dialog"][aria-modal="true"]');
  return [...dialogs].some((dialog) => dialog.closest('[style*="display: none"]') === null);
}
