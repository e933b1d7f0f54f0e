import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { openDatabase } from '#server/database/open-database.ts';
import { makeTestDatabase } from './support/test-database.ts';

const TYPES = new URL('../../server/database/schema.ts', import.meta.url);

/** What our connections make of PostgreSQL's types; JSON and texts have types of their own. */
const READ_AS: Readonly<Record<string, string>> = {
  smallint: 'number',
  integer: 'number',
  'double precision': 'number',
  boolean: 'boolean',
  'timestamp with time zone': 'Date',
  ARRAY: 'string[]',
  jsonb: 'JSON',
};

/** Whether a value may be left out, or must be: `Generated` and `GeneratedAlways` of Kysely. */
function readType(text: string): string {
  const [, wrapper, inner = text] = /^(Generated|GeneratedAlways)<(.+)>$/s.exec(text) ?? [];
  const bare = inner.replace(/ \| null$/, '');
  const plain = /^(JSONColumnType|ColumnType)</.test(bare) ? 'JSON' : bare;
  const known = Object.values(READ_AS).includes(plain) ? plain : 'string';
  return [known, ...(bare === inner ? [] : ['null']), ...(wrapper === 'GeneratedAlways' ? ['always'] : [])].join(' ');
}

/** The columns of `Schema` as `table.column`, each with its type, and those that may be left out. */
function readSchema() {
  const source = ts.createSourceFile('schema.ts', readFileSync(TYPES, 'utf8'), ts.ScriptTarget.Latest, true);
  const interfaces = new Map(source.statements.filter(ts.isInterfaceDeclaration).map((it) => [it.name.text, it]));
  const propertiesOf = (name: string): [string, string][] => {
    const declared = interfaces.get(name);
    const inherited = declared?.heritageClauses?.flatMap(({ types }) => types.map((type) => type.getText())) ?? [];
    const own = declared?.members.filter(ts.isPropertySignature) ?? [];
    const ofOwn = own.map((it): [string, string] => [it.name.getText(), it.type?.getText() ?? '']);
    return [...inherited.flatMap(propertiesOf), ...ofOwn];
  };
  const columns = propertiesOf('Schema').flatMap(([table, type]) =>
    propertiesOf(type).map(([column, columnType]) => ({ name: `${table}.${column}`, type: columnType })),
  );
  return {
    columns: Object.fromEntries(columns.map(({ name, type }) => [name, readType(type)])),
    optional: columns.filter(({ type }) => type.startsWith('Generated<')).map(({ name }) => name),
  };
}

test('design §4 migrations: schema.ts says what the tables are', async () => {
  const { location, remove } = await makeTestDatabase('postgres');
  const { db, close } = await openDatabase(location);
  const { rows } = await sql<{ name: string; type: string; nullable: boolean; always: boolean; optional: boolean }>`
    select table_name || '.' || column_name as name, data_type as type, is_nullable = 'YES' as nullable,
      is_generated = 'ALWAYS' as always,
      is_nullable = 'YES' or is_identity = 'YES' or column_default is not null as optional
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'migration'`.execute(db);
  await close();
  await remove();
  const stored = rows.map(({ name, type, nullable, always }) => [
    name,
    [READ_AS[type] ?? 'string', ...(nullable ? ['null'] : []), ...(always ? ['always'] : [])].join(' '),
  ]);
  const { columns, optional } = readSchema();
  expect(columns).toEqual(Object.fromEntries(stored));
  expect(rows.filter((row) => row.optional).map(({ name }) => name)).toEqual(expect.arrayContaining(optional));
});
