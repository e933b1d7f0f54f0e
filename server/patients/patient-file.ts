import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { patientFile } from '#contract/admin/patients.ts';
import { consultRow } from '#server/administration/read-rows.ts';
import { patients } from '#server/administration/resources/patients.ts';
import { isPaidBy } from './vouchers.ts';
import type { Held } from '#server/serialize.ts';
import type { Database, Principal, Services } from '#server/services.ts';

/** The latest purchases that an answer has. */
const MAX_PURCHASES = 50;

type PatientFile = Held<(typeof patientFile)['sent']>;

async function readPurchases(trx: Database, isOwn: RawBuilder<SqlBool>) {
  const from = sql`from purchase join dossier on dossier.dossier_id = purchase.dossier_id where ${isOwn}`;
  const counted = await sql<{ count: string }>`select count(*) as count ${from}`.execute(trx);
  const { rows } = await sql<PatientFile['purchases'][number]>`
    select latest.purchase_id as "purchaseId", latest.created_at as "createTime", latest.status,
      items_amount as "itemsAmount",
      voucher.code as "voucherCode", company_name as "companyName", store_name as "storeName"
    from (select purchase.* ${from} order by purchase.created_at desc, purchase_id desc limit ${MAX_PURCHASES}) latest
      join voucher on voucher.voucher_id = latest.voucher_id
      join parties on parties.parties_id = latest.parties_id
    order by latest.created_at desc, latest.purchase_id desc`.execute(trx);
  return { purchaseCount: Number(counted.rows[0]?.count), purchases: rows };
}

async function readSheets(trx: Database, isOwn: RawBuilder<SqlBool>) {
  const { rows } = await sql<PatientFile['sheets'][number]>`
    select number, amount, swapped_at as "swapTime", voucher.code as "voucherCode", voucher.month::text as month
    from paper_sheet join voucher on voucher.voucher_id = paper_sheet.voucher_id
      join dossier on dossier.dossier_id = voucher.dossier_id
    where ${isOwn} order by swapped_at desc, number`.execute(trx);
  return rows;
}

async function readAttempts(trx: Database, patientId: number, at: Date) {
  const { rows } = await sql<PatientFile['pinAttempts'][number]>`
    select company_name as "companyName", failures,
      case when locked_until > ${at}::timestamptz then locked_until end as "lockedUntil"
    from pin_attempts join business on business.business_id = pin_attempts.business_id
    where patient_id = ${patientId} and (failures > 0 or locked_until > ${at}::timestamptz)
    order by folded_company_name, company_name, pin_attempts.business_id`.execute(trx);
  return rows;
}

/**
 * What a patient has done with the vouchers: the latest purchases, the swapped paper vouchers, the wrong PINs. An
 * office sees the purchases that it pays, also where another authority pays the dossier's next ones.
 * @throws DomainError as `consultRow`
 */
export function readPatientFile(services: Services, principal: Principal, patientId: number) {
  return services.db.transaction().execute(async (trx): Promise<PatientFile> => {
    const at = services.now();
    await consultRow({ ...services, db: trx }, patients, principal, patientId, at);
    const { aslId } = principal;
    const own = (paid: (payer: number) => RawBuilder<unknown>) =>
      sql<SqlBool>`dossier.patient_id = ${patientId} ${aslId === null ? sql`` : sql`and ${paid(aslId)}`}`;
    return {
      ...(await readPurchases(
        trx,
        own((payer) => sql`purchase.asl_id = ${payer}`),
      )),
      sheets: await readSheets(trx, own(isPaidBy)),
      pinAttempts: await readAttempts(trx, patientId, at),
    };
  });
}
