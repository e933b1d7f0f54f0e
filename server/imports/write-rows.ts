import { sql } from 'kysely';
import type { Database } from '#server/services.ts';
import { type Batch, type ImportDefinition, keyOf, linesToDo } from './import-kind.ts';

function inColumns({ fields, key }: ImportDefinition) {
  return fields.flatMap(({ field, column, value }) =>
    column === null ? [] : [{ column, value, isKey: field === key.field }],
  );
}

async function changeRows(trx: Database, batch: Batch, kind: ImportDefinition): Promise<void> {
  const sets = inColumns(kind).filter(({ isKey }) => !isKey);
  const own = sql`${sql.val(kind.ownOfLine ?? [])}::text[]`;
  await sql`update ${sql.table(kind.table)} as t
    set ${sql.join(sets.map(({ column, value }) => sql`${sql.ref(column)} = ${value}`))}, version = t.version + 1
    from ${linesToDo(batch)}
    where t.${sql.ref(kind.idColumn)} = l.target_id and l.was - ${own} <> l.becomes - ${own}`.execute(trx);
}

async function makeRows(trx: Database, batch: Batch, kind: ImportDefinition): Promise<void> {
  const key = keyOf(kind, sql`becomes`);
  const constants = Object.entries(kind.whenNew ?? {}).map(([column, word]) => ({ column, value: sql`${word}` }));
  const sets = [...inColumns(kind), ...constants];
  await sql`insert into ${sql.table(kind.table)} (${sql.join(sets.map(({ column }) => sql.ref(column)))})
    select ${sql.join(sets.map(({ value }) => value))} from (
      select distinct on (${key}) * from ${linesToDo(batch)} where target_id is null order by ${key}, line
    ) as l order by l.line`.execute(trx);
  await sql`update import_line set target_id = t.${sql.ref(kind.idColumn)} from ${sql.table(kind.table)} as t
    where import_id = ${batch.importId} and line > ${batch.after} and line <= ${batch.last}
      and outcome = 'CREATED' and target_id is null and t.${sql.ref(kind.key.column)} = ${key}`.execute(trx);
}

interface AuditContext {
  /** When the lines were compared. */
  readonly at: Date;
  readonly now: () => Date;
  readonly userId: number | null;
}

/**
 * Writes the audit with the old and new values of each line, from an instant after the last lock. For secret fields the
 * values are left out (design §4).
 */
async function auditRows(trx: Database, batch: Batch, kind: ImportDefinition, { now, userId }: AuditContext) {
  const secret = sql`${sql.val(kind.secret ?? [])}::text[]`;
  const patientId = kind.table === 'patient' ? sql`l.target_id` : sql`null::int`;
  await sql`insert into audit (at, action, user_id, patient_id, details)
    select ${now()}::timestamptz, case when l.was is null then 'ROW_CREATED' else 'ROW_CHANGED' end, ${userId}::int, ${patientId},
      jsonb_build_object('table', ${kind.table}::text, 'id', l.target_id, 'importId', l.import_id, 'changes', (
        select jsonb_object_agg(field.key, case when field.key = any (${secret}) then '{}'::jsonb
          else jsonb_build_object('from', l.was->field.key, 'to', field.value) end)
        from jsonb_each(l.becomes) as field where l.was->field.key is distinct from field.value
      )) from ${linesToDo(batch)} order by l.line`.execute(trx);
}

/** Writes the rows of a batch and their audit, then deletes the lines except the refused ones. */
export async function writeRows(
  trx: Database,
  batch: Batch,
  kind: ImportDefinition,
  context: AuditContext,
): Promise<void> {
  for (const statement of kind.before?.(batch) ?? []) await statement.execute(trx);
  await changeRows(trx, batch, kind);
  await makeRows(trx, batch, kind);
  for (const statement of kind.after?.(batch, context.at) ?? []) await statement.execute(trx);
  await auditRows(trx, batch, kind, context);
  await trx
    .deleteFrom('import_line')
    .where('import_id', '=', batch.importId)
    .where('line', '>', batch.after)
    .where('line', '<=', batch.last)
    .where('outcome', '!=', 'REFUSED')
    .execute();
}
