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

/** What one types into, or chooses from, as a CSS selector. */
const FIELDS = ['checkbox', 'radio', 'file', 'hidden', 'submit', 'button'].reduce(
  (fields, type) => `${fields}:not([type="${type}"])`,
  ':is(input, textarea, select, [contenteditable="true"])',
);

/** Runs in the page, so it must not refer to anything outside. */
function findSmall(fields: string): string[] {
  const LEAST_PX = 16;
  return [...document.querySelectorAll(fields)].flatMap((field) =>
    Number.parseFloat(getComputedStyle(field).fontSize) < LEAST_PX ? [field.outerHTML] : [],
  );
}

/** Fields with a text of less than 16 px, into which an iPhone zooms (design §5). */
export function smallFields(page: Page): Promise<string[]> {
  return page.evaluate(findSmall, FIELDS);
}

/** Runs in the page, so it must not refer to anything outside. */
function findTelling(fields: string): string[] {
  const KEPT_NOWHERE = ['off', 'one-time-code'];
  return [...document.querySelectorAll<HTMLInputElement>(fields)].flatMap((field) => {
    if (field.matches('select')) return [];
    const isCompleted = 'writingSuggestions' in field && field.writingSuggestions !== 'false';
    const isKept = !KEPT_NOWHERE.includes(field.autocomplete);
    return field.spellcheck || isCompleted || isKept ? [field.outerHTML] : [];
  });
}

/** Fields whose text the browser keeps, or may send to a service that corrects or completes it (design §2). */
export function tellingFields(page: Page): Promise<string[]> {
  return page.evaluate(findTelling, FIELDS);
}

/** The fields whose rule takes nothing but a number (rules §11), by name, id or label. */
const NUMBERS =
  /^(?:quantity|unitPrice|purchaseId|amcOrderId|latitude|longitude|refPrice|(?:monthlyA|a)mount|(?:fe)?male\d+|fromMonths|Vai alla pagina|Go to page)\b/;

/** Runs in the page, so it must not refer to anything outside. */
function findDigitKeypads(fields: string): string[] {
  return [...document.querySelectorAll<HTMLInputElement>(fields)].flatMap((field) =>
    ['numeric', 'decimal', 'tel'].includes(field.inputMode) || ['number', 'tel'].includes(field.type)
      ? [[field.name, field.id, field.ariaLabel].find(Boolean) ?? field.outerHTML]
      : [],
  );
}

/** Fields that take letters and offer a phone digits alone (design §5). */
export async function lettersWithoutKeys(page: Page): Promise<string[]> {
  const digitsOnly = await page.evaluate(findDigitKeypads, FIELDS);
  return digitsOnly.filter((name) => !NUMBERS.test(name));
}

/** Runs in the page, so it must not refer to anything outside. */
function pressNamelessKeys(fields: string): void {
  // A list of antd opens at any key.
  const typed = [...document.querySelectorAll(`${fields}:not(select, [role="combobox"])`)];
  for (const target of [document, document.body, document.activeElement ?? document.body, ...typed]) {
    for (const type of ['keydown', 'keyup']) {
      target.dispatchEvent(new Event(type, { bubbles: true, cancelable: true }));
      target.dispatchEvent(new KeyboardEvent(type, { key: 'Process', isComposing: true, bubbles: true }));
    }
  }
}

/** Tells of keys as a browser that fills fields does, and one that composes words: without a name. Nothing may be thrown. */
export function fillAsBrowsersDo(page: Page): Promise<void> {
  return page.evaluate(pressNamelessKeys, FIELDS);
}
