import type { CategoryType } from '#contract/entities/shared.ts';
import { money, UNIT_PRICE_DECIMALS } from '#contract/rules/money.ts';
import { gtinCheckDigit, pharmacyCheckDigit } from '#contract/rules/product-code.ts';
import type { Schema } from '#server/database/schema.ts';
import manufacturerNames from './data/manufacturers.json' with { type: 'json' };
import ranges from './data/product-ranges.json' with { type: 'json' };
import { NEW, type NewRow, type Random, seededRandom, seedOf } from './values.ts';

/** The products with their categories and manufacturers. */
interface Catalogue {
  readonly manufacturers: readonly NewRow<'manufacturer'>[];
  readonly categories: readonly NewRow<'category'>[];
  readonly products: readonly NewRow<'product'>[];
  readonly productCategories: readonly Schema['product_category'][];
}

/** A category with the names of its products, each of a base and a variant, and the range of prices in cents. */
type Shelf = (typeof ranges)[keyof typeof ranges][number] & {
  readonly categoryId: number;
  readonly type: CategoryType;
};

type ProductDraft = Omit<NewRow<'product'>, 'product_id' | 'ean1' | 'pharmacy_code'>;

/** The maximum number of products of one category. */
const SHELF_SIZE = 108;
const MAKERS_PER_SHELF = 12;
/** Prefixes that GS1 reserves for internal use in a company, so that no real product has these codes. */
const EAN_PREFIXES = { usual: '20', withLeadingZero: '02' };
const LEADING_ZERO_EVERY = 9;
/** A prefix of pharmacies' codes that no real product has. */
const PHARMACY_PREFIX = '999';
const PHARMACY_CODE_EVERY = 4;
const SINGLE_PIECE_CHANCE = 0.06;
const PIECES_IN_A_PACK = [6, 12] as const;
const SECOND_CATEGORY_CHANCE = 0.1;

const shelves: readonly Shelf[] = [
  ...ranges.celiac.map((range) => ({ ...range, type: 'CELIAC' as const })),
  ...ranges.proteinFree.map((range) => ({ ...range, type: 'PROTEIN_FREE' as const })),
].map((range, index) => ({ ...range, categoryId: index + 1 }));

const manufacturers = Object.entries(manufacturerNames)
  .flatMap(([kind, names]) => names.map((name) => `${kind} ${name}`))
  .map((name, index) => ({ manufacturer_id: index + 1, name, ...NEW }));

function eanOf(productId: number, manufacturerId: number): string {
  const prefix = productId % LEADING_ZERO_EVERY === 0 ? EAN_PREFIXES.withLeadingZero : EAN_PREFIXES.usual;
  const digits = prefix + String(manufacturerId).padStart(5, '0') + String(productId).padStart(5, '0');
  return digits + gtinCheckDigit(digits);
}

/** Not every product is sold in pharmacies. */
function pharmacyCodeOf(productId: number): string | null {
  if (productId % PHARMACY_CODE_EVERY !== 0) return null;
  const digits = PHARMACY_PREFIX + String(productId).padStart(5, '0');
  return `A${digits}${pharmacyCheckDigit(digits)}`;
}

function namesOf(shelf: Shelf, random: Random): string[] {
  const suffix = shelf.type === 'CELIAC' ? ' senza glutine' : '';
  const all = shelf.families.flatMap(({ bases, variants }) =>
    bases.flatMap((base) =>
      variants.flatMap((variant) => shelf.sizes.map((size) => `${base} ${variant}${suffix} ${size}`)),
    ),
  );
  return random.shuffle(all).slice(0, SHELF_SIZE);
}

/**
 * Name and price in euro. A few products are sold by the piece, at a fraction of the pack's price with more decimals.
 */
function priced(name: string, shelf: Shelf, random: Random): Pick<ProductDraft, 'name' | 'ref_price'> {
  const pack = money(random.int(shelf.cents.from, shelf.cents.to)).div(100);
  if (!random.chance(SINGLE_PIECE_CHANCE)) return { name, ref_price: pack.toFixed() };
  const piece = pack.div(random.pick(PIECES_IN_A_PACK)).round(UNIT_PRICE_DECIMALS);
  return { name: `${name}, al pezzo`, ref_price: piece.toFixed() };
}

/** The manufacturers of a shelf. They are neighbours in the list, so that every manufacturer supplies some shelf. */
function makersOf(shelf: Shelf): number[] {
  const ids = manufacturers.map(({ manufacturer_id }) => manufacturer_id);
  const start = Math.floor(((shelf.categoryId - 1) * ids.length) / shelves.length);
  return [...ids, ...ids].slice(start, start + MAKERS_PER_SHELF);
}

function draftsOf(shelf: Shelf): ProductDraft[] {
  const random = seededRandom(seedOf('product', shelf.categoryId));
  const makers = makersOf(shelf);
  return namesOf(shelf, random).map((name) => ({
    ...priced(name, shelf, random),
    manufacturer_id: random.pick(makers),
    category_type: shelf.type,
    vat_rate: shelf.type === 'CELIAC' ? '10' : '4',
    ...NEW,
  }));
}

/** The first category of a product is its own; a few products have a second category of the same kind. */
function categoriesOf(productId: number, own: Shelf, random: Random): Schema['product_category'][] {
  const first = { product_id: productId, category_id: own.categoryId, position: 0 };
  if (!random.chance(SECOND_CATEGORY_CHANCE)) return [first];
  const others = shelves.filter((shelf) => shelf.type === own.type && shelf !== own);
  return [first, { product_id: productId, category_id: random.pick(others).categoryId, position: 1 }];
}

/** All categories and products. Each product has a valid EAN-13; every ninth begins with 0. Every fourth has a pharmacy's code. */
export function makeCatalogue(): Catalogue {
  const random = seededRandom(seedOf('product-category'));
  const drafts = shelves.flatMap((shelf) => draftsOf(shelf).map((draft) => ({ shelf, draft })));
  return {
    manufacturers,
    categories: shelves.map(({ categoryId, category, type }) => ({
      category_id: categoryId,
      name: category,
      type,
      ...NEW,
    })),
    products: drafts.map(({ draft }, index) => ({
      ...draft,
      product_id: index + 1,
      ean1: eanOf(index + 1, draft.manufacturer_id),
      pharmacy_code: pharmacyCodeOf(index + 1),
    })),
    productCategories: drafts.flatMap(({ shelf }, index) => categoriesOf(index + 1, shelf, random)),
  };
}
