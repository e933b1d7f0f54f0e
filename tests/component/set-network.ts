import { act } from '@testing-library/react';
import { vi } from 'vitest';

/** Takes the browser offline or online, until the mocks are restored. */
export function setNetwork(isThere: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isThere);
  act(() => void window.dispatchEvent(new Event(isThere ? 'online' : 'offline')));
}
