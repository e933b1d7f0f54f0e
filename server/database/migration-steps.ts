import { type Kysely, sql } from 'kysely';
import type { Schema } from './schema.ts';

/** A name of PostgreSQL has 63 bytes at most. */
const NAME_LENGTH = 63;

const CREATE_INDEX =
  /^create\s+(unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?(\w+)\s+on\s+(\w+)\s*(.*?);?$/is;
const DROP_INDEX = /^drop\s+index\s+concurrently\s+(?:if\s+exists\s+)?(\w+)\s*;?$/i;
/** The comment of a step that changes some rows at a time. */
const REPEATED = /^-- until nothing is left$/m;

/** The steps of a file that runs outside of a transaction: its paragraphs, without those of comments alone. */
export function stepsOf(text: string): readonly string[] {
  return text
    .split(/\n\s*\n/)
    .map((step) => step.trim())
    .filter((step) => step.split('\n').some((line) => line !== '' && !line.startsWith('--')));
}

interface Index {
  readonly name: string;
  readonly table: string;
  readonly unique: string;
  /** What follows the table. */
  readonly rest: string;
}

function execute(db: Kysely<Schema>, statement: string) {
  return sql.raw(statement).execute(db);
}

async function dropIndex(db: Kysely<Schema>, name: string): Promise<void> {
  await execute(db, `drop index concurrently if exists ${name}`);
}

/** Builds an index of a table while others write it. What an interruption has left of it is useless and goes first. */
async function buildIndex(db: Kysely<Schema>, { name, table, unique, rest }: Index): Promise<void> {
  const { rows } = await sql<{ valid: boolean }>`
    select indisvalid as valid from pg_index where indexrelid = to_regclass(${name})`.execute(db);
  if (rows[0]?.valid === true) return;
  await dropIndex(db, name);
  await execute(db, `create ${unique}index concurrently ${name} on ${table} ${rest}`);
}

/** The partitions of a table that have no part of its index yet. */
async function findPartitionsWithout(db: Kysely<Schema>, { name, table }: Index): Promise<readonly string[]> {
  const { rows } = await sql<{ partition: string }>`
    select relname as partition from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = to_regclass(${table}) and not exists (
      select from pg_inherits part join pg_index on indexrelid = part.inhrelid
      where part.inhparent = to_regclass(${name}) and indrelid = pg_class.oid
    ) order by 1`.execute(db);
  return rows.map(({ partition }) => partition);
}

type InTransaction = (work: (trx: Kysely<Schema>) => Promise<unknown>) => Promise<void>;

/**
 * Builds an index of a partitioned table, which PostgreSQL does concurrently only for each partition. A partition that
 * somebody makes meanwhile has its part from the start.
 */
async function buildPartitionedIndex(db: Kysely<Schema>, index: Index, inTransaction: InTransaction): Promise<void> {
  const { name, table, unique, rest } = index;
  await inTransaction((trx) => execute(trx, `create ${unique}index if not exists ${name} on only ${table} ${rest}`));
  for (const partition of await findPartitionsWithout(db, index)) {
    const part = `${partition}_${name}`.slice(0, NAME_LENGTH);
    await buildIndex(db, { ...index, name: part, table: partition });
    await inTransaction((trx) => execute(trx, `alter index ${name} attach partition ${part}`));
  }
}

async function isPartitioned(db: Kysely<Schema>, table: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from pg_class where oid = to_regclass(${table}) and relkind = 'p') as found`.execute(db);
  return rows[0]?.found === true;
}

/**
 * Runs a step. An index is built or dropped concurrently, outside of a transaction, and done again after an interruption.
 * Anything else is one transaction, together with the record that it is done.
 * @param db one connection
 * @param inTransaction runs work in a transaction with a short wait for locks
 * @param record writes that the step is done
 */
export async function runStep(
  db: Kysely<Schema>,
  step: string,
  inTransaction: InTransaction,
  record: (trx: Kysely<Schema>) => Promise<unknown>,
): Promise<void> {
  const statement = step.replaceAll(/^--.*\n/gm, '');
  const [, unique = '', name = '', table = '', rest = ''] = CREATE_INDEX.exec(statement) ?? [];
  const [, dropped] = DROP_INDEX.exec(statement) ?? [];
  if (name !== '') {
    const index = { name, table, unique, rest };
    if (await isPartitioned(db, table)) await buildPartitionedIndex(db, index, inTransaction);
    else await buildIndex(db, index);
    await record(db);
  } else if (dropped !== undefined) {
    await dropIndex(db, dropped);
    await record(db);
  } else if (REPEATED.test(step)) {
    let changed: bigint | undefined;
    do await inTransaction(async (trx) => ({ numAffectedRows: changed } = await execute(trx, statement)));
    while ((changed ?? 0n) > 0n);
    await record(db);
  } else {
    await inTransaction(async (trx) => {
      await execute(trx, statement);
      await record(trx);
    });
  }
}
