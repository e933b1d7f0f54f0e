import { type RawBuilder, sql } from 'kysely';
import type { AccessAction, AccessKind } from '#contract/entities/admin/access-entry.ts';
import { dayOfRequest, endOfDay, startOfDay } from '#contract/rules/dates.ts';
import { startsWith } from '../administration/conditions.ts';
import { inBatches, withConcurrencyLimit } from '../batches.ts';
import type { Database, Services } from '../context.ts';
import { type PageRequest, pageWindow } from '../paging.ts';
import { actionOf } from './access-action.ts';

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
  readonly id: string;
  readonly table: string | null;
  /** The instant as text: a Date would lose its microseconds. */
  readonly place: string;
}

/** A page of the log, in batches. */
interface AccessLogPage {
  readonly batches: AsyncIterable<readonly LoggedAccess[]>;
  readonly page: number;
  readonly pageSize: number;
  readonly totalCount: number;
}

function toLoggedAccess(stored: StoredEntry): LoggedAccess {
  const { id, table, at, kind, operation, userName, username, aslName, companyName, storeName } = stored;
  const who = { userName, username, aslName, companyName, storeName };
  return { entryId: `${kind}-${id}`, at, kind, action: actionOf(operation, table), operation, ...who };
}

/** All entries of a patient in a period. Both tables have an index on patient and time. */
function entriesOf(
  patientId: number,
  { dateStart, dateEnd, user, companyName }: AccessLogFilters,
): RawBuilder<unknown> {
  const period = sql`patient_id = ${patientId} and at >= ${startOfDay(dayOfRequest(dateStart))}
    and at < ${endOfDay(dayOfRequest(dateEnd))}`;
  const byUser = (text: string) =>
    sql`and (${startsWith('app_user.last_name')(text)} or ${startsWith('app_user.username')(text)})`;
  return sql`
    from (
      select 'CONSULTATION' as kind, consultation_id as id, at, user_id, business_id, call as operation,
        null as "table", store_id
      from consultation where ${period}
      union all
      select 'CHANGE', audit_id, at, user_id, business_id, action, details ->> 'table', coalesce(
        (details ->> 'storeId')::integer,
        (select cart.store_id from cart where cart.cart_id = audit.cart_id),
        (select purchase.store_id from purchase where purchase.purchase_id = audit.purchase_id)
      )
      from audit where ${period}
    ) entry
    left join app_user on app_user.user_id = entry.user_id
    left join asl on asl.asl_id = app_user.asl_id
    left join business on business.business_id = entry.business_id
    left join store on store.store_id = entry.store_id
    where true ${user === undefined ? sql`` : byUser(user)}
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
 * The consultations and changes of a patient's data, oldest first. New entries come at the end, so that no page misses
 * an entry.
 * @param signal ends the reading
 */
export async function searchAccessLog(
  { db }: Services,
  patientId: number,
  search: AccessLogFilters & PageRequest,
  signal: AbortSignal,
): Promise<AccessLogPage> {
  const { page, pageSize, offset } = pageWindow(search);
  const entries = entriesOf(patientId, search);
  const counting = sql<{ count: string }>`select count(*) as count ${entries}`;
  const { rows } = await withConcurrencyLimit('page', () => counting.execute(db));
  const read = (after: StoredEntry | undefined, limit: number) => readEntries(db, entries, { after, offset, limit });

  async function* batches() {
    for await (const batch of inBatches(read, signal, pageSize)) yield batch.map(toLoggedAccess);
  }

  return { batches: batches(), page, pageSize, totalCount: Number(rows[0]?.count) };
}
