import { create } from 'zustand';
import { browserStore } from '#src/providers/storage.ts';

/** Opens the list of shortcuts. */
export const HELP_KEY = '?';

const STORAGE_KEY = 'helpKey';
const OFF = 'off';

const useHelpKey = create(() => ({ isOn: browserStore.read(STORAGE_KEY) !== OFF }));

/**
 * Whether '?' alone opens the list of shortcuts. Users of speech input or with a tremor can switch it off (WCAG 2.1.4).
 */
export function isHelpKeyOn(): boolean {
  return useHelpKey.getState().isOn;
}

/** Switches the key on or off and stores the choice. */
export function switchHelpKey(isOn: boolean): void {
  if (isOn) browserStore.remove(STORAGE_KEY);
  else browserStore.write(STORAGE_KEY, OFF);
  useHelpKey.setState({ isOn });
}

/** Whether the key is on. Renders again when this changes. */
export function useIsHelpKeyOn(): boolean {
  return useHelpKey(({ isOn }) => isOn);
}
