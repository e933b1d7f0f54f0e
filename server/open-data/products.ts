import { sql } from 'kysely';
import type { AdmittedProduct } from '#contract/calls/open-data.ts';
import { money } from '#contract/rules/money.ts';
import { inBatches } from '#server/lists.ts';
import type { Services } from '#server/services.ts';

/** Where a list of products stands: by the transactions of the database. */
interface Position {
  /** What the next list of changes must be asked from. */
  readonly next: string;
  /** Differs whenever any product does. */
  readonly mark: string;
}

/**
 * The oldest transaction that is still open, behind what makes all earlier numbers worthless: a restore, or another
 * ceiling. The mark has a sum that grows with each change.
 */
async function readPosition({ db, rules }: Services): Promise<Position> {
  const { rows } = await sql<Record<'epoch' | 'oldest' | 'sum', string>>`select epoch,
      pg_snapshot_xmin(pg_current_snapshot())::text as oldest,
      (select concat_ws('-', count(*), sum(changed_in::text::numeric)) from product) as sum
      from product_epoch`.execute(db);
  const [now] = rows;
  if (now === undefined) throw new Error('product_epoch has no row');
  const terms = `${now.epoch}-${rules.priceCeilingFactor}`;
  return { next: `${terms}-${now.oldest}`, mark: `${terms}-${now.sum}` };
}

/** The transaction from which a list asks; 0 for a number of other terms than the next one's. */
function transactionOf(since: string, next: string): string {
  const [before, terms] = [since, next].map((number) => number.slice(0, number.lastIndexOf('-')));
  const transaction = since.slice(since.lastIndexOf('-') + 1);
  return before === terms && /^\d{1,19}$/.test(transaction) ? transaction : '0';
}

const admitted = sql<boolean>`product.disabled_at is null and manufacturer.disabled_at is null`;

/** @param since the oldest transaction whose changes are asked for; undefined for what is admitted now */
function selectChanged({ db }: Services, since: string | undefined) {
  const all = db
    .selectFrom('product')
    .innerJoin('manufacturer', 'manufacturer.manufacturer_id', 'product.manufacturer_id')
    .select([
      'product.product_id as productId',
      'product.gtin',
      'product.pharmacy_code as pharmacyCode',
      'product.name',
      'product.category_type as dossierType',
      'product.ref_price as price',
      'product.changed_at as changedAt',
      admitted.as('isAdmitted'),
      sql<string[]>`array(
        select category.name from product_category join category using (category_id)
        where product_category.product_id = product.product_id order by position, category_id
      )`.as('categories'),
    ])
    .orderBy('product.product_id');
  return since === undefined
    ? all.where(admitted)
    : all.where(sql<boolean>`product.changed_in >= ${since}::text::xid8`);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectChanged>['execute']>>[number];

function toAdmitted({ price, changedAt, ...row }: Row, factor: number): AdmittedProduct {
  const reference = money(price);
  return {
    productId: row.productId,
    gtin: row.gtin,
    pharmacyCode: row.pharmacyCode,
    name: row.name,
    categories: row.categories,
    dossierType: row.dossierType,
    referencePrice: reference.toFixed(),
    ceilingPrice: reference.times(factor).toFixed(),
    isAdmitted: row.isAdmitted,
    validFrom: changedAt.toISOString(),
  };
}

/**
 * The products that vouchers pay for; with a number, all that have changed since, also those no longer admitted. A number
 * of before a restore, or of another ceiling, gets all.
 * @param since the `next` of an earlier list
 */
export async function listAdmittedProducts(
  services: Services,
  since: string | undefined,
  signal: AbortSignal,
): Promise<Position & { readonly batches: AsyncIterable<readonly AdmittedProduct[]> }> {
  const position = await readPosition(services);
  const from = since === undefined ? undefined : transactionOf(since, position.next);
  const read = (after: Row | undefined, limit: number) =>
    selectChanged(services, from)
      .where('product.product_id', '>', after?.productId ?? 0)
      .limit(limit)
      .execute();
  const factor = services.rules.priceCeilingFactor;

  async function* batches() {
    for await (const rows of inBatches(read, signal)) {
      yield rows.map((row) => toAdmitted(row, factor));
    }
  }

  return { ...position, batches: batches() };
}

/** When a product or a store of the open data changed last. */
export async function readLastChange({ db }: Services, table: 'product' | 'store'): Promise<Date> {
  const last = await db
    .selectFrom(table)
    .select('changed_at')
    .orderBy('changed_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.changed_at ?? new Date(0);
}
