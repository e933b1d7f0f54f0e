import type { Sheet } from '#server/documents/sheet.ts';

async function* nothing(): AsyncGenerator<readonly never[], void, undefined> {
  await Promise.resolve();
  yield [];
}

/** A template for an import: the columns and one example line. A spreadsheet keeps what is typed into it as text. */
export function templateSheet(columns: readonly { readonly name: string; readonly example: string }[]): Sheet {
  return {
    columns: columns.map(({ name }) => name),
    isText: columns.map(() => true),
    batches: nothing(),
    toRows: () => [],
    facts: () => [columns.map(({ example }) => example)],
  };
}
