import * as z from 'zod/mini';
import {
  checkCart,
  deleteCartProduct,
  executeCart,
  putCartProduct,
  readCart,
  readCartSummary,
  recreateCart,
} from '#contract/calls/carts.ts';
import { searchPatients } from '#contract/calls/patients.ts';
import { searchProducts } from '#contract/calls/products.ts';
import {
  checkCancellation,
  checkPurchase,
  downloadReceipt,
  executeCancellation,
  executePurchase,
  searchPurchases,
} from '#contract/calls/purchases.ts';
import type { TxCommand } from '#contract/calls/carts.ts';
import type { Id } from '#contract/wire.ts';
import type { Caller } from './caller.ts';

/** The test data of a sale: a patient with a voucher that is not spent, the EAN or id of a product, PIN and code. */
export const saleData = z.strictObject({
  fiscalCode: z.string(),
  product: z.string(),
  pin: z.optional(z.string()),
  cancellationCode: z.optional(z.string()),
});
export type SaleData = z.infer<typeof saleData>;

/** In euro. */
const PRICE = 1;

/** The query with which the portal searches a patient (§7). */
export function patientQuery(fiscalCode: string) {
  const query = { fiscalCode, status: 'ENABLED', sort: 'lastName,firstName,asc', duplicateByDossier: true } as const;
  return { query };
}

/** What an execution carries; the PIN or code only where the server asks for it. */
function execution({ txCommandId, otpRequired }: TxCommand, otp: string | undefined) {
  return { txCommandId, ...(otpRequired === true && { otp }) };
}

/** Sells one product for one euro, cancels the sale, and makes its cart anew. It ends at the first call that fails. */
export async function checkSale(caller: Caller, data: SaleData, storeId: Id | undefined): Promise<void> {
  const patient = (await caller.make(searchPatients, patientQuery(data.fiscalCode)))?.patients[0];
  const voucher = patient?.activeVouchers.find(({ status }) => status === 'ENABLED');
  const found = await caller.make(searchProducts, { query: { ean: data.product, sort: 'name,asc' } });
  const [product] = found?.products ?? [];
  if (storeId === undefined || patient === undefined || voucher === undefined || product === undefined) {
    caller.note(checkCart, 'sale', 'there is no store, no such product, or no voucher of the patient that is ENABLED');
    return;
  }

  const { patientId } = patient;
  const opening = await caller.make(checkCart, { body: { patientId, voucherId: voucher.voucherId, storeId } });
  if (opening === undefined) return;
  const opened = await caller.make(executeCart, { body: execution(opening.txCommand, data.pin) });
  if (opened === undefined) return;
  const params = { cartId: opened.cart.cartId };
  const line = { productId: product.productId, pricePerUnit: PRICE, quantity: 1 };
  await caller.make(putCartProduct, { params, body: line });
  await caller.make(readCart, { params });
  const summary = await caller.make(readCartSummary, { params });
  if (summary !== undefined && Number(summary.cart.itemsAmount) !== PRICE)
    caller.note(readCartSummary, 'sale', 'itemsAmount is not the sum of the lines');

  const buying = await caller.make(checkPurchase, { params });
  if (buying === undefined) return;
  const body = execution(buying.txCommand, data.pin);
  if (buying.txCommand.otpRequired === true)
    await caller.refuse(
      executePurchase,
      { params, body: { ...body, otp: `${data.pin ?? ''}0` } },
      { description: 'TRANSACTION_WRONG_OTP' },
    );
  const bought = await caller.make(executePurchase, { params, body });
  if (bought === undefined) return;
  await caller.refuse(executePurchase, { params, body }, { description: 'TRANSACTION_ALREADY_EXECUTED' });
  await checkStorno(caller, data, { purchaseId: bought.purchase.purchaseId, patientId });
}

async function checkStorno(
  caller: Caller,
  { cancellationCode }: SaleData,
  { purchaseId, patientId }: { readonly purchaseId: Id; readonly patientId: Id },
): Promise<void> {
  const params = { purchaseId };
  const requireStatus = async (status: string) => {
    const query = { patientId, page: 0, size: 20, sort: 'createTime,desc' };
    const history = await caller.make(searchPurchases, { query });
    const row = history?.purchases.find((purchase) => purchase.purchaseId === purchaseId);
    if (history !== undefined && row?.status !== status)
      caller.note(searchPurchases, 'sale', `the purchase is ${row?.status ?? 'not in the history'}, not ${status}`);
  };
  await requireStatus('ACTIVE');
  await caller.make(downloadReceipt, { params });
  const cancelling = await caller.make(checkCancellation, { params });
  if (cancelling === undefined) return;
  const body = execution(cancelling.txCommand, cancellationCode);
  if ((await caller.make(executeCancellation, { params, body })) === undefined) return;
  await requireStatus('CANCELLED');
  const anew = await caller.make(recreateCart, { body: { purchaseId } });
  const productId = anew?.cart.items[0]?.product.productId;
  if (anew === undefined) return;
  if (productId === undefined) caller.note(recreateCart, 'sale', 'the cart lacks the lines of the purchase');
  else await caller.make(deleteCartProduct, { params: { cartId: anew.cart.cartId, productId } });
}
