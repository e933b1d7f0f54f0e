import { renderCsv } from './render-csv.ts';

async function* nothing(): AsyncGenerator<readonly never[], void, undefined> {
  await Promise.resolve();
  yield [];
}

/** A file to fill in: its columns, and one line as an example. */
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
