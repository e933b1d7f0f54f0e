import { createCache } from '@ant-design/cssinjs';

/** Elements that a browser draws within a line: they add no space to the accessible name of their parent. */
const INLINE = /^(a|abbr|b|bdi|br|code|em|i|img|kbd|label|mark|q|s|small|span|strong|sub|sup|svg|time|u)$/i;
const NEVER_SHOWN = /^(head|link|meta|script|style|template|title)$/i;
/** Classes of elements that antd keeps in the page although they are closed. */
const HIDDEN_BY_ANTD = /(^|\s)ant-\S*-hidden(\s|$)/;

function isHidden(element: Element): boolean {
  return (
    element.hasAttribute('hidden') ||
    NEVER_SHOWN.test(element.tagName) ||
    (element.tagName === 'DIALOG' && !element.hasAttribute('open')) ||
    HIDDEN_BY_ANTD.test(element.getAttribute('class') ?? '')
  );
}

type Property = 'display' | 'visibility' | 'opacity' | 'pointerEvents';

function own(element: Element, property: Property): string | undefined {
  const value = element instanceof HTMLElement && element.hasAttribute('style') ? element.style[property] : '';
  return value === '' ? undefined : value;
}

/** The value that the element or its nearest ancestor sets inline. */
function inherited(element: Element, property: Property): string | undefined {
  const { parentElement } = element;
  return own(element, property) ?? (parentElement === null ? undefined : inherited(parentElement, property));
}

/**
 * Whether an element is visible and clickable by its own attributes. What antd's style sheets hide or block is tested
 * in a browser.
 */
function computeStyle(element: Element) {
  const display = own(element, 'display') ?? (INLINE.test(element.tagName) ? 'inline' : 'block');
  const told: Readonly<Record<string, string>> = {
    display: isHidden(element) ? 'none' : display,
    visibility: inherited(element, 'visibility') ?? 'visible',
    opacity: own(element, 'opacity') ?? '1',
    pointerEvents: inherited(element, 'pointerEvents') ?? 'auto',
  };
  return { ...told, getPropertyValue: (name: string) => told[name] ?? '' };
}

/** Neither jsdom reads antd's styles, nor antd creates them anew for each test. */
function ignoreStyles(): void {
  const written = new WeakMap<HTMLStyleElement, string>();
  // antd repeats the writing of a style whose content differs from what it wrote.
  Object.defineProperty(HTMLStyleElement.prototype, 'innerHTML', {
    configurable: true,
    get(this: HTMLStyleElement): string {
      return written.get(this) ?? '';
    },
    set(this: HTMLStyleElement, css: string): void {
      written.set(this, css);
    },
  });
  // antd searches the head for each style that it writes. A plain list is faster than jsdom's.
  Object.defineProperty(HTMLHeadElement.prototype, 'children', {
    configurable: true,
    get(this: HTMLHeadElement): Element[] {
      const found: Element[] = [];
      for (let child = this.firstElementChild; child; child = child.nextElementSibling) found.push(child);
      return found;
    },
  });
  const caches = Object.getPrototypeOf(createCache()) as ReturnType<typeof createCache>;
  caches.opUpdate = function opUpdate(path, update) {
    const former = this.opGet(path);
    // The result is null when the last component that used the style is unmounted.
    this.cache.set(path, update(former) ?? [0, former?.[1]]);
  };
}

/** Replaces jsdom's computed style, which checks every rule and takes a fifth of the run time. */
export function simplifyStyles(): void {
  window.getComputedStyle = (element) => computeStyle(element) as unknown as CSSStyleDeclaration;
  ignoreStyles();
}
