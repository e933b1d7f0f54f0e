import type { Page } from '@playwright/test';

/** Runs in the page, so it must not refer to anything outside. */
function findClipped(): string[] {
  /** The part of a line's height that glyphs fill. Two lines may overlap in the rest. */
  const CORE = 0.6;
  const TOLERANCE = 2;
  interface Line {
    readonly text: string;
    readonly node: Node;
    readonly layer: Element;
    readonly left: number;
    readonly right: number;
    readonly top: number;
    readonly bottom: number;
  }

  function layerOf(element: Element): Element {
    for (let one: Element | null = element; one; one = one.parentElement) {
      const { position } = getComputedStyle(one);
      if (position === 'fixed' || position === 'sticky' || position === 'absolute') return one;
    }
    return document.body;
  }

  function isUnseen(element: Element): boolean {
    // A folded part has boxes, of no size.
    if (!element.checkVisibility()) return true;
    // A map clips elements at its edge.
    if (element.closest('.leaflet-container') !== null) return true;
    for (let one: Element | null = element; one; one = one.parentElement) {
      const styles = getComputedStyle(one);
      const { visibility, opacity, clipPath } = styles;
      // The old CSS property for clipping, which libraries still use.
      if (styles.getPropertyValue('clip') !== 'auto') return true;
      if (visibility === 'hidden' || opacity === '0' || clipPath !== 'none') return true;
    }
    return false;
  }

  /** Whether a line is visible, clipped by a box, or scrolled out of view. */
  function sightOf(line: Line, element: Element): 'seen' | 'cut off' | 'scrolled away' {
    for (let one: Element | null = element; one && one !== document.body; one = one.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(one);
      if (overflowX === 'visible' && overflowY === 'visible') continue;
      const box = one.getBoundingClientRect();
      const isInside =
        line.left >= box.left - TOLERANCE &&
        line.right <= box.right + TOLERANCE &&
        line.top >= box.top - TOLERANCE &&
        line.bottom <= box.bottom + TOLERANCE;
      if (!isInside) return /auto|scroll/.test(overflowX + overflowY) ? 'scrolled away' : 'cut off';
    }
    return 'seen';
  }

  function overlap(one: Line, other: Line): boolean {
    return (
      one.node !== other.node &&
      one.layer === other.layer &&
      Math.min(one.right, other.right) - Math.max(one.left, other.left) > TOLERANCE &&
      Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > TOLERANCE
    );
  }

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const lines: Line[] = [];
  const misfits: string[] = [];
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const element = node.parentElement;
    const text = node.textContent?.trim() ?? '';
    if (!element || text === '' || isUnseen(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) {
      if (rect.width < TOLERANCE || rect.height < TOLERANCE) continue;
      const middle = (rect.top + rect.bottom) / 2;
      const half = (Number.parseFloat(getComputedStyle(element).fontSize) * CORE) / 2;
      const { left, right } = rect;
      const line = { text, node, layer: layerOf(element), left, right, top: middle - half, bottom: middle + half };
      const sight = sightOf(line, element);
      if (sight === 'cut off') misfits.push(`cut off: ${text}`);
      if (sight === 'seen') lines.push(line);
    }
  }
  for (const [index, one] of lines.entries()) {
    for (const other of lines.slice(index + 1)) {
      if (overlap(one, other)) misfits.push(`overlapping: ${one.text} / ${other.text}`);
    }
  }
  return [...new Set(misfits)];
}

/** Texts on the page that are clipped or overlap. */
export function clippedTexts(page: Page): Promise<string[]> {
  return page.evaluate(findClipped);
}
