import { renderCsv } from './render-csv.ts';

async function* nothing(): AsyncGenerator<readonly never[], void, undefined> {
  await Promise.resolve();
  yield [];
}

/** A template for an import: the columns and one example line. */
export function renderTemplate(
  columns: readonly { readonly name: string; readonly example: string }[],
): AsyncIterable<Buffer> {
  return renderCsv({
    columns: columns.map(({ name }) => name),
    batches: nothing(),
    toRows: () => [],
    facts: () => [columns.map(({ example }) => example)],
  });
}
