import { vi } from 'vitest';
import { simplifyStyles } from './styles.ts';

/** Defines what antd needs and jsdom lacks. */
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
  // Current browsers return a promise, although the types do not say so.
  Object.assign(Element.prototype, { scrollIntoView: () => Promise.resolve() });
  window.scrollTo = () => undefined;
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
    // As Chromium does, whose choice may be an element without keyboard focus.
    this.querySelector<HTMLElement>('input, button, [tabindex]')?.focus();
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
  // jsdom would leave the page for a download.
  HTMLAnchorElement.prototype.click = function follow() {
    if (this.download === '') HTMLElement.prototype.click.call(this);
  };
  URL.createObjectURL = () => 'blob:test';
  URL.revokeObjectURL = () => undefined;
}

fillInBrowser();
simplifyStyles();
