import { sql } from 'kysely';
import type { CallRequest } from '#contract/call.ts';
import { type AuditAction, writeAudit } from '../../audit/write-audit.ts';
import { writeConsultation } from '../../audit/write-consultation.ts';
import type { Principal, Database, Services } from '../../context.ts';
import { toRowId } from '../../row-id.ts';
import { type AdminCall, type Administered, type Values, fieldsOf } from '../administered.ts';
import { idColumn, patientIdOf, selectRow } from '../select-rows.ts';
import { changesOf, lockRow } from '../write-row.ts';

/** The row that a command is about, as it is before, locked until the transaction ends. */
interface Target {
  readonly id: number;
  readonly row: Values;
  readonly at: Date;
}

/** What is done to a row besides counting its version up. */
export interface RowCommand {
  readonly resource: Administered;
  readonly action: AuditAction;
  /** @returns what the audit tells besides the fields of the row that have changed; never a PIN or code */
  readonly carryOut: (trx: Database, target: Target) => Promise<Values | undefined>;
}

/** What a principal asks for: which row, and the body of the call. */
interface Asked {
  readonly id: number;
  readonly body: Values;
}

/** A call of the administration with the command that it stands for. */
export interface RegisteredCommand {
  readonly call: AdminCall;
  readonly plan: (services: Services, body: never) => RowCommand | Promise<RowCommand>;
}

/** Keeps a plan together with the call whose body it reads; what is slow is done in it, before a row is locked. */
export function rowCommand<C extends AdminCall>(
  call: C,
  plan: (
    services: Services,
    body: CallRequest<C> extends { body: infer B } ? B : never,
  ) => RowCommand | Promise<RowCommand>,
): RegisteredCommand {
  return { call, plan };
}

/**
 * Carries a command out in one transaction, with its audit row.
 * @param answer makes the answer; where it fails, nothing is done
 * @throws DomainError VERSION_CONFLICT where the row is another than the one that was seen, NOT_POSSIBLE in the state
 * that it is in, and as `selectRow`
 */
export function executeRowCommand<Answer>(
  { db, now }: Services,
  { resource, action, carryOut }: RowCommand,
  principal: Principal,
  { id: asked, body }: Asked,
  answer: (row: Values) => Answer | Promise<Answer>,
): Promise<Answer> {
  return db.transaction().execute(async (trx) => {
    const [id, at] = [toRowId(asked), now()];
    const row = await lockRow(trx, resource, principal, { id, version: body.version });
    const told = await carryOut(trx, { id, row, at });
    const fields = Object.keys(fieldsOf(resource)).filter((field) => field !== 'version');
    if ('version' in row) {
      await sql`update ${sql.table(resource.table)} set version = version + 1
        where ${sql.ref(idColumn(resource))} = ${id}`.execute(trx);
    }
    const after = await selectRow(trx, resource, principal, id);
    const patientId = patientIdOf(after);
    if (patientId !== undefined) await writeConsultation(trx, principal, [patientId], { at });
    await writeAudit(trx, {
      at,
      action,
      by: principal,
      ...(patientId !== undefined && { patientId }),
      ...(resource.table === 'voucher' && { voucherId: id }),
      details: { table: resource.table, id, changes: changesOf(resource, row, after, fields), ...told },
    });
    return answer(after);
  });
}
