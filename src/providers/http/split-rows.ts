/** Takes a long list apart while its text arrives. */
export interface RowSplitter {
  /**
   * Takes the next piece of the text; answers the rows that it completes.
   * @throws SyntaxError when they are not JSON
   */
  readonly push: (piece: string) => readonly unknown[];
  /** The text without the rows: the envelope around an empty list. */
  readonly envelope: () => string;
}

const DATA = 'data';
const QUOTE = '"'.charCodeAt(0);
const COMMA = ','.charCodeAt(0);
const BACKSLASH = '\\';
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = ['{', '}', '[', ']'].map((bracket) => bracket.charCodeAt(0));

/** The index after the string that opens at `start`; null while its end has not arrived. */
function endOfString(text: string, start: number): number | null {
  for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let backslashes = 0;
    while (text[quote - 1 - backslashes] === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return quote + 1;
  }
  return null;
}

/** The index after the `[` of `{"data":{"<collection>":[`; null while it has not arrived. */
function startOfRows(text: string, collection: string): number | null {
  const path: string[] = [];
  let key = '';
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === '"') {
      const end = endOfString(text, index);
      if (end === null) return null;
      key = text.slice(index + 1, end - 1);
      index = end - 1;
    } else if (character === '[' && path.length === 2 && path[1] === DATA && key === collection) {
      return index + 1;
    } else if (character === '{' || character === '[') {
      path.push(key);
      key = '';
    } else if (character === '}' || character === ']') {
      path.pop();
      key = '';
    } else if (character === ',') {
      key = '';
    }
  }
  return null;
}

/** Where the rows that are complete end, before the comma or the bracket behind the last; null when none is. */
function endOfRows(text: string): { readonly end: number | null; readonly isLast: boolean } {
  let depth = 0;
  let end: number | null = null;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) {
      const after = endOfString(text, index);
      if (after === null) return { end, isLast: false };
      index = after - 1;
    } else if (code === COMMA && depth === 0) {
      end = index;
    } else if (code === OPEN_OBJECT || code === OPEN_LIST) {
      depth += 1;
    } else if (code === CLOSE_OBJECT || code === CLOSE_LIST) {
      if (depth === 0) return { end: index, isLast: true };
      depth -= 1;
    }
  }
  return { end, isLast: false };
}

/** A splitter for answers whose rows stand under `data`, by the name of the collection. */
export function createRowSplitter(collection: string): RowSplitter {
  let stage: 'before' | 'rows' | 'after' = 'before';
  let envelope = '';
  let pending = '';

  function takeRows(): unknown[] {
    const text = pending;
    const { end, isLast } = endOfRows(text);
    if (end === null) return [];
    if (isLast) {
      stage = 'after';
      envelope += text.slice(end);
    }
    pending = text.slice(end + 1);
    return JSON.parse(`[${text.slice(0, end)}]`) as unknown[];
  }

  return {
    push(piece) {
      if (stage === 'rows') {
        pending += piece;
        return takeRows();
      }
      envelope += piece;
      const start = stage === 'before' ? startOfRows(envelope, collection) : null;
      if (start === null) return [];
      stage = 'rows';
      pending = envelope.slice(start);
      envelope = envelope.slice(0, start);
      return takeRows();
    },
    envelope: () => envelope,
  };
}
