import { type RawBuilder, sql } from 'kysely';
import { lockOf, ownRows, type RowForm, rowForm, writeRows } from '#server/administration/write-rows.ts';
import { lockUntilCommit } from '#server/database/advisory-locks.ts';
import type { Clocks } from '#server/database/clock.ts';
import { type Held, type Locked, lockRows } from '#server/database/row-locks.ts';
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
  return sql`select line, row, repeats, same_person, person_key, ctid as stored_at from import_line
    where import_id = ${importId} and line > ${after} and line <= ${last} and problems is null`;
}

function formOf({ resource, columns }: ImportDefinition, at: Date): RowForm {
  return rowForm(
    resource,
    columns.map(({ name }) => name),
    at,
  );
}

/**
 * Locks what the lines name, the rows that they match, and their dependent rows, until the transaction ends.
 * @returns the ids of the rows that they match
 */
export async function lockLines(trx: Database, batch: Batch, kind: ImportDefinition): Promise<Held> {
  const { resource, key, lock, part, named } = kind;
  if (lock !== undefined) await lockUntilCommit(trx, lock);
  const lines = sql`(${batchLines(batch)}) as lines`;
  // First, as forms do: whoever changes what is named may go on to what names it.
  for (const { field, column, ...rows } of named) {
    const value = sql`(row->${sql.lit(field)})`;
    const names = sql`select jsonb_array_elements_text(case jsonb_typeof(${value})
      when 'array' then ${value} when 'string' then jsonb_build_array(${value}) else '[]' end) from ${lines}`;
    await lockRows(trx, { ...rows, which: sql`${sql.ref(column)} in (${names})` });
  }
  const keys = sql`select ${keyOf(kind, sql`row`)} from ${lines}`;
  const held = await lockRows(trx, lockOf(resource, sql`${sql.ref(key.column)} in (${keys})`, 'no key update'));
  if (part) await lockRows(trx, lockOf(part.resource, part.isOf(keys), 'no key update'));
  return held;
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
 * @param held the rows that an import has locked: one that has got the key since is none of its own, so that the import
 * fails as for a row that was made meanwhile, and is repeated
 */
export async function compareLines(
  trx: Database,
  batch: Batch,
  kind: ImportDefinition,
  at: Date,
  held?: Held,
): Promise<Outcomes> {
  const { resource, part } = kind;
  const id = sql`t.${sql.ref(resource.id.column)}`;
  const partId = part ? sql`p.part_id` : sql`null::bigint`;
  const isNew = sql`(id is null or (part_is_present and part_id is null))`;
  const own = ownOfLine(kind);
  const becomes = sql`(coalesce(was, '{}') || row)`;
  // Materialized: as subqueries they would look up each stored value again wherever it is named.
  await sql`with batch as (${batchLines(batch)}), compared as materialized (
      select b.stored_at, ${id} as id, ${partId} as part_id, ${part?.isPresent ?? sql`false`} as part_is_present,
        case when ${id} is not null then jsonb_build_object(${storedValues(kind, at)}) end as was,
        b.row, b.repeats, b.same_person, ${kind.samePerson?.stored ?? sql`null::jsonb`} as people, ${kind.refusal} as refusal
      from batch as b
      left join ${ownRows(resource)} on t.${sql.ref(kind.key.column)} = ${keyOf(kind, sql`b.row`)}
        ${held ? sql`and ${id} = any(${held.ids}::bigint[])` : sql``}
      ${part?.join(at) ?? sql``}
    ), judged as materialized (
      select stored_at, id, part_id, was, same_person, people, ${becomes} as becomes, case when ${isNew} then 'CREATED'
        when was = ${becomes} then 'UNCHANGED' else 'CHANGED' end as outcome,
        -- Mended, a line that repeated another one must not change by the way what the other one has stored.
        coalesce(refusal, case when repeats and ((not ${isNew} and was <> ${becomes}) or was - ${own} <> ${becomes} - ${own})
          then ${problem(kind.key.field, 'REPEATED_BEFORE')} end) as refusal
      from compared
    )
    update import_line set target_id = id, part_id = judged.part_id, refusal = judged.refusal,
      was = judged.was, becomes = judged.becomes,
      same_person = case when judged.refusal is null and (people <> '[]' or (people is not null and judged.same_person is not null))
        then jsonb_strip_nulls(${problem(kind.key.field, 'SAME_PERSON')}
          || jsonb_build_object('firstLine', judged.same_person->'firstLine', 'words', nullif(people, '[]'))) end,
      outcome = case when judged.refusal is null then judged.outcome else 'REFUSED' end
    from judged where import_line.ctid = judged.stored_at`.execute(trx);
  const { rows } = await sql<Outcomes>`select count(*)::int as lines,
      (count(*) filter (where outcome = 'CREATED'))::int as created,
      (count(*) filter (where outcome = 'CHANGED'))::int as changed,
      (count(*) filter (where outcome = 'UNCHANGED'))::int as unchanged,
      (count(*) filter (where outcome = 'REFUSED'))::int as refused,
      (count(*) filter (where outcome in ('CREATED', 'CHANGED')
        and (warnings is not null or same_person is not null)))::int as warned
    from import_line where import_id = ${batch.importId} and line > ${batch.after} and line <= ${batch.last}`.execute(
    trx,
  );
  const [outcomes] = rows;
  if (outcomes === undefined) throw new Error('a count without a row');
  return outcomes;
}

/**
 * Refuses the lines of a batch that repeat an earlier line of the file, and marks those with the person of an earlier line
 * but another key.
 */
export async function refuseRepeated(trx: Database, batch: Batch, kind: ImportDefinition): Promise<void> {
  const { importId } = batch;
  // By the key alone: of a file that has just arrived PostgreSQL would read line after line until one matches.
  const first = (key: string) => sql`(select line, row, row_key from import_line as other
    where other.${sql.ref(key)} = b.${sql.ref(key)} and other.import_id + 0 = ${importId} order by line limit 1)`;
  const lines = sql`(select ctid as stored_at, * from import_line
    where import_id = ${importId} and line > ${batch.after} and line <= ${batch.last} and problems is null) as b`;
  const own = ownOfLine(kind);
  await sql`update import_line set outcome = 'REFUSED', problems = jsonb_build_array(jsonb_build_object(
      'field', ${sql.lit(kind.key.field)}, 'reason', 'REPEATED',
      'firstLine', case when same.line < b.line then same.line else first.line end
    ))
    from ${lines} cross join lateral ${first('row_key')} as first cross join lateral ${first('line_key')} as same
    where import_line.ctid = b.stored_at
      and (same.line < b.line or first.row - ${own} is distinct from b.row - ${own})`.execute(trx);
  if (!kind.samePerson) return;
  await sql`update import_line set same_person = jsonb_build_object('firstLine', first.line)
    from ${lines} cross join lateral ${first('person_key')} as first
    where import_line.ctid = b.stored_at and first.row_key <> b.row_key`.execute(trx);
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
  readonly clock: Clocks['clock'];
  readonly userId: number | null;
}

/** Writes the rows of a batch and their audit, then deletes the lines except the refused ones. */
export async function writeLines(
  trx: Locked<Database>,
  batch: Batch,
  kind: ImportDefinition,
  { at, clock, userId }: Occasion,
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
  await writeRows(trx, formOf(kind, at), rows, { clock, by, details: { importId: batch.importId } });
  await trx
    .deleteFrom('import_line')
    .where('import_id', '=', batch.importId)
    .where('line', '>', batch.after)
    .where('line', '<=', batch.last)
    .where('outcome', '!=', 'REFUSED')
    .execute();
}
