import { sql } from 'kysely';

const MARK = '/* prepared */';

/**
 * Marks a statement that PostgreSQL parses and plans once for a connection, and not for each call: for rows by their
 * keys, where planning takes longer than reading. The statement may have only texts that are few, so lists are arrays;
 * and its best plan must be the same for all values, because PostgreSQL keeps one: not a search, nor `like`. Columns are
 * named one by one, because a `*` that a migration changes fails on connections that are older. The mark comes last
 * (`modifyEnd`).
 */
export const PREPARED = sql.raw(MARK);

const names = new Map<string, string>();

/** The name under which a connection keeps a marked statement; undefined for any other. */
export function preparedName(text: string): string | undefined {
  if (!text.includes(MARK)) return undefined;
  const known = names.get(text);
  if (known !== undefined) return known;
  if (/(select|distinct|returning|\.)\s*\*/.test(text))
    throw new Error(`A prepared statement names its columns: ${text}`);
  const name = `prepared-${names.size}`;
  names.set(text, name);
  return name;
}
