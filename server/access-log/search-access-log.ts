import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { AccessAction, AccessKind } from '#contract/admin/consultations.ts';
import { dayOfRequest, endOfDay, startOfDay } from '#contract/rules/dates.ts';
import { startsWith } from '#server/administration/admin-resource.ts';
import type { Made } from '#server/documents/made.ts';
import { hasPaidFor, hasPower } from '#server/patients/power.ts';
import { isPaidBy } from '#server/patients/vouchers.ts';
import { readMade } from '#server/reference/users.ts';
import { DomainError } from '#server/domain-error.ts';
import { onPrimary } from '#server/limiter.ts';
import { countRows, inBatches, type Page, type PageRequest, pageWindow } from '#server/lists.ts';
import type { Database, Principal, Services } from '#server/services.ts';
import { type AuditAction, writeAudit } from './audit.ts';
import { writeConsultation } from './consultations.ts';

/** By the name of a call, or by an action of the audit. */
const BY_OPERATION: Readonly<Record<string, AccessAction>> = {
  'admin-consultations.search': 'ACCESS_LOG_READ',
  'admin-consultations.download': 'ACCESS_LOG_HANDED_OUT',
  'admin-consultations.downloadData': 'DATA_HANDED_OUT',
  'admin-dossiers.approve': 'DOSSIER_APPROVED',
  'admin-dossiers.export': 'LIST_EXPORTED',
  'admin-dossiers.create': 'DOSSIER_CHANGED',
  'admin-dossiers.revoke': 'DOSSIER_REVOKED',
  'admin-dossiers.setAmount': 'DOSSIER_CHANGED',
  'admin-dossiers.swap': 'PAPER_SWAPPED',
  'admin-dossiers.switch': 'DOSSIER_CHANGED',
  'admin-dossiers.update': 'DOSSIER_CHANGED',
  'admin-patients.create': 'PATIENT_CHANGED',
  'admin-patients.export': 'LIST_EXPORTED',
  'admin-patients.issuePin': 'PIN_ISSUED',
  'admin-patients.unlockPin': 'PIN_UNLOCKED',
  'admin-patients.anonymise': 'PATIENT_CHANGED',
  'admin-patients.update': 'PATIENT_CHANGED',
  'admin-vouchers.export': 'LIST_EXPORTED',
  'admin-vouchers.revoke': 'VOUCHER_REVOKED',
  'carts.check': 'CART_CHECKED',
  'carts.deleteProduct': 'CART_CHANGED',
  'carts.execute': 'CART_OPENED',
  'carts.putLines': 'CART_CHANGED',
  'carts.putProduct': 'CART_CHANGED',
  'carts.recreate': 'CART_RECREATED',
  'patients.readBalance': 'BALANCE_READ',
  'patients.search': 'PATIENT_FOUND',
  'purchases.downloadList': 'LIST_EXPORTED',
  'purchases.downloadReceipt': 'RECEIPT_MADE',
  'purchases.downloadRollReceipt': 'RECEIPT_MADE',
  'purchases.downloadStoreTransactions': 'LIST_EXPORTED',
  ACCESS_LOG_HANDED_OUT: 'ACCESS_LOG_HANDED_OUT',
  ACCESS_LOG_READ: 'ACCESS_LOG_READ',
  CANCELLATION_CHECKED: 'CANCELLATION_CHECKED',
  CART_CHECKED: 'CART_CHECKED',
  CART_CREATED: 'CART_OPENED',
  CART_LINES_PUT: 'CART_CHANGED',
  CART_LINE_PUT: 'CART_CHANGED',
  CART_LINE_REMOVED: 'CART_CHANGED',
  CART_RECREATED: 'CART_RECREATED',
  DATA_HANDED_OUT: 'DATA_HANDED_OUT',
  DOSSIER_AMOUNT_SET: 'DOSSIER_CHANGED',
  DOSSIER_APPROVED: 'DOSSIER_APPROVED',
  DOSSIER_REVOKED: 'DOSSIER_REVOKED',
  DOSSIER_SWITCHED: 'DOSSIER_CHANGED',
  PAPER_SWAPPED: 'PAPER_SWAPPED',
  PATIENT_ANONYMISED: 'PATIENT_CHANGED',
  PIN_ISSUED: 'PIN_ISSUED',
  PIN_LOCKED: 'PIN_LOCKED',
  PIN_REFUSED: 'PIN_REFUSED',
  PIN_UNLOCKED: 'PIN_UNLOCKED',
  PURCHASE_CANCELLED: 'PURCHASE_CANCELLED',
  PURCHASE_CHECKED: 'PURCHASE_CHECKED',
  PURCHASE_MADE: 'PURCHASE_MADE',
  VOUCHER_REVOKED: 'VOUCHER_REVOKED',
};

/** By resource, for calls without an entry of their own. */
const BY_RESOURCE: Readonly<Record<string, AccessAction>> = {
  'admin-dossiers': 'DOSSIER_READ',
  'admin-imports': 'PATIENT_READ',
  'admin-patients': 'PATIENT_READ',
  'admin-vouchers': 'VOUCHER_READ',
  'amc-orders': 'ORDER_MADE',
  'billing-summary': 'BILL_MADE',
  carts: 'CART_READ',
  purchases: 'PURCHASES_READ',
};

/** By the table of the created or changed row. */
const BY_TABLE: Readonly<Record<string, AccessAction>> = {
  dossier: 'DOSSIER_CHANGED',
  patient: 'PATIENT_CHANGED',
  voucher: 'VOUCHER_CHANGED',
};

/**
 * The action of an operation on a patient's data.
 * @param operation a call of the contract, or an action of the audit
 * @param table the table of the changed row, if the audit names one
 */
export function actionOf(operation: string, table: string | null): AccessAction {
  const [resource = ''] = operation.split('.');
  return BY_OPERATION[operation] ?? BY_TABLE[table ?? ''] ?? BY_RESOURCE[resource] ?? 'OTHER';
}

/** The filters: a period, and the beginnings of user and business names. */
export interface AccessLogFilters {
  readonly dateStart: string;
  readonly dateEnd: string;
  readonly user?: string | undefined;
  readonly companyName?: string | undefined;
}

/** An entry of the access log. */
export interface LoggedAccess {
  readonly entryId: string;
  readonly at: Date;
  readonly kind: AccessKind;
  readonly action: AccessAction;
  readonly operation: string;
  readonly userName: string | null;
  readonly username: string | null;
  readonly aslName: string | null;
  readonly companyName: string | null;
  readonly storeName: string | null;
}

interface StoredEntry extends Omit<LoggedAccess, 'entryId' | 'action'> {
  readonly id: number;
  readonly table: string | null;
  /** The instant as text: a Date would lose its microseconds. */
  readonly place: string;
}

/** A page of the log, in batches. */
interface AccessLogPage extends Omit<Page<LoggedAccess>, 'rows'> {
  readonly batches: AsyncIterable<readonly LoggedAccess[]>;
}

function toLoggedAccess(stored: StoredEntry): LoggedAccess {
  const { id, table, at, kind, operation, userName, username, aslName, companyName, storeName } = stored;
  const who = { userName, username, aslName, companyName, storeName };
  return { entryId: `${kind}-${id}`, at, kind, action: actionOf(operation, table), operation, ...who };
}

/** Whose data: a patient, and the health authority whose office asks; null for the region. */
export interface Subject {
  readonly patientId: number;
  readonly aslId: number | null;
  /** Whether the authority has paid for the patient and has no power any more: its office sees what it paid. */
  readonly isFormer: boolean;
}

/** Whether a change of the audit is of what another authority pays. */
function isOfOthers(aslId: number): RawBuilder<SqlBool> {
  return sql`(
    exists (select from purchase where purchase.purchase_id = audit.purchase_id and purchase.asl_id <> ${aslId})
    or (audit.purchase_id is null and exists (
      select from voucher where voucher.voucher_id = audit.voucher_id and not (${isPaidBy(aslId)})
    ))
    or (details ->> 'table' = 'dossier' and exists (
      select from dossier where dossier.dossier_id = (details ->> 'id')::bigint and dossier.asl_id <> ${aslId}
    )))`;
}

/** Whether a change of the audit is of what the authority pays or has paid. */
function isOfOwn(aslId: number): RawBuilder<SqlBool> {
  return sql`(
    exists (select from purchase where purchase.purchase_id = audit.purchase_id and purchase.asl_id = ${aslId})
    or (audit.purchase_id is null and exists (
      select from voucher where voucher.voucher_id = audit.voucher_id and ${isPaidBy(aslId)}
    ))
    or (details ->> 'table' = 'dossier' and exists (
      select from dossier where dossier.dossier_id = (details ->> 'id')::bigint and dossier.asl_id = ${aslId}
    )))`;
}

/** What an office may see: of consultations whose people's, and of changes which. */
function partOf({ aslId, isFormer }: Subject): { seen: RawBuilder<unknown>; changed: RawBuilder<unknown> } {
  if (aslId === null) return { seen: sql``, changed: sql`` };
  const byOwn = sql`user_id in (select user_id from app_user where app_user.asl_id = ${aslId})`;
  return isFormer
    ? { seen: sql`and ${byOwn}`, changed: sql`and (${byOwn} or ${isOfOwn(aslId)})` }
    : { seen: sql``, changed: sql`and ${isOfOthers(aslId)} is not true` };
}

/**
 * The entries of a patient in a period. Both tables have an index on patient and time. An office gets none of what another
 * authority pays, nor what that one's people did: each authority tells its own.
 */
function entriesOf(subject: Subject, { dateStart, dateEnd, user, companyName }: AccessLogFilters): RawBuilder<unknown> {
  const { patientId, aslId } = subject;
  const { seen, changed } = partOf(subject);
  const period = sql`patient_id = ${patientId} and at >= ${startOfDay(dayOfRequest(dateStart))}
    and at < ${endOfDay(dayOfRequest(dateEnd))}`;
  const byUser = (text: string) =>
    sql`and (${startsWith('app_user.last_name')(text)} or ${startsWith('app_user.username')(text)})`;
  return sql`
    from (
      select 'CONSULTATION' as kind, consultation_id as id, at, user_id, business_id, call as operation,
        null as "table", store_id
      from consultation where ${period} ${seen}
      union all
      select 'CHANGE', audit_id, at, user_id, business_id, action, details ->> 'table', coalesce(
        (details ->> 'storeId')::bigint,
        (select cart.store_id from cart where cart.cart_id = audit.cart_id),
        (select purchase.store_id from purchase where purchase.purchase_id = audit.purchase_id)
      )
      from audit where ${period} ${changed}
    ) entry
    left join app_user on app_user.user_id = entry.user_id
    left join asl on asl.asl_id = app_user.asl_id
    left join business on business.business_id = entry.business_id
    left join store on store.store_id = entry.store_id
    where true ${aslId === null ? sql`` : sql`and (app_user.asl_id is null or app_user.asl_id = ${aslId})`}
    ${user === undefined ? sql`` : byUser(user)}
    ${companyName === undefined ? sql`` : sql`and ${startsWith('business.company_name')(companyName)}`}`;
}

async function readEntries(
  db: Database,
  entries: RawBuilder<unknown>,
  { after, offset, limit }: { after: StoredEntry | undefined; offset: number; limit: number },
): Promise<readonly StoredEntry[]> {
  const place =
    after === undefined
      ? sql`order by entry.at, kind, id offset ${offset}`
      : sql`and (entry.at, kind, id) > (${after.place}::timestamptz, ${after.kind}::text, ${after.id}::bigint)
          order by entry.at, kind, id`;
  const { rows } = await sql<StoredEntry>`
    select kind, id, entry.at, entry.at::text as place, operation, "table",
      first_name || ' ' || last_name as "userName", username, asl.name as "aslName",
      company_name as "companyName", store.name as "storeName"
    ${entries} ${place} limit ${limit}`.execute(db);
  return rows;
}

/**
 * The consultations and changes of a patient's data that the subject may see, oldest first. New entries come at the end, so that no page misses
 * an entry.
 * @param signal ends the reading
 */
export async function searchAccessLog(
  { db }: Services,
  subject: Subject,
  search: AccessLogFilters & PageRequest,
  signal: AbortSignal,
): Promise<AccessLogPage> {
  const window = pageWindow(search);
  const { pageSize, offset } = window;
  const entries = entriesOf(subject, search);
  const counted = await countRows(db, window, (limit) => sql`(select ${entries} limit ${limit})`);
  const read = (after: StoredEntry | undefined, limit: number) => readEntries(db, entries, { after, offset, limit });

  async function* batches() {
    for await (const batch of inBatches(read, signal, pageSize)) yield batch.map(toLoggedAccess);
  }

  return { batches: batches(), ...window, ...counted };
}

/** The patient whose data a principal asks for. */
export interface RequestedPatient {
  readonly patientId: number;
  readonly firstName: string;
  readonly lastName: string;
  readonly fiscalCode: string;
  /** Whether the office sees only what its authority has paid. */
  readonly isFormer: boolean;
}

/** The purpose of the request, for the audit, and its period; the names that it is filtered by are not written down. */
interface Purpose {
  readonly action: AuditAction;
  readonly period?: Pick<AccessLogFilters, 'dateStart' | 'dateEnd'>;
}

/**
 * The patient with a fiscal code. The request and its purpose are recorded before any of the patient's data is read.
 * @throws DomainError PATIENT_NOT_FOUND when there is no such patient, or the principal's authority has never paid for them
 */
export function findPatientAndRecord(
  { db, now }: Services,
  principal: Principal,
  fiscalCode: string,
  { action, period }: Purpose,
): Promise<RequestedPatient> {
  const { aslId } = principal;
  const hasPowerNow = aslId === null ? sql<SqlBool>`true` : hasPower(aslId);
  const hasPaid = aslId === null ? sql<SqlBool>`true` : hasPaidFor(aslId);
  const record = async (trx: Database) => {
    const { rows } = await sql<RequestedPatient>`
      select patient_id as "patientId", first_name as "firstName", last_name as "lastName", fiscal_code as "fiscalCode",
        not ${hasPowerNow} as "isFormer"
      from patient where fiscal_code = ${fiscalCode} and (${hasPowerNow} or ${hasPaid})`.execute(trx);
    const [patient] = rows;
    if (patient === undefined) throw new DomainError('PATIENT_NOT_FOUND');
    const at = now();
    const { patientId } = patient;
    await writeConsultation(trx, principal, [patientId], { at });
    const details = period && { dateStart: period.dateStart, dateEnd: period.dateEnd };
    await writeAudit(trx, { at, action, by: principal, patientId, ...(details && { details }) });
    return patient;
  };
  return onPrimary(() => db.transaction().execute(record));
}

/** The access log of a patient for a document. */
export interface AccessLog extends Made {
  /** Whether another authority's part is left out. */
  readonly isOfOffice: boolean;
  readonly patient: RequestedPatient;
  readonly filters: AccessLogFilters;
  /** The oldest entries, limited to the requested number. */
  readonly entries: readonly LoggedAccess[];
  readonly totalCount: number;
  /** Whether there are more than that. */
  readonly hasMore: boolean;
}

/**
 * Reads the access log of a patient for a document. The request itself is recorded and is part of the document.
 * @param most the maximum number of entries
 * @param signal ends the reading
 * @throws DomainError as `findPatientAndRecord`
 */
export async function readAccessLog(
  services: Services,
  principal: Principal,
  { fiscalCode, ...filters }: AccessLogFilters & { readonly fiscalCode: string },
  { most, signal }: { readonly most: number; readonly signal: AbortSignal },
): Promise<AccessLog> {
  const { aslId } = principal;
  const made = await readMade(services, principal);
  const purpose = { action: 'ACCESS_LOG_HANDED_OUT', period: filters } as const;
  const patient = await findPatientAndRecord(services, principal, fiscalCode, purpose);
  const found = await searchAccessLog(services, { ...patient, aslId }, { ...filters, size: most }, signal);
  const entries: LoggedAccess[] = [];
  for await (const batch of found.batches) entries.push(...batch);
  return {
    ...made,
    isOfOffice: aslId !== null,
    patient,
    filters,
    entries,
    totalCount: found.totalCount,
    hasMore: found.hasMore === true,
  };
}
