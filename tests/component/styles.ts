import { createCache } from '@ant-design/cssinjs';

/** What a browser draws within a line: there is no space around it in the name of what holds it. */
const INLINE = /^(a|abbr|b|bdi|br|code|em|i|img|kbd|label|mark|q|s|small|span|strong|sub|sup|svg|time|u)$/i;
const NEVER_SHOWN = /^(head|link|meta|script|style|template|title)$/i;
/** What antd keeps in the page although it is closed. */
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

/** What the element or the nearest one around it states itself. */
function inherited(element: Element, property: Property): string | undefined {
  const { parentElement } = element;
  return own(element, property) ?? (parentElement === null ? undefined : inherited(parentElement, property));
}

/**
 * Whether an element is there to be seen and pressed, as far as it says so itself. What antd's style sheets hide or block
 * beyond that is seen in a browser alone.
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

/** antd's styles are for eyes: they are neither read by jsdom nor made anew for each test. */
function ignoreStyles(): void {
  const written = new WeakMap<HTMLStyleElement, string>();
  // antd writes a style again that is not what it has written.
  Object.defineProperty(HTMLStyleElement.prototype, 'innerHTML', {
    configurable: true,
    get(this: HTMLStyleElement): string {
      return written.get(this) ?? '';
    },
    set(this: HTMLStyleElement, css: string): void {
      written.set(this, css);
    },
  });
  // antd goes through the head for every style that it writes: a plain list of it, since jsdom's own is slow.
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
    // Null where the last component that used the style is gone.
    this.cache.set(path, update(former) ?? [0, former?.[1]]);
  };
}

/** jsdom's own style of an element, which goes through every rule there is, is a fifth of all the time. */
export function simplifyStyles(): void {
  window.getComputedStyle = (element) => computeStyle(element) as unknown as CSSStyleDeclaration;
  ignoreStyles();
}
