import { createHash } from 'node:crypto';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** PostgreSQL's names have 63 characters at most. */
const NAME_DIGITS = 40;
const MARK = '/* prepared */';

/**
 * Marks a statement that PostgreSQL parses and plans once for a connection, and not for each call: for rows by their keys,
 * where planning takes longer than reading (docs/decisions/0052-prepared-statements.md). Its best plan must be the same for
 * all values, which is not so for a search, and least of all for `like`. Its texts must be few, so lists are arrays
 * (`isAnyOf`). It names its columns: a `*` that a migration changes fails on connections that are older. Builders take the
 * mark by `modifyEnd`.
 */
export const PREPARED = sql.raw(MARK);

/**
 * Whether a column of a marked statement is one of these keys. Their number is hidden from the plan: PostgreSQL would
 * plan anew for a single key, because it takes an unknown array for ten.
 */
export function isAnyOf(column: string, keys: readonly number[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.ref(column)} = any((select ${keys}::int[])::int[])`;
}

const names = new Map<string, string>();

/** The name under which a connection keeps a marked statement; undefined for any other. */
export function preparedName(text: string): string | undefined {
  if (!text.includes(MARK)) return undefined;
  const known = names.get(text);
  if (known !== undefined) return known;
  if (/(select|distinct|returning|,|\.)\s*\*/.test(text))
    throw new Error(`A prepared statement names its columns: ${text}`);
  // By the text: behind a pooler connections are shared by processes, also of another release.
  const name = `prepared-${createHash('sha256').update(text).digest('hex').slice(0, NAME_DIGITS)}`;
  names.set(text, name);
  return name;
}
