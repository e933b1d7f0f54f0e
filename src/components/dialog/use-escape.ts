import { useEffect, useEffectEvent } from 'react';
import { isModalOpen } from '../layout/modal-open.ts';

/**
 * Esc in a dialog, from the moment it is there: antd hears the key only where the focus is inside, and takes the focus
 * after its 300 ms (§9). A list that is open in the dialog keeps the key to itself.
 * @param isOn whether the dialog is open and may be closed
 */
export function useEscape(isOn: boolean, onEscape: () => void): void {
  const escape = useEffectEvent(onEscape);
  useEffect(() => {
    if (!isOn) return;
    function listen({ key }: KeyboardEvent): void {
      if (key === 'Escape' && isModalOpen()) escape();
    }
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [isOn]);
}
