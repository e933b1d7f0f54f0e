import { groupBy } from '#contract/group-by.ts';
import { PREPARED, isAnyOf } from '#server/database/prepared.ts';
import type { Line } from '../carts/cart.ts';
import { toLine } from '../carts/to-line.ts';
import type { Database } from '../context.ts';
import { selectProducts, toProduct } from '../products/select-products.ts';

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
