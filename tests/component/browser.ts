import { vi } from 'vitest';
import { simplifyStyles } from './styles.ts';

/** What jsdom lacks and antd asks for. */
function fillInBrowser(): void {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: false,
    media: query,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    dispatchEvent: () => false,
  }));
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => undefined;
      unobserve = () => undefined;
      disconnect = () => undefined;
    },
  );
  // A promise, as in current browsers, although the types say nothing.
  Object.assign(Element.prototype, { scrollIntoView: () => Promise.resolve() });
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
    this.querySelector<HTMLElement>('input, button')?.focus();
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
  URL.createObjectURL = () => 'blob:test';
  URL.revokeObjectURL = () => undefined;
}

fillInBrowser();
simplifyStyles();
