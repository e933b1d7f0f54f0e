import { lineTotal, type Money, sum } from '#contract/rules/money.ts';
import { writeAudit } from '#server/access-log/audit.ts';
import { isUnusualPrice, type Product, readAskedCode, selectProducts, toProduct } from '#server/products/product.ts';
import { DomainError } from '#server/domain-error.ts';
import { validRows } from '#server/lists.ts';
import type { BusinessPrincipal, Database, Services } from '#server/services.ts';
import { type Cart, type CartHead, type Line, loadCartHead, lockOpenCart, showCart, type StoredCart } from './cart.ts';
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

/** The product on sale with this EAN, GTIN or pharmacy's code. */
async function findProduct(trx: Database, code: string): Promise<Product> {
  const { gtins, pharmacyCode } = readAskedCode(code);
  const rows = await selectProducts(trx)
    .where((eb) => eb.or([eb('product.gtin', 'in', gtins), eb('product.pharmacy_code', '=', pharmacyCode)]))
    .orderBy('product.product_id')
    .execute();
  const products = validRows(rows, (row) => row.product_id, toProduct).rows;
  const product = products.find(({ isOffered }) => isOffered) ?? products[0];
  if (!product) throw new DomainError('PRODUCT_NOT_FOUND');
  return product;
}

/** The refusal of a line, with the code by which the client knows it. */
function ofLine(error: unknown, productCode: string): unknown {
  return error instanceof DomainError ? new DomainError(error.description, { ...error.details, productCode }) : error;
}

async function toLines(trx: Database, head: CartHead, asked: readonly CodedLine[], factor: number): Promise<Line[]> {
  const lines: Line[] = [];
  for (const { code, quantity, pricePerUnit: unitPrice } of asked) {
    try {
      const product = await findProduct(trx, code);
      if (lines.some((line) => line.product.productId === product.productId))
        throw new DomainError('INVALID_REQUEST', { field: 'code' });
      const line = { quantity, unitPrice, total: lineTotal(quantity, unitPrice), product };
      const itemsAmount = sum(lines.map(({ total }) => total));
      const cart = { ...head, lines, itemsAmount, residualAmount: head.residual.minus(itemsAmount) };
      requireAllowed(cart, line, factor);
      lines.push(line);
    } catch (error) {
      throw ofLine(error, code);
    }
  }
  return lines;
}

async function replaceLines(trx: Database, stored: StoredCart, lines: readonly Line[]): Promise<StoredCart> {
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
  const { db, now, rules } = services;
  return db.transaction().execute(async (trx) => {
    const open = await lockOpenCart(trx, principal, cartId);
    const at = now();
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
        lines: lines.map(({ product, quantity, unitPrice }) => ({
          productId: product.productId,
          quantity,
          unitPrice: unitPrice.toFixed(),
          isUnusualPrice: isUnusualPrice(unitPrice, product),
        })),
      },
    });
    const txCommand = await checkLockedCart(trx, principal, stored, now);
    return answer({ cart: await showCart(trx, principal, stored, at, head), txCommand }, trx);
  });
}
