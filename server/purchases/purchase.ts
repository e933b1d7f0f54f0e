import type { Selectable } from 'kysely';
import type { PurchaseStatus } from '#contract/calls/purchases.ts';
import type { Money } from '#contract/rules/money.ts';
import { isAnyOf, PREPARED } from '#server/database/pool.ts';
import { type Locked, lockRowAfterUser } from '#server/database/row-locks.ts';
import type { Schema } from '#server/database/schema.ts';
import { selectProducts, toProduct } from '#server/products/product.ts';
import { type Line, toLine } from '#server/sale/stored-cart.ts';
import { groupBy } from '#contract/group-by.ts';
import { DomainError } from '#server/domain-error.ts';
import type { BusinessPrincipal, Database } from '#server/services.ts';

/** A purchase in the shop's history (§3, rules §1). */
export interface Purchase {
  readonly purchaseId: number;
  readonly createTime: Date;
  /** In euro. */
  readonly itemsAmount: Money;
  readonly status: PurchaseStatus;
  readonly cancelable: boolean;
  /** Absent in the list of purchases to order, which may be very long. */
  readonly items?: readonly Line[] | undefined;
  readonly patient: {
    readonly patientId: number;
    readonly firstName: string;
    readonly lastName: string;
    readonly fiscalCode: string;
  };
  readonly dossierId: number;
  readonly business: { readonly businessId: number; readonly companyName: string };
  readonly store: { readonly storeId: number; readonly name: string };
  /** The health authority that pays. */
  readonly asl: { readonly aslId: number; readonly name: string };
  readonly voucher: { readonly voucherId: number; readonly code: string };
  /** The AMC order that contains it, unless that order was rejected. */
  readonly amcOrderId: number | null;
}

export type StoredPurchase = Selectable<Schema['purchase']>;

const COLUMNS = [
  ...([
    'purchase_id',
    'cart_id',
    'patient_id',
    'dossier_id',
    'voucher_id',
    'asl_id',
    'store_id',
    'business_id',
  ] as const),
  ...(['user_id', 'created_at', 'items_amount', 'residual_after', 'status', 'cancelled_at', 'parties_id'] as const),
] as const;

/** A till finds what it has sold itself. */
function keyOf({ businessId, userId, till }: BusinessPrincipal, purchaseId: number) {
  return { purchase_id: purchaseId, business_id: businessId, ...(till && { user_id: userId }) };
}

/**
 * A purchase of the active business.
 * @throws DomainError PURCHASE_NOT_FOUND when it does not exist or belongs to another business
 */
export async function findPurchase(
  db: Database,
  principal: BusinessPrincipal,
  purchaseId: number,
): Promise<StoredPurchase> {
  const own = db.selectFrom('purchase').select(COLUMNS);
  const purchase = await own.where((eb) => eb.and(keyOf(principal, purchaseId))).executeTakeFirst();
  if (!purchase) throw new DomainError('PURCHASE_NOT_FOUND');
  return purchase;
}

/**
 * A purchase of the active business, with its row locked until the transaction ends.
 * @throws DomainError PURCHASE_NOT_FOUND when it does not exist or belongs to another business
 */
export async function lockPurchase(
  trx: Database,
  principal: BusinessPrincipal,
  purchaseId: number,
): Promise<Locked<StoredPurchase>> {
  const purchase = await lockRowAfterUser(trx, principal.userId, 'purchase', COLUMNS, keyOf(principal, purchaseId));
  if (!purchase) throw new DomainError('PURCHASE_NOT_FOUND');
  return purchase;
}

function selectLines(db: Database, purchaseIds: readonly number[]) {
  return selectProducts(db)
    .innerJoin('purchase_item as sold', 'sold.product_id', 'product.product_id')
    .select(['purchase_id', 'quantity', 'unit_price', 'total'])
    .select(['sold.product_name as sold_name', 'sold.ean1 as sold_ean1', 'sold.manufacturer as sold_manufacturer'])
    .where(isAnyOf('purchase_id', purchaseIds))
    .orderBy('purchase_id')
    .orderBy('position')
    .modifyEnd(PREPARED);
}

type LineRow = Awaited<ReturnType<ReturnType<typeof selectLines>['execute']>>[number];

function toSoldLine(row: LineRow): Line {
  const product = toProduct(row);
  const manufacturer = { ...product.manufacturer, name: row.sold_manufacturer };
  return toLine(row, { ...product, name: row.sold_name, ean1: row.sold_ean1, pharmacyCode: null, manufacturer });
}

/**
 * The lines of these purchases, with the product names at the time of the sale.
 * @returns a function that gives the lines of one purchase, or throws when they cannot be read
 */
export async function readPurchaseLines(
  db: Database,
  purchaseIds: readonly number[],
): Promise<(purchaseId: number) => readonly Line[]> {
  const rows = purchaseIds.length === 0 ? [] : await selectLines(db, purchaseIds).execute();
  const byPurchase = groupBy(rows, (row) => row.purchase_id);
  return (purchaseId) => (byPurchase.get(purchaseId) ?? []).map(toSoldLine);
}
