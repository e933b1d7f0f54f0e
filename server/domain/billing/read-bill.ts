import type { Selectable } from 'kysely';
import type { PartiesTable } from '#server/database/schema.ts';
import { consultationWriter } from '../audit/consultation-writer.ts';
import { readClosedMonths } from '../closings/read-closed-months.ts';
import type { Principal, Database, Services } from '../context.ts';
import { DomainError } from '../domain-error.ts';
import { readLastParties } from '../ledger/last-parties.ts';
import { readEntries } from '../ledger/read-entries.ts';
import { entriesOf } from '../ledger/references.ts';
import { mapBatches } from '../map-batches.ts';
import { readRequester } from '../reference/read-requester.ts';
import { toRowId } from '../row-id.ts';
import { type BillRequest, billScope, selectOwed } from './bill-scope.ts';
import type { Bill, Payee, Payer } from './bill.ts';
import { BillTotaller } from './total-bill.ts';

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

function toPayer({ asl_code: code, asl_name: name }: Selectable<PartiesTable>): Payer {
  return { code, name };
}

function toPayee(parties: Selectable<PartiesTable>): Payee {
  const { company_name: companyName, address, vat, fiscal_code: fiscalCode } = parties;
  return { companyName, address, vat, fiscalCode };
}

/**
 * The bill of a period; both its documents use it. The patients of its purchases are written to the access log.
 * @param reads the services that the rows are read with, maybe from a replica
 * @param primary knows whether the period is over
 * @throws DomainError as `billScope`; ASL_NOT_FOUND or BUSINESS_NOT_FOUND for an unknown party
 */
export async function readBill(
  reads: Services,
  primary: Database,
  principal: Principal,
  request: BillRequest,
  signal: AbortSignal,
): Promise<Bill> {
  const { db } = reads;
  const scope = await billScope({ ...reads, db: primary }, principal, request);
  const { aslId, businessId, period, madeAt, isPeriodOver, from, until } = scope;
  const owed = selectOwed(db, { aslId, businessId });
  const present = {
    payer: await readPayer(db, aslId),
    payee: businessId === undefined ? null : await readPayee(db, businessId),
  };
  const parties = await readLastParties(db, owed, until);
  const closedMonths = await readClosedMonths(db, { aslId, businessId }, period);
  const requester = await readRequester(db, principal);
  const totaller = new BillTotaller(from);
  const references = entriesOf(db, owed, { from, until });
  const entries = mapBatches(
    readEntries(db, references, consultationWriter(db, principal, { at: madeAt }), signal),
    (batch) => {
      totaller.add(batch);
      return batch;
    },
  );
  return {
    madeAt,
    requester,
    period,
    isPeriodOver,
    closedMonths,
    payer: parties === undefined ? present.payer : toPayer(parties),
    payee: parties === undefined || present.payee === null ? present.payee : toPayee(parties),
    entries,
    totals: () => totaller.totals(),
  };
}
