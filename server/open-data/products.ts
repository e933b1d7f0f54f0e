import { sql } from 'kysely';
import { money } from '#contract/rules/money.ts';
import { BATCH_ROWS, inBatches } from '#server/lists.ts';
import { withConcurrencyLimit } from '#server/limiter.ts';
import type { Services } from '#server/services.ts';

/** A product as tills take it. Amounts are in euro, as texts with a point. */
interface AdmittedProduct {
  readonly productId: number;
  readonly gtin: string;
  readonly pharmacyCode: string | null;
  readonly name: string;
  readonly categories: readonly string[];
  readonly dossierType: string;
  readonly referencePrice: string;
  /** A unit price above it is refused (rules §5). */
  readonly ceilingPrice: string;
  /** Whether vouchers pay for it now. */
  readonly isAdmitted: boolean;
  /** Since when all this is so. */
  readonly validFrom: string;
}

/** Where a list of products starts and ends: by the transactions of the database. */
interface Position {
  /** What the next list of changes must be asked from. */
  readonly next: number;
  /** Differs whenever any product does. */
  readonly mark: string;
}

/** The oldest transaction that is still open, and a sum that grows with each change. */
async function readPosition({ db }: Services): Promise<Position> {
  const { rows } = await withConcurrencyLimit('page', () =>
    sql<{ next: string; mark: string }>`select pg_snapshot_xmin(pg_current_snapshot())::text as next,
      (select concat_ws('-', count(*), sum(changed_in::text::numeric)) from product) as mark`.execute(db),
  );
  const [now = { next: '0', mark: '' }] = rows;
  return { next: Number(now.next), mark: now.mark };
}

const admitted = sql<boolean>`product.disabled_at is null and manufacturer.disabled_at is null`;

function selectChanged({ db }: Services, since: number | undefined) {
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
    : all.where(sql<boolean>`product.changed_in >= ${String(since)}::text::xid8`);
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
 * that this database has never given, because it was restored, gets all.
 * @param since the `next` of an earlier list
 */
export async function listAdmittedProducts(
  services: Services,
  since: number | undefined,
  signal: AbortSignal,
): Promise<Position & { readonly batches: AsyncIterable<readonly AdmittedProduct[]> }> {
  const position = await readPosition(services);
  const from = since !== undefined && since > position.next ? 0 : since;
  const read = (after: Row | undefined, limit: number) =>
    selectChanged(services, from)
      .where('product.product_id', '>', after?.productId ?? 0)
      .limit(limit)
      .execute();
  const factor = services.rules.priceCeilingFactor;

  async function* batches() {
    for await (const rows of inBatches(read, signal, Infinity, 10 * BATCH_ROWS)) {
      yield rows.map((row) => toAdmitted(row, factor));
    }
  }

  const mark = [position.mark, factor, since ?? 'all'].join('-');
  return { ...position, mark, batches: batches() };
}
