import { sql } from 'kysely';
import { lockUntilCommit } from '#server/database/migrate.ts';
import type { Database } from '#server/services.ts';
import { type Batch, type ImportDefinition, keyOf, problem } from './import-kind.ts';

/** The number of lines of a batch by outcome. */
export interface Outcomes {
  readonly created: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly refused: number;
  /** How many of those that create or change a row have a warning. */
  readonly warned: number;
}

/**
 * The valid lines of a batch. Whoever updates them finds them by `stored_at`: the statistics know nothing of lines that
 * have just arrived, and by import and line PostgreSQL may compare every line with every other.
 */
function batchLines({ importId, after, last }: Batch) {
  return sql`select line, row, repeats, ctid as stored_at from import_line
    where import_id = ${importId} and line > ${after} and line <= ${last} and problems is null`;
}

/** Locks the rows that the lines match, and their dependent rows, until the transaction ends. */
export async function lockRows(trx: Database, batch: Batch, kind: ImportDefinition): Promise<void> {
  const { table, idColumn, key, lock, part } = kind;
  if (lock !== undefined) await lockUntilCommit(trx, lock);
  const keys = sql`select ${keyOf(kind, sql`row`)} from (${batchLines(batch)}) as lines`;
  await sql`select ${sql.ref(idColumn)} from ${sql.table(table)} where ${sql.ref(key.column)} in (${keys})
    order by ${sql.ref(idColumn)} for no key update`.execute(trx);
  await part?.lock(keys).execute(trx);
}

/**
 * Compares the lines of a batch with the stored rows. Each line creates a row, changes one, leaves one unchanged, or is
 * refused.
 */
export async function compareLines(trx: Database, batch: Batch, kind: ImportDefinition, at: Date): Promise<Outcomes> {
  const was = sql.join(kind.fields.map(({ field, was: value }) => sql`${sql.lit(field)}, ${value}`));
  const id = sql`t.${sql.ref(kind.idColumn)}`;
  const partId = kind.part ? sql`p.part_id` : sql`null::int`;
  const isNew = sql`(id is null or (part_is_present and part_id is null))`;
  const own = sql`${sql.val(kind.ownOfLine ?? [])}::text[]`;
  const becomes = sql`(coalesce(was, '{}') || row)`;
  const partIsPresent = kind.part ? kind.part.isPresent : sql`false`;
  await sql`with batch as (${batchLines(batch)}), compared as (
      select b.stored_at, ${id} as id, ${partId} as part_id, ${partIsPresent} as part_is_present,
        case when ${id} is not null then jsonb_build_object(${was}) end as was,
        b.row, b.repeats, ${kind.refusal} as refusal
      from batch as b
      left join ${sql.table(kind.table)} as t on t.${sql.ref(kind.key.column)} = ${keyOf(kind, sql`b.row`)}
      ${kind.part?.join(at) ?? sql``}
    ), judged as (
      select stored_at, id, part_id, was, ${becomes} as becomes, case when ${isNew} then 'CREATED'
        when was = ${becomes} then 'UNCHANGED' else 'CHANGED' end as outcome,
        -- Mended, a line that repeated another one must not change by the way what the other one has stored.
        coalesce(refusal, case when repeats and ((not ${isNew} and was <> ${becomes}) or was - ${own} <> ${becomes} - ${own})
          then ${problem(kind.key.field, 'REPEATED_BEFORE')} end) as refusal
      from compared
    )
    update import_line set target_id = id, part_id = judged.part_id, refusal = judged.refusal,
      was = judged.was, becomes = judged.becomes,
      outcome = case when judged.refusal is null then judged.outcome else 'REFUSED' end
    from judged where import_line.ctid = judged.stored_at`.execute(trx);
  const { rows } = await sql<Outcomes>`select
      (count(*) filter (where outcome = 'CREATED'))::int as created,
      (count(*) filter (where outcome = 'CHANGED'))::int as changed,
      (count(*) filter (where outcome = 'UNCHANGED'))::int as unchanged,
      (count(*) filter (where outcome = 'REFUSED'))::int as refused,
      (count(*) filter (where outcome in ('CREATED', 'CHANGED') and warnings is not null))::int as warned
    from import_line where import_id = ${batch.importId} and line > ${batch.after} and line <= ${batch.last}`.execute(
    trx,
  );
  const [outcomes] = rows;
  if (outcomes === undefined) throw new Error('a count without a row');
  return outcomes;
}
