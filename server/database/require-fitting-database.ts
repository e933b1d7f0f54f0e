import { type Kysely, sql } from 'kysely';
import { PINNED_SETTINGS } from './pinned-settings.ts';
import type { Schema } from './schema.ts';
import { SQLSTATES, codeOf } from './sqlstates.ts';

/** The oldest major version of PostgreSQL that understands the migrations (`nulls not distinct`). */
const OLDEST = 15;

/**
 * What a connection must have. The pinned settings are others only behind a pooler that does not keep them. The last one
 * may be set by a superuser alone; without the triggers of the `origin` the ledger would lose its rules.
 */
const SETTINGS: Readonly<Record<string, string>> = { ...PINNED_SETTINGS, session_replication_role: 'origin' };

interface DatabaseFacts {
  readonly version: string;
  readonly encoding: string;
  readonly schema: string | null;
  readonly has_plpgsql: boolean;
}

function findProblems({ version, encoding, schema, has_plpgsql: hasLanguage }: DatabaseFacts): string[] {
  const major = Math.floor(Number(version) / 10_000);
  return [
    ...(major < OLDEST ? [`PostgreSQL ${OLDEST} or newer is needed, and this is ${major}.`] : []),
    ...(encoding === 'UTF8'
      ? []
      : [
          `The encoding UTF8 is needed, and this database has ${encoding}. It cannot be changed: ` +
            `create database … template template0 encoding 'UTF8' locale 'C'`,
        ]),
    ...(schema === null ? ['The schema public is missing: create schema public'] : []),
    ...(hasLanguage ? [] : ['The language plpgsql is missing: create extension plpgsql']),
  ];
}

async function findWrongSettings(db: Kysely<Schema>): Promise<string[]> {
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings where name = any(${Object.keys(SETTINGS)})`.execute(db);
  return rows.flatMap(({ name, setting }) => {
    const needed = SETTINGS[name] ?? '';
    const problem = `${name} must be '${needed}', and is '${setting}': alter database … (or role …) set ${name} = '${needed}'`;
    return setting === needed ? [] : [problem];
  });
}

/** Asked by using it: a list of all time zones would take some tenths of a second. */
async function findTimeZoneProblem(db: Kysely<Schema>): Promise<string[]> {
  try {
    await sql`select now() at time zone 'Europe/Rome'`.execute(db);
    return [];
  } catch (error) {
    if (codeOf(error) !== SQLSTATES.invalidParameterValue) throw error;
    return ['The time zone Europe/Rome is unknown: install the data of time zones (tzdata).'];
  }
}

/**
 * Refuses a database on which the server would work wrongly, or stop in the middle of the migrations. Its locale does not
 * matter: names are compared by `fold_text`.
 * @throws Error that names all that is wrong, and what to do
 */
export async function requireFittingDatabase(db: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<DatabaseFacts>`
    select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding,
      current_schema() as schema, exists (select from pg_language where lanname = 'plpgsql') as has_plpgsql`.execute(
    db,
  );
  const problems = [
    ...rows.flatMap(findProblems),
    ...(await findWrongSettings(db)),
    ...(await findTimeZoneProblem(db)),
  ];
  if (problems.length > 0) throw new Error([...problems, 'Nothing is changed.'].join('\n'));
}
