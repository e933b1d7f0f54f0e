import { act } from '@testing-library/react';
import { vi } from 'vitest';

/** The browser loses its network, or has it again; until the mocks are restored. */
export function setNetwork(isThere: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isThere);
  act(() => void window.dispatchEvent(new Event(isThere ? 'online' : 'offline')));
}
