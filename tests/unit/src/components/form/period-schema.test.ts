import { expect, test } from 'vitest';
import {
  EMPTY_PERIOD,
  partySchema,
  periodQueryOf,
  type PeriodValues,
  toPeriodFilters,
  valuesOf,
} from '#src/components/form/period-schema.ts';

const FILLED = { ...EMPTY_PERIOD, aslId: '3', dateStart: '2026-02-01', dateEnd: '2026-02-28' };

/** The first error of each field. */
function errorsOf(values: PeriodValues, profile = 'BUSINESS'): Record<string, string> {
  const issues = partySchema(profile).safeParse(values).error?.issues ?? [];
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [path.join('.'), message]));
}

test('design §5 filters: what is in the URL is read back as it was', () => {
  const values = { ...FILLED, amcOrderId: '17' };
  expect(valuesOf(toPeriodFilters(values))).toEqual(values);
  expect(toPeriodFilters(EMPTY_PERIOD)).toEqual([]);
});

test('design §5 filters: what is wrong in a URL is left out', () => {
  const wrong = [
    { field: 'dateStart', operator: 'eq', value: '2026-02-30' },
    { field: 'dateEnd', operator: 'eq', value: 'domani' },
    { field: 'aslId', operator: 'eq', value: { toString: 1 } },
    { field: 'sortBy', operator: 'eq', value: 'x' },
    { field: 'amcOrderId', operator: 'eq', value: '1.5' },
    { field: 'businessId', operator: 'eq', value: 9 },
  ] as const;
  expect(valuesOf(wrong)).toEqual({ ...EMPTY_PERIOD, businessId: '9' });
});

test.each([
  ['41', '41'],
  [' 41 ', '41'],
  ['9'.repeat(20), '9'.repeat(20)],
  ['9'.repeat(21), null],
  ['1.5', null],
  ['1,5', null],
  ['1.000', null],
  ['-5', null],
  ['+5', null],
  ['1e3', null],
  ['n. 12/3', null],
])('§2 AMC order id: %j is read as %j', (typed, id) => {
  const { success, data } = partySchema('BUSINESS').safeParse({ ...FILLED, amcOrderId: typed });
  expect(success ? data.amcOrderId : null).toBe(id);
});

test('§2 AMC order id: what is no whole number is wrong, no number at all is not', () => {
  expect(errorsOf({ ...FILLED, amcOrderId: '1.5' })).toEqual({ amcOrderId: 'noWholeNumber' });
  expect(errorsOf({ ...FILLED, amcOrderId: ' ' })).toEqual({});
});

test('§5 billing: all that is missing, for a shop and for a health authority', () => {
  const dates = { dateStart: 'startRequired', dateEnd: 'endRequired' };
  expect(errorsOf(EMPTY_PERIOD)).toEqual({ aslId: 'aslRequired', ...dates });
  expect(errorsOf(EMPTY_PERIOD, 'ASL')).toEqual(dates);
});

test('§5 billing: a day that does not exist, and an end before the start', () => {
  expect(errorsOf({ ...FILLED, dateStart: '30/02/2026' })).toEqual({ dateStart: 'invalidDay' });
  expect(errorsOf({ ...FILLED, dateEnd: '2026-01-31' })).toEqual({ dateEnd: 'endBeforeStart' });
  expect(errorsOf({ ...FILLED, dateEnd: FILLED.dateStart })).toEqual({});
});

test('§7 billing: the query names the counterparty as the call does, and only when nothing is wrong', () => {
  const period = { dateStart: '2026-02-01', dateEnd: '2026-02-28' };
  expect(periodQueryOf(partySchema('BUSINESS'), FILLED)).toEqual({ aslId: '3', ...period });
  expect(periodQueryOf(partySchema('BUSINESS'), { ...FILLED, aslId: '' })).toBeNull();
  expect(periodQueryOf(partySchema('ASL'), { ...FILLED, aslId: '' })).toEqual(period);
  expect(periodQueryOf(partySchema('ASL'), { ...FILLED, dateEnd: '3' })).toBeNull();
});
