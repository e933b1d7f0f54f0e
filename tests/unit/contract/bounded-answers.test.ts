import { expect, test } from 'vitest';
import { api } from '#contract/api.ts';
import type { Call } from '#contract/call.ts';
import type { Shape } from '#contract/wire.ts';

/** Lists of any length without pages: they are sent in pieces, while they are read. */
const IN_PIECES: readonly string[] = ['businesses.list', 'all-businesses.list'];

/** What bounds every other list without pages. Documents are read and written in batches (decision 0035). */
const BOUNDS: Readonly<Record<string, string>> = {
  'features.calls': 'the calls of the contract',
  asls: 'the authorities of a region',
  businesses: 'the businesses of a user',
  stores: 'the stores of a business; of a bill those of the region, one sum each',
  vouchers: 'the vouchers of a dossier',
  patients: 'the patients of one fiscal code',
  kinds: 'the kinds of dossier',
  'cart.items': 'CART_LINES_MAX',
  'cart.patient.activeVouchers': 'the vouchers of a patient',
  'cart.patient.activeDossiers': 'the dossiers of a patient',
  'purchase.items': 'CART_LINES_MAX',
  'endOfDay.users': 'the users of a business',
  'totals.closedMonths': 'the months of 366 days',
  'totals.invoiceMonths': 'the months of 366 days',
  days: 'LONGEST_DAYS of a bill',
  orders: 'the stores of a business by payer',
  rows: 'MAX_CHANGES',
  'row.categoryIds': 'MAX_ROW_IDS',
  'row.categoryNames': 'MAX_ROW_IDS',
  'row.businessIds': 'MAX_ROW_IDS',
  'row.businessNames': 'MAX_ROW_IDS',
  'row.businessVats': 'MAX_ROW_IDS',
  fiscalCodes: 'MOST persons of one name and birth date',
  'file.purchases': 'MAX_PURCHASES',
  'file.sheets': 'the sheets of a patient',
  'file.pinAttempts': 'the businesses where a patient has been',
  'month.businesses': 'the businesses of the region, one sum each',
  'spending.rows': 'the businesses, municipalities or months of the region, one sum each',
  refusedLines: 'the first refused lines',
  warnedLines: 'the first doubtful lines',
  changedLines: 'SHOWN_CHANGES',
  samples: 'SHOWN_SAMPLES',
  'row.readAs.otherSheets': 'the sheets of a file',
  'row.columns': 'the columns of a file',
  'row.ignoredColumns': 'the columns of a file',
  'row.freeColumns': 'the columns of a file',
  'row.failure.columns': 'the columns of a file',
};

/** The lists of an answer that are in no other list. */
function listsOf(shape: Shape, path: readonly string[] = []): readonly string[] {
  if (shape.kind === 'list') return [path.join('.')];
  if (shape.kind !== 'record') return [];
  return Object.entries(shape.fields).flatMap(([name, field]) => listsOf(field, [...path, name]));
}

function hasPages({ query, body }: Call): boolean {
  return [query, body].some(
    (asked) => asked !== undefined && 'shape' in asked.def && 'size' in Object(asked.def.shape),
  );
}

test('design §4 memory: every list of an answer has pages, is sent in pieces, or has a bound', () => {
  const whole = api.filter((call) => !hasPages(call) && !IN_PIECES.includes(call.name));
  const lists = new Set(whole.flatMap(({ answer }) => listsOf(answer.shape)));
  expect([...lists].sort()).toEqual(Object.keys(BOUNDS).sort());
});
