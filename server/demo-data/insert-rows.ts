import { sql } from 'kysely';
import type { Schema } from '#server/database/schema.ts';
import type { Database } from '#server/domain/context.ts';

const BATCH_ROWS = 2000;

/** Inserts rows of one table in batches of thousands; each batch is one JSON parameter. */
export async function insertRows(db: Database, table: keyof Schema, rows: readonly object[]): Promise<void> {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((column) => sql.ref(column)));
  const name = sql.table(table);
  for (let from = 0; from < rows.length; from += BATCH_ROWS) {
    const json = JSON.stringify(rows.slice(from, from + BATCH_ROWS));
    await sql`insert into ${name} (${columns})
      select ${columns} from jsonb_populate_recordset(null::${name}, ${json}::jsonb)`.execute(db);
  }
}

/** Sets the identity columns of a table to continue after the highest inserted id. */
export async function continueIdentity(db: Database, table: keyof Schema): Promise<void> {
  const { rows } = await sql<{ column_name: string }>`
    select column_name from information_schema.columns
    where table_schema = current_schema() and table_name = ${table} and is_identity = 'YES'`.execute(db);
  for (const { column_name } of rows) {
    const column = sql.ref(column_name);
    await sql`select setval(pg_get_serial_sequence(${table}, ${column_name}), max(${column}))
      from ${sql.table(table)}`.execute(db);
  }
}
