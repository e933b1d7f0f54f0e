/** What jsdom, which lays nothing out, can tell of a style: whether an element is there to be seen and pressed. */
const TOLD = /^\s*(display|visibility|opacity|pointer-events|content)\s*:/;

/** A rule, be it within another: its selector and its declarations. */
const RULE = /([^{}]*)\{([^{}]*)\}/g;

/** A style sheet without what no test can see. */
function seenPart(css: string): string {
  return css.replace(RULE, (_rule, selector: string, declarations: string) => {
    const told = declarations.split(';').filter((declaration) => TOLD.test(declaration));
    return told.length > 0 ? `${selector}{${told.join(';')}}` : '';
  });
}

/**
 * Keeps of the styles that antd writes into the page what a test can see. jsdom goes through every rule for every
 * element that is looked for by its role, which would be a sixth of all the time.
 */
export function keepSeenStyles(): void {
  const inner = Object.getOwnPropertyDescriptor(Element.prototype, 'innerHTML');
  /** As they were written: antd writes a style anew that is not what it has written. */
  const written = new WeakMap<HTMLStyleElement, string>();
  Object.defineProperty(HTMLStyleElement.prototype, 'innerHTML', {
    configurable: true,
    get(this: HTMLStyleElement): unknown {
      return written.get(this) ?? inner?.get?.call(this);
    },
    set(this: HTMLStyleElement, css: string): void {
      written.set(this, css);
      const seen = seenPart(css);
      if (seen !== '' || this.hasChildNodes()) inner?.set?.call(this, seen);
    },
  });
}

/** antd goes through the head for every style that it writes: a plain list of it, since jsdom's own is slow. */
export function hastenHead(): void {
  Object.defineProperty(HTMLHeadElement.prototype, 'children', {
    configurable: true,
    get(this: HTMLHeadElement): Element[] {
      const found: Element[] = [];
      for (let child = this.firstElementChild; child; child = child.nextElementSibling) found.push(child);
      return found;
    },
  });
}
