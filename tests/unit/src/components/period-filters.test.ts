import { expect, test } from 'vitest';
import { EMPTY_DRAFT, draftOf, orderNumber, queryOf, searchOf } from '#src/components/period-filters/filter-draft.ts';
import { checkedQuery, errorsOf } from '#src/components/period-filters/filter-errors.ts';

const DRAFT = { counterparty: '3', dateStart: '01/02/2026', dateEnd: '28/02/2026', amcOrderId: '' };
const SHOP = { name: 'aslId', isRequired: true } as const;
const ASL = { name: 'businessId', isRequired: false } as const;

test('design §5 filters: what is in the URL is read back as it was typed', () => {
  const draft = { ...DRAFT, amcOrderId: '17' };
  const search = searchOf(draft, 'aslId');
  expect(search).toBe('aslId=3&amcOrderId=17&dateStart=2026-02-01&dateEnd=2026-02-28');
  expect(draftOf(new URLSearchParams(search), 'aslId')).toEqual(draft);
});

test('design §5 filters: what is wrong in a URL is left out', () => {
  const search = 'dateStart=2026-02-30&dateEnd=domani&amcOrderId=a1b2&businessId=9';
  expect(draftOf(new URLSearchParams(search), 'aslId')).toEqual({ ...EMPTY_DRAFT, amcOrderId: '12' });
});

test('§2 the number of an order is made of digits', () => {
  expect(orderNumber('n. 12/3')).toBe('123');
});

test('§5 billing: all that is missing, for a shop and for a health authority', () => {
  const dates = { dateStart: 'startRequired', dateEnd: 'endRequired' };
  expect(errorsOf(EMPTY_DRAFT, true)).toEqual({ counterparty: 'aslRequired', ...dates });
  expect(errorsOf(EMPTY_DRAFT, false)).toEqual(dates);
});

test('§5 billing: a day that does not exist, and an end before the start', () => {
  expect(errorsOf({ ...DRAFT, dateStart: '30/02/2026' }, true)).toEqual({ dateStart: 'invalidDay' });
  expect(errorsOf({ ...DRAFT, dateEnd: '31/01/2026' }, true)).toEqual({ dateEnd: 'endBeforeStart' });
  expect(errorsOf({ ...DRAFT, dateEnd: DRAFT.dateStart }, true)).toEqual({});
});

test('§7 billing: the query names the counterparty as the call does, and only when nothing is wrong', () => {
  const period = { dateStart: '2026-02-01', dateEnd: '2026-02-28' };
  expect(checkedQuery(DRAFT, SHOP)).toEqual({ aslId: '3', ...period });
  expect(checkedQuery({ ...DRAFT, counterparty: '' }, ASL)).toEqual(period);
  expect(checkedQuery({ ...DRAFT, counterparty: '' }, SHOP)).toBeNull();
  expect(queryOf({ ...DRAFT, dateStart: '3', counterparty: '' }, 'aslId')).toEqual({ dateEnd: '2026-02-28' });
});
