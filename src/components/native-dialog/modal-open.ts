/** Whether a modal dialog is open. antd may keep a closed dialog hidden in the page. */
export function isModalOpen(): boolean {
  const dialogs = document.querySelectorAll('dialog[open], [role="dialog"][aria-modal="true"]');
  return [...dialogs].some((dialog) => dialog.closest('[style*="display: none"]') === null);
}
