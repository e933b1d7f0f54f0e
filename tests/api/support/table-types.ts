import { type Kysely, sql } from 'kysely';
import { generate, PostgresDialect } from 'kysely-codegen';
import type { Schema } from '#server/database/schema.ts';

const JSON_OBJECT = 'Record<string, unknown>';

/** What the catalog does not say of a column, without `| null`. */
const BY_HAND: Readonly<Record<string, string>> = {
  'audit.details': `JSONColumnType<${JSON_OBJECT}>`,
  'import_line.becomes': `JSONColumnType<${JSON_OBJECT}>`,
  'import_line.problems': 'JSONColumnType<LineProblem[]>',
  'import_line.refusal': 'JSONColumnType<LineProblem>',
  'import_line.row': `JSONColumnType<${JSON_OBJECT}>`,
  'import_line.same_person': 'JSONColumnType<LineProblem>',
  'import_line.warnings': 'JSONColumnType<LineProblem[]>',
  'import_line.was': `JSONColumnType<${JSON_OBJECT}>`,
  'import_run.failure': 'JSONColumnType<FileFailure>',
  'import_run.read_as': 'ReadAs',
  'outbox.payload': `JSONColumnType<${JSON_OBJECT}>`,
  'product.vat_rate': 'VatRate',
  'purchase_item.sold_vat_rate': 'VatRate',
  'session.provider_session': 'JSONColumnType<ProviderSession>',
  'sign_on.provider_session': 'JSONColumnType<ProviderSession>',
};

const JSON_TYPES = Object.fromEntries(
  ['FileFailure', 'LineProblem', 'ProviderSession', 'ReadAs'].map((name) => [name, `./json.ts#${name}`]),
);

interface Column {
  readonly name: string;
  readonly nullable: boolean;
  readonly computed: boolean;
  /** The check of this column alone that lists its words. */
  readonly words: string | null;
}

/** The type of a column, where it is not simply that of its values. */
function overrideOf({ name, nullable, computed, words }: Column): readonly (readonly [string, string])[] {
  const listed = words?.match(/'\w+'(?=::text)/g)?.join(' | ');
  const type = computed ? 'GeneratedAlways<string>' : (BY_HAND[name] ?? listed);
  return type === undefined ? [] : [[name, nullable ? `${type} | null` : type]];
}

/** The text of server/database/schema.ts for the tables of a database (design §4). */
export async function writeTableTypes(db: Kysely<Schema>): Promise<string> {
  const { rows } = await sql<Column>`
    select relname || '.' || attname as name, not attnotnull as nullable, attgenerated <> '' as computed,
      pg_get_constraintdef(pg_constraint.oid) as words
    from pg_class join pg_attribute on attrelid = pg_class.oid left join pg_constraint
      on conrelid = attrelid and conkey = array[attnum] and contype = 'c'
        and pg_get_constraintdef(pg_constraint.oid) like 'CHECK ((% = ANY (ARRAY[%'
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attnum > 0`.execute(db);
  const written = await generate({
    db,
    dialect: new PostgresDialect(),
    outFile: null,
    excludePattern: '{fixture.*,records.*,*.migration,*.present_parties}',
    overrides: { columns: Object.fromEntries(rows.flatMap(overrideOf)) },
    typeMapping: { int8: 'number', numeric: 'string', date: 'string', timestamptz: 'Date' },
    typeOnlyImports: true,
    customImports: {
      GeneratedAlways: 'kysely',
      VatRate: '#contract/rules/vat.ts#VatRate',
      ...JSON_TYPES,
    },
  });
  return written.replace('interface DB', 'interface Schema');
}
