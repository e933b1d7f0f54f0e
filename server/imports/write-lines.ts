import { type RawBuilder, sql } from 'kysely';
import { lockRows, ownRows, type RowForm, rowForm, writeRows } from '#server/administration/write-rows.ts';
import { lockUntilCommit } from '#server/database/migrate.ts';
import type { Database } from '#server/services.ts';
import { type Batch, type ImportDefinition, keyOf, linesToDo, ownOfLine, problem } from './import-kind.ts';

/** The number of lines of a batch, in all and by outcome. */
export interface Outcomes {
  readonly lines: number;
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

function formOf({ resource, columns }: ImportDefinition, at: Date): RowForm {
  return rowForm(
    resource,
    columns.map(({ name }) => name),
    at,
  );
}

/** Locks the rows that the lines match, and their dependent rows, until the transaction ends. */
export async function lockLines(trx: Database, batch: Batch, kind: ImportDefinition): Promise<void> {
  const { resource, key, lock, part } = kind;
  if (lock !== undefined) await lockUntilCommit(trx, lock);
  const keys = sql`select ${keyOf(kind, sql`row`)} from (${batchLines(batch)}) as lines`;
  await lockRows(trx, resource, sql`${sql.ref(key.column)} in (${keys})`, 'no key update');
  if (part) await lockRows(trx, part.resource, part.isOf(keys), 'no key update');
}

/** The stored values of a line's fields, as the arguments of `jsonb_build_object`. */
function storedValues(kind: ImportDefinition, at: Date): RawBuilder<unknown> {
  const { stored, linked } = formOf(kind, at);
  const parts = Object.entries(kind.part?.fields ?? {}).map(([field, was]) => ({ field, was }));
  // The line has found its row by the key, whose text may differ: an EAN by the zeros to its left.
  const keyed = (field: string, was: RawBuilder<unknown>) =>
    field === kind.key.field ? sql`b.row->${sql.lit(field)}` : was;
  return sql.join(
    [...stored, ...linked, ...parts].map(({ field, was }) => sql`${sql.lit(field)}, ${keyed(field, was)}`),
  );
}

/**
 * Compares the lines of a batch with the stored rows. Each line creates a row, changes one, leaves one unchanged, or is
 * refused.
 */
export async function compareLines(trx: Database, batch: Batch, kind: ImportDefinition, at: Date): Promise<Outcomes> {
  const { resource, part } = kind;
  const id = sql`t.${sql.ref(resource.id.column)}`;
  const partId = part ? sql`p.part_id` : sql`null::int`;
  const isNew = sql`(id is null or (part_is_present and part_id is null))`;
  const own = ownOfLine(kind);
  const becomes = sql`(coalesce(was, '{}') || row)`;
  await sql`with batch as (${batchLines(batch)}), compared as (
      select b.stored_at, ${id} as id, ${partId} as part_id, ${part?.isPresent ?? sql`false`} as part_is_present,
        case when ${id} is not null then jsonb_build_object(${storedValues(kind, at)}) end as was,
        b.row, b.repeats, ${kind.refusal} as refusal
      from batch as b
      left join ${ownRows(resource)} on t.${sql.ref(kind.key.column)} = ${keyOf(kind, sql`b.row`)}
      ${part?.join(at) ?? sql``}
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
  const { rows } = await sql<Outcomes>`select count(*)::int as lines,
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

/** Tells the lines that create a row its id. */
async function identify(trx: Database, batch: Batch, kind: ImportDefinition): Promise<void> {
  const { resource, key } = kind;
  await sql`update import_line set target_id = t.${sql.ref(resource.id.column)} from ${ownRows(resource)}
    where import_id = ${batch.importId} and line > ${batch.after} and line <= ${batch.last}
      and outcome = 'CREATED' and target_id is null
      and t.${sql.ref(key.column)} = ${keyOf(kind, sql`becomes`)}`.execute(trx);
}

interface Occasion {
  /** When the lines were compared. */
  readonly at: Date;
  readonly now: () => Date;
  readonly userId: number | null;
}

/** Writes the rows of a batch and their audit, then deletes the lines except the refused ones. */
export async function writeLines(
  trx: Database,
  batch: Batch,
  kind: ImportDefinition,
  { at, now, userId }: Occasion,
): Promise<void> {
  const { key, part, initial } = kind;
  await kind.before?.(trx, batch);
  const rows = {
    lines: linesToDo(batch),
    withIds: async () => {
      await identify(trx, batch, kind);
      return linesToDo(batch);
    },
    key: key.field,
    apart: Object.keys(part?.fields ?? {}),
    ...(initial && { initial }),
    after: async () => kind.after?.(trx, batch, at),
  };
  const by = userId === null ? {} : { userId };
  await writeRows(trx, formOf(kind, at), rows, { now, by, details: { importId: batch.importId } });
  await trx
    .deleteFrom('import_line')
    .where('import_id', '=', batch.importId)
    .where('line', '>', batch.after)
    .where('line', '<=', batch.last)
    .where('outcome', '!=', 'REFUSED')
    .execute();
}
