import pg from 'pg';
import type { Statement } from './work.ts';

/** A statement that reads a whole large table. */
interface ReadThrough {
  readonly table: string;
  readonly plan: string;
}

/** PostgreSQL's plan of a statement with these values, or the one for all values that it keeps of a prepared one. */
async function planOf(client: pg.Client, { name, text, values }: Statement): Promise<string> {
  const { rows } =
    name === undefined
      ? await client.query<Record<string, string>>(`explain (costs off) ${text}`, [...values])
      : await client.query<Record<string, string>>(`explain (costs off, generic_plan) ${text}`);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

const isPlanned = ({ text }: Statement) => /^\s*(select|with)\b/.test(text);

/**
 * Plans the statements of reading calls.
 * @param large the large tables, which no statement may read from end to end
 */
export async function plansOf(
  url: string,
  statements: readonly Statement[],
  large: ReadonlySet<string>,
): Promise<{ readonly plans: readonly string[]; readonly readThrough: readonly ReadThrough[] }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const plans: string[] = [];
  for (const statement of statements.filter(isPlanned)) plans.push(await planOf(client, statement));
  await client.end();
  const readThrough = plans.flatMap((plan) =>
    [...plan.matchAll(/Seq Scan on (\w+)/g)].flatMap(([, table = '']) => (large.has(table) ? [{ table, plan }] : [])),
  );
  return { plans, readThrough };
}
