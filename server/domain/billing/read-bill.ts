import { sql } from 'kysely';
import { dayOfRequest, endOfDay, startOfDay } from '#contract/rules/dates.ts';
import { writeConsultationOf } from '../audit/write-consultation.ts';
import type { Caller, Database, Services } from '../context.ts';
import { DomainError } from '../domain-error.ts';
import { readEntries } from '../ledger/read-entries.ts';
import { readRequester } from '../reference/read-requester.ts';
import { toRowId } from '../row-id.ts';
import { type AskedParties, scopeOf } from '../scope.ts';
import type { Bill, Payee, Payer } from './bill.ts';
import { totalBill } from './total-bill.ts';

/** What a billing call asks (§7): the parties and a period of whole days, both included. */
interface BillRequest extends AskedParties {
  readonly dateStart: string;
  readonly dateEnd: string;
}

async function readPayer(db: Database, aslId: number): Promise<Payer> {
  const payer = await db
    .selectFrom('asl')
    .select(['code', 'name'])
    .where('asl_id', '=', toRowId(aslId))
    .executeTakeFirst();
  if (!payer) throw new DomainError('ASL_NOT_FOUND');
  return payer;
}

async function readPayee(db: Database, businessId: number): Promise<Payee> {
  const payee = await db
    .selectFrom('business')
    .select(['company_name as companyName', 'address', 'vat', 'fiscal_code as fiscalCode'])
    .where('business_id', '=', toRowId(businessId))
    .executeTakeFirst();
  if (!payee) throw new DomainError('BUSINESS_NOT_FOUND');
  return payee;
}

function selectOwed(db: Database, { aslId, businessId }: AskedParties) {
  let owed = db.selectFrom('purchase');
  if (aslId !== undefined) owed = owed.where('asl_id', '=', toRowId(aslId));
  if (businessId !== undefined) owed = owed.where('business_id', '=', toRowId(businessId));
  return owed;
}

/** The patients of what was sold or cancelled from one instant until before another. */
function selectPatients(db: Database, parties: AskedParties, from: Date, until: Date) {
  return selectOwed(db, parties)
    .where((eb) =>
      eb.or([
        eb.and([eb('created_at', '>=', from), eb('created_at', '<', until)]),
        eb.and([eb('cancelled_at', '>=', from), eb('cancelled_at', '<', until)]),
      ]),
    )
    .select('patient_id');
}

/** The sales made from one instant until before another, and the cancellations that happened in the same time. */
function selectEntries(db: Database, parties: AskedParties, from: Date, until: Date) {
  const owed = selectOwed(db, parties);
  const cancellations = owed
    .where('cancelled_at', '>=', from)
    .where('cancelled_at', '<', until)
    .select(['purchase_id', 'cancelled_at as at', sql<number>`-1`.as('sign')])
    .$narrowType<{ at: Date }>();
  return owed
    .where('created_at', '>=', from)
    .where('created_at', '<', until)
    .select(['purchase_id', 'created_at as at', sql<number>`1`.as('sign')])
    .unionAll(cancellations);
}

/**
 * The bill of a period: of the active business for the payer named, or of the signed-in authority for one company or
 * for all (decisions §7). Both its documents are made from it. The patients whose purchases it tells of are written to the
 * access log.
 * @throws DomainError INVALID_REQUEST without `aslId` from a shop or with a period that ends before it begins,
 * ASL_NOT_FOUND, BUSINESS_NOT_FOUND for another's or an unknown one
 */
export function readBill(services: Services, caller: Caller, request: BillRequest): Promise<Bill> {
  const period = { first: dayOfRequest(request.dateStart), last: dayOfRequest(request.dateEnd) };
  const { aslId, businessId } = scopeOf(caller, request);
  if (aslId === undefined) throw new DomainError('INVALID_REQUEST', { field: 'aslId' });
  if (period.last < period.first) throw new DomainError('INVALID_REQUEST', { field: 'dateEnd' });
  const from = startOfDay(period.first);
  const until = endOfDay(period.last);
  const madeAt = services.now();
  return services.db.transaction().execute(async (trx) => {
    const payer = await readPayer(trx, aslId);
    const payee = businessId === undefined ? null : await readPayee(trx, businessId);
    await writeConsultationOf(trx, caller, selectPatients(trx, { aslId, businessId }, from, until), { at: madeAt });
    const entries = await readEntries(trx, selectEntries(trx, { aslId, businessId }, from, until));
    const requester = await readRequester(trx, caller);
    const isPeriodOver = madeAt >= until;
    return { madeAt, requester, period, isPeriodOver, payer, payee, entries, ...totalBill(entries, from) };
  });
}
