import { sql } from 'kysely';
import type { Database } from '#server/services.ts';

/** A checksum of each table's content. A refused call must not change it. */
export async function fingerprint(db: Database): Promise<ReadonlyMap<string, string>> {
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name`.execute(db);
  const selects = tables.rows.map(
    ({ name }) => sql`
      select ${sql.lit(name)} as name, md5(coalesce(string_agg(t::text, chr(10) order by t::text), '')) as sum
      from ${sql.table(name)} as t`,
  );
  const { rows } = await sql<{ name: string; sum: string }>`${sql.join(selects, sql` union all `)}`.execute(db);
  return new Map(rows.map(({ name, sum }) => [name, sum]));
}
