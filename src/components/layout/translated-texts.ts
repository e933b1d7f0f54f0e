/**
 * A browser that translates the page puts a `<font>` with the translation in the place of each text. React still holds
 * the text: it would change it where nobody sees it, and fail when it removes it or inserts something before it. So the
 * texts of an element return to it before React touches one of them, and the browser translates them again.
 */

const translationOf = new WeakMap<Node, Element>();
const textOf = new WeakMap<Node, Text>();

function isText(node: Node | null): node is Text {
  return node?.nodeName === '#text';
}

function isTranslation(node: Node | null): node is HTMLElement {
  return node instanceof HTMLElement && node.localName === 'font' && node.isConnected && !textOf.has(node);
}

/** Notes which translation stands for which text. A translation may be inserted before its text is removed. */
function note({ removedNodes, addedNodes, previousSibling, nextSibling }: MutationRecord): void {
  for (const removed of removedNodes) {
    if (!isText(removed) || removed.parentNode !== null) continue;
    const translation = [...addedNodes, previousSibling, nextSibling].find(isTranslation);
    if (!translation) continue;
    translationOf.set(removed, translation);
    textOf.set(translation, removed);
  }
}

/** Puts the texts of an element back. A translation of one may include the words of another. */
function restoreTexts({ children }: Element): void {
  for (const child of [...children]) {
    const text = textOf.get(child);
    textOf.delete(child);
    if (!text) continue;
    translationOf.delete(text);
    child.replaceWith(text);
  }
}

/** Makes React's changes of a translated page appear (design §5). Call it once, before the first render. */
export function followTranslations(): void {
  const removeChild = Reflect.get(Node.prototype, 'removeChild') as (this: Node, child: Node) => Node;
  const insertBefore = Reflect.get(Node.prototype, 'insertBefore') as (
    this: Node,
    added: Node,
    next: Node | null,
  ) => Node;
  const value = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue');
  const observer = new MutationObserver((records) => records.forEach(note));
  observer.observe(document.documentElement, { childList: true, subtree: true });

  function returnToPage(node: Node | null): void {
    if (!isText(node) || node.parentNode !== null) return;
    observer.takeRecords().forEach(note);
    const parent = translationOf.get(node)?.parentElement;
    if (parent) restoreTexts(parent);
  }
  /** Another translator may leave nothing in the place of a text. */
  const isGone = (node: Node | null) => isText(node) && node.parentNode === null;

  Node.prototype.removeChild = function remove<Child extends Node>(this: Node, child: Child): Child {
    returnToPage(child);
    return isGone(child) ? child : (removeChild.call(this, child) as Child);
  };
  Node.prototype.insertBefore = function insert<Added extends Node>(
    this: Node,
    added: Added,
    next: Node | null,
  ): Added {
    returnToPage(next);
    return insertBefore.call(this, added, isGone(next) ? null : next) as Added;
  };
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...value,
    set(this: Node, text: string | null) {
      returnToPage(this);
      value?.set?.call(this, text);
    },
  });
}
