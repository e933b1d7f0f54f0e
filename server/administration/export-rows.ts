import type { adminDeclarations } from '#contract/admin/resources.ts';
import { money } from '#contract/rules/money.ts';
import { type Cell, dayCell, monthCell, type Sheet } from '#server/documents/sheet.ts';
import type { Shape } from '#contract/wire.ts';
import admin from '../../public/locales/it/admin.json' with { type: 'json' };
import common from '../../public/locales/it/common.json' with { type: 'json' };

type Words = Readonly<Record<string, string>>;
type Declared = (typeof adminDeclarations)[number];
/** The words of a resource as its screen shows them: the labels of its fields, and the values of its enumerations. */
type Texts = Readonly<Record<string, unknown>> & { readonly field: Words };
type Values = Readonly<Record<string, unknown>>;

const TEXTS: Readonly<Record<Declared['name'], Texts>> = admin;

/** Between several values in a cell; an import takes it. */
const BETWEEN = ' | ';
const TEXT_KINDS: ReadonlySet<Shape['kind']> = new Set(['text', 'word', 'list']);

/** Whether people can read the field: not the numbers by which the records of a database refer to each other. */
function isReadable(field: string, shape: Shape): boolean {
  const kind = shape.kind === 'list' ? shape.item.kind : shape.kind;
  return field !== 'version' && kind !== 'id';
}

/** What a sheet shows for words: the texts of its screen, and names that are rows. */
interface Named {
  readonly texts: Texts;
  readonly kindNames: ReadonlyMap<string, string>;
}

function cellOf(value: unknown, field: string, shape: Shape, { texts, kindNames }: Named): Cell {
  if (value === null || value === undefined) return '';
  if (shape.kind === 'list') return (value as unknown[]).map(String).join(BETWEEN);
  if (shape.kind === 'amount') return money(value as number);
  if (shape.kind === 'flag') return value === true ? common.yes : common.no;
  if (shape.kind === 'date') return shape.unit === 'month' ? monthCell(value as string) : dayCell(value as string);
  if (shape.kind === 'timestamp') return new Date(value as string);
  const words = texts[field] as Words | undefined;
  if (shape.kind === 'word') return words?.[value as string] ?? kindNames.get(value as string) ?? (value as string);
  return value as string | number;
}

/**
 * Records as a table, with the labels and words of their screen. An import takes them again (docs/imports.md).
 * @param resource the name in its declaration
 * @param kindNames those of the kinds of dossier, by their codes
 */
export function recordsSheet(
  resource: string,
  fields: Readonly<Record<string, Shape>>,
  batches: AsyncIterable<readonly Values[]>,
  kindNames: ReadonlyMap<string, string>,
): Sheet<Values> {
  const { [resource]: texts }: Readonly<Record<string, Texts | undefined>> = TEXTS;
  if (!texts) throw new Error(`there are no words for ${resource}`);
  const shown = Object.entries(fields).filter(([field, shape]) => isReadable(field, shape));
  return {
    columns: shown.map(([field]) => texts.field[field] ?? field),
    isText: shown.map(([, { kind }]) => TEXT_KINDS.has(kind)),
    batches,
    toRows: (batch) =>
      batch.map((row) => shown.map(([field, shape]) => cellOf(row[field], field, shape, { texts, kindNames }))),
    facts: () => [],
  };
}
