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
  Object.defineProperty(HTMLStyleElement.prototype, 'innerHTML', {
    configurable: true,
    get(this: HTMLStyleElement): unknown {
      return inner?.get?.call(this);
    },
    set(this: HTMLStyleElement, css: string): void {
      inner?.set?.call(this, seenPart(css));
    },
  });
}
