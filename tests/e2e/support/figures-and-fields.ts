import type { Page } from '@playwright/test';

/** Runs in the page, so it must not refer to anything outside. */
function findMixed(): string[] {
  /** What a browser does not translate, or what is no part of the screen's markup. */
  const ELSEWHERE = '[translate="no"], script, style, option, .ant-picker-dropdown';
  const mixed: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement, parentNode, textContent } = walker.currentNode;
    const text = textContent?.trim() ?? '';
    if (!/\d/.test(text) || !parentElement || parentElement.closest(ELSEWHERE)) continue;
    const isSentence = /\p{Ll}{2}/u.test(text);
    if (!isSentence || parentNode?.childNodes.length !== 1) mixed.push(text);
  }
  return mixed;
}

/**
 * Figures and codes outside `translate="no"`, and sentences with a figure beside something else in their element
 * (design §5).
 */
export function mixedFigures(page: Page): Promise<string[]> {
  return page.evaluate(findMixed);
}

/** Runs in the page, so it must not refer to anything outside. */
function findSmall(): string[] {
  const LEAST_PX = 16;
  const NOT_TYPED = ['checkbox', 'radio', 'file', 'hidden', 'submit', 'button'];
  return [...document.querySelectorAll('input, textarea, select')].flatMap((field) => {
    if (NOT_TYPED.includes(field.getAttribute('type') ?? '')) return [];
    return Number.parseFloat(getComputedStyle(field).fontSize) < LEAST_PX ? [field.outerHTML] : [];
  });
}

/** Fields with a text of less than 16 px, into which an iPhone zooms (design §5). */
export function smallFields(page: Page): Promise<string[]> {
  return page.evaluate(findSmall);
}
