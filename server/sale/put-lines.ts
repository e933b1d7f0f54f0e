import { sql, type SqlBool } from 'kysely';
import { lineTotal, type Money, sum } from '#contract/rules/money.ts';
import { writeAudit } from '#server/access-log/audit.ts';
import type { Locked } from '#server/database/row-locks.ts';
import {
  isUnusualPrice,
  lockProducts,
  type Product,
  readAskedCode,
  selectProducts,
  toProduct,
} from '#server/products/product.ts';
import { DomainError } from '#server/domain-error.ts';
import { validRows } from '#server/lists.ts';
import type { BusinessPrincipal, Database, Services } from '#server/services.ts';
import { type Cart, type CartHead, loadCartHead, showCart } from './cart.ts';
import { type Line, lockOpenCart, type StoredCart } from './stored-cart.ts';
import { bumpVersion, requireAllowed } from './change-cart.ts';
import type { Answering, TxCommand } from './commands.ts';
import { storeLines } from './create-cart.ts';
import { checkLockedCart } from './purchase.ts';

/** A line by the code of its product. */
interface CodedLine {
  readonly code: string;
  /** In euro, above 0, at most 6 decimals. */
  readonly pricePerUnit: Money;
  /** 1–999. */
  readonly quantity: number;
}

/** Finds the product on sale with an EAN, GTIN or pharmacy's code, or else a former one, by one query for all codes. */
async function productFinder(trx: Database, codes: readonly string[]): Promise<(code: string) => Product | undefined> {
  const asked = codes.map(readAskedCode);
  const gtins = asked.flatMap((code) => code.gtins);
  const pharmacyCodes = asked.flatMap(({ pharmacyCode }) => pharmacyCode ?? []);
  const which = sql<SqlBool>`(product.gtin = any(${gtins}::text[]) or product.pharmacy_code = any(${pharmacyCodes}::text[]))`;
  const rows = await selectProducts(await lockProducts(trx, which))
    .select('product.gtin')
    .where(which)
    .orderBy('product.product_id')
    .execute();
  const read = validRows(
    rows,
    (row) => row.product_id,
    (row) => ({ gtin: row.gtin, product: toProduct(row) }),
  );
  return (code) => {
    const { gtins: own, pharmacyCode } = readAskedCode(code);
    const isMeant = ({ gtin, product }: (typeof read.rows)[number]) =>
      own.includes(gtin) || (pharmacyCode !== null && product.pharmacyCode === pharmacyCode);
    const found = read.rows.filter(isMeant).map(({ product }) => product);
    return found.find(({ isOffered }) => isOffered) ?? found[0];
  };
}

/** The refusal of a line, with the code by which the client knows it. */
function ofLine(error: unknown, productCode: string): unknown {
  return error instanceof DomainError ? new DomainError(error.description, { ...error.details, productCode }) : error;
}

async function toLines(trx: Database, head: CartHead, asked: readonly CodedLine[], factor: number): Promise<Line[]> {
  const find = await productFinder(
    trx,
    asked.map(({ code }) => code),
  );
  const lines: Line[] = [];
  for (const { code, quantity, pricePerUnit } of asked) {
    try {
      const product = find(code);
      if (product === undefined) throw new DomainError('PRODUCT_NOT_FOUND');
      if (lines.some((line) => line.product.productId === product.productId))
        throw new DomainError('INVALID_REQUEST', { field: 'code' });
      const line = { quantity, pricePerUnit, totalPrice: lineTotal(quantity, pricePerUnit), product };
      const itemsAmount = sum(lines.map(({ totalPrice }) => totalPrice));
      const cart = { ...head, items: lines, itemsAmount, residualAmount: head.residual.minus(itemsAmount) };
      requireAllowed(cart, line, factor);
      lines.push(line);
    } catch (error) {
      throw ofLine(error, code);
    }
  }
  return lines;
}

async function replaceLines(
  trx: Database,
  stored: Locked<StoredCart>,
  lines: readonly Line[],
): Promise<Locked<StoredCart>> {
  await trx.deleteFrom('cart_item').where('cart_id', '=', stored.cart_id).execute();
  await storeLines(trx, stored.cart_id, lines);
  await bumpVersion(trx, stored);
  return { ...stored, version: stored.version + 1 };
}

/**
 * Gives a cart these lines in place of its own and checks its purchase, by the rules of `putCartProduct` and
 * `checkPurchase`: one call in place of one for each product.
 * @param answer creates the response; if it throws, nothing is changed
 * @throws DomainError as `putCartProduct`, with the code of the refused line, and as `checkPurchase`
 */
export function putCartLines<Answer>(
  services: Services,
  principal: BusinessPrincipal,
  { cartId, lines: asked }: { readonly cartId: number; readonly lines: readonly CodedLine[] },
  answer: Answering<{ readonly cart: Cart; readonly txCommand: TxCommand }, Answer>,
): Promise<Answer> {
  const { db, clock, rules } = services;
  return db.transaction().execute(async (trx) => {
    const { cart: open, at } = await lockOpenCart(trx, principal, cartId, clock);
    const head = await loadCartHead(trx, open, at);
    const lines = await toLines(trx, head, asked, rules.priceCeilingFactor);
    const stored = await replaceLines(trx, open, lines);
    await writeAudit(trx, {
      at,
      action: 'CART_LINES_PUT',
      by: principal,
      patientId: stored.patient_id,
      voucherId: stored.voucher_id,
      cartId: stored.cart_id,
      details: {
        lines: lines.map(({ product, quantity, pricePerUnit }) => ({
          productId: product.productId,
          quantity,
          unitPrice: pricePerUnit.toFixed(),
          isUnusualPrice: isUnusualPrice(pricePerUnit, product),
        })),
      },
    });
    const txCommand = await checkLockedCart(trx, principal, stored, clock);
    return answer({ cart: await showCart(trx, principal, stored, at, head), txCommand }, trx);
  });
}
