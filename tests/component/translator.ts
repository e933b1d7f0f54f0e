/** Marks of a translated text: nothing else of it changes, so that a test can compare what is shown. */
const MARKS = /[«»]/g;

/** Browsers use this element, which is deprecated for pages. */
const TRANSLATION = 'FONT';

const NEVER = '[translate="no"], font, script, style';

function textsIn(root: Node): Text[] {
  if (root instanceof Text) return [root];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
  return texts;
}

function translate(text: Text): void {
  if (text.data.trim() === '' || !text.isConnected || text.parentElement?.closest(NEVER)) return;
  const outer = document.createElement(TRANSLATION);
  const inner = document.createElement(TRANSLATION);
  inner.textContent = `«${text.data}»`;
  outer.append(inner);
  text.replaceWith(outer);
}

/**
 * Translates the page as a browser does, now and whenever it changes: a `<font>` takes the place of each text.
 * @returns ends it
 */
export function translatePage(): () => void {
  for (const text of textsIn(document.body)) translate(text);
  const observer = new MutationObserver((records) => {
    for (const { addedNodes, target, type } of records)
      for (const node of type === 'characterData' ? [target] : addedNodes)
        for (const text of textsIn(node)) translate(text);
  });
  observer.observe(document.body, { childList: true, characterData: true, subtree: true });
  return () => observer.disconnect();
}

/** What an element shows, translated or not. */
export function shownIn(element: Element): string {
  return element.textContent.replace(MARKS, '');
}
