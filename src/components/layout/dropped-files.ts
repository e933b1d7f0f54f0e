import { translate } from '#src/providers/i18n.ts';
import { showAlert } from '#src/providers/notifications/alert-store.ts';

const TEXT_FIELD = 'input, textarea';
/** The box of a screen that takes files. */
const BOX = '.ant-upload-drag';

function refuse(event: DragEvent): void {
  const { dataTransfer, target, type } = event;
  const isFile = dataTransfer?.types.includes('Files') === true;
  const isIntoField = target instanceof Element && target.closest(TEXT_FIELD) !== null;
  // The box has taken it, or a field takes a text.
  if (event.defaultPrevented || (isIntoField && !isFile)) return;
  event.preventDefault();
  const hasBox = document.querySelector(BOX) !== null;
  if (type === 'dragover' && dataTransfer && !(isFile && hasBox)) dataTransfer.dropEffect = 'none';
  if (type === 'drop' && isFile && hasBox) showAlert({ kind: 'warning', text: translate('common:droppedBeside') });
}

/** Lets no page be left for a file or a link that is dropped on it, and says so beside a box for files. Call it once. */
export function refuseDrops(): void {
  document.addEventListener('dragover', refuse);
  document.addEventListener('drop', refuse);
}
