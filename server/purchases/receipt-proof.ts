import { createHmac, timingSafeEqual } from 'node:crypto';
import type { verifyReceipt } from '#contract/calls/purchases.ts';
import { romeDay } from '#contract/rules/dates.ts';
import type { HeldReply } from '#server/serialize.ts';
import type { Database } from '#server/services.ts';

const ID_BYTES = 6;
/** 128 bits, which nobody guesses. */
const SIGNATURE_BYTES = 16;

async function sign(db: Database, id: Buffer): Promise<Buffer> {
  const { key } = await db.selectFrom('receipt_key').select('key').executeTakeFirstOrThrow();
  return createHmac('sha256', key).update('receipt').update(id).digest().subarray(0, SIGNATURE_BYTES);
}

/** The code of a receipt: the number of the purchase and its signature. It says nothing of the patient. */
export async function receiptCode(db: Database, purchaseId: number): Promise<string> {
  const id = Buffer.alloc(ID_BYTES);
  id.writeUIntBE(purchaseId, 0, ID_BYTES);
  return Buffer.concat([id, await sign(db, id)]).toString('base64url');
}

/** The number of the purchase of a code; null for a code that no receipt has. */
async function readReceiptCode(db: Database, code: string): Promise<number | null> {
  const bytes = Buffer.from(code, 'base64url');
  if (bytes.length !== ID_BYTES + SIGNATURE_BYTES || bytes.toString('base64url') !== code) return null;
  const id = bytes.subarray(0, ID_BYTES);
  return timingSafeEqual(await sign(db, id), bytes.subarray(ID_BYTES)) ? id.readUIntBE(0, ID_BYTES) : null;
}

/** What a receipt proves to whoever holds it; nothing for a code that no receipt has. */
export async function readProvenReceipt(db: Database, code: string): Promise<HeldReply<typeof verifyReceipt>> {
  const purchaseId = await readReceiptCode(db, code);
  if (purchaseId === null) return {};
  const row = await db
    .selectFrom('purchase')
    .innerJoin('parties', 'parties.parties_id', 'purchase.parties_id')
    .innerJoin('ledger_entry as sale', (join) =>
      join.onRef('sale.purchase_id', '=', 'purchase.purchase_id').on('sale.kind', '=', 'SALE'),
    )
    .leftJoin('ledger_entry as back', (join) =>
      join.onRef('back.purchase_id', '=', 'purchase.purchase_id').on('back.kind', '=', 'CANCELLATION'),
    )
    .select(['purchase.purchase_id', 'sale.at as sold_at', 'back.at as cancelled_at', 'items_amount'])
    .select(['company_name', 'store_name', 'street', 'street_number', 'city'])
    .where('purchase.purchase_id', '=', purchaseId)
    .executeTakeFirst();
  if (!row) return {};
  return {
    receipt: {
      purchaseId: row.purchase_id,
      companyName: row.company_name,
      storeName: row.store_name,
      address: `${row.street} ${row.street_number}, ${row.city}`,
      day: romeDay(row.sold_at),
      amount: row.items_amount,
      ...(row.cancelled_at && { cancelledOn: romeDay(row.cancelled_at) }),
    },
  };
}
