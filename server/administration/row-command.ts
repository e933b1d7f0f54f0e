import { sql } from 'kysely';
import type { AuditAction } from '#server/access-log/audit.ts';
import { lockUntilCommit } from '#server/database/advisory-locks.ts';
import { readInstant } from '#server/database/clock.ts';
import type { Locked, RowLock } from '#server/database/row-locks.ts';
import type { CallRequest } from '#contract/call.ts';
import type { Database, Principal, Services } from '#server/services.ts';
import type { AdminCall } from '#contract/admin/define.ts';
import type { AdminResource, Values } from './admin-resource.ts';
import { consultRow, idColumn } from './read-rows.ts';
import { constraintError, lockAdminRow } from './write-row.ts';
import { auditRows } from './write-rows.ts';

/** The row of the command in its present state, locked until the transaction ends. */
export interface Target {
  readonly id: number;
  readonly row: Values;
  readonly at: Date;
}

/** The effect of a command on a row, besides the increment of its version. */
export interface RowCommand {
  readonly resource: AdminResource;
  readonly action: AuditAction;
  /** The lock to take before the row is locked (`LOCKS`). */
  readonly lock?: number;
  /** What it rests on, locked before the row. */
  readonly restsOn?: readonly RowLock[];
  /** Whether sales rest on what it changes, so that those under way end first. */
  readonly isForSales?: boolean;
  /** @returns details for the audit besides the changed fields of the row; never a PIN or code */
  readonly carryOut: (trx: Locked<Database>, target: Target) => Promise<Values | undefined>;
}

/** The id of the row and the body of the call. */
interface CommandRequest {
  readonly id: number;
  readonly body: Values;
}

/** A call of the administration and its command. */
export interface RegisteredCommand {
  readonly call: AdminCall;
  readonly plan: (services: Services, body: never, principal: Principal) => RowCommand | Promise<RowCommand>;
}

/** Links a command with the call whose body it reads. The command may do slow work here, before a row is locked. */
export function rowCommand<C extends AdminCall>(
  call: C,
  plan: (
    services: Services,
    body: CallRequest<C> extends { body: infer B } ? B : never,
    principal: Principal,
  ) => RowCommand | Promise<RowCommand>,
): RegisteredCommand {
  return { call, plan };
}

/**
 * Executes a command in one transaction and writes the audit.
 * @param answer creates the response; if it throws, the transaction is rolled back
 * @throws DomainError VERSION_CONFLICT when the row has changed since the user read it, NOT_POSSIBLE in the row's
 * present state, and as `constraintError` and `selectRow`
 */
export function executeRowCommand<Answer>(
  services: Services,
  { resource, action, lock, restsOn, isForSales = false, carryOut }: RowCommand,
  principal: Principal,
  { id, body }: CommandRequest,
  answer: (row: Values) => Answer | Promise<Answer>,
): Promise<Answer> {
  const execution = services.db.transaction().execute(async (trx) => {
    if (lock !== undefined) await lockUntilCommit(trx, lock);
    const strength = isForSales ? 'update' : 'no key update';
    const asked = { id, version: body.version };
    const { source, row } = await lockAdminRow({ ...services, db: trx }, resource, principal, asked, strength, restsOn);
    const at = await readInstant(source.db, services);
    const told = await carryOut(source.db, { id, row, at });
    if ('version' in row) {
      await sql`update ${sql.table(resource.table)} set version = version + 1
        where ${sql.ref(idColumn(resource))} = ${id}`.execute(trx);
    }
    const after = await consultRow(source, resource, principal, id, at);
    const [was, becomes] = [row, after].map(({ version: _version, ...fields }) => JSON.stringify(fields));
    const lines = sql`(select 1 as line, ${id}::bigint as id, ${was}::jsonb as was, ${becomes}::jsonb as becomes)`;
    await auditRows(trx, resource, lines, { clock: services.clock, by: principal, action, details: told ?? {} });
    return answer(after);
  });
  return execution.catch((error: unknown) => {
    throw constraintError(error, resource);
  });
}
