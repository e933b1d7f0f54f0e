import { expect, test } from 'vitest';
import {
  EMPTY_DRAFT,
  type FilterDraft,
  draftOf,
  parseOrderId,
  queryOf,
  searchOf,
} from '#src/components/period-filters/filter-draft.ts';
import { checkedQuery, errorsOf } from '#src/components/period-filters/filter-errors.ts';
import { afterWriting, atPlace, latestOf, openedForm } from '#src/components/period-filters/filter-form.ts';

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
  const search = 'dateStart=2026-02-30&dateEnd=domani&amcOrderId=1.5&businessId=9';
  expect(draftOf(new URLSearchParams(search), 'aslId')).toEqual(EMPTY_DRAFT);
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
  ['', null],
])('§2 AMC order id: %j is read as %j', (typed, id) => expect(parseOrderId(typed)).toBe(id));

test('§2 AMC order id: what is no whole number is wrong, no number at all is not', () => {
  expect(errorsOf({ ...DRAFT, amcOrderId: '1.5' }, true)).toEqual({ amcOrderId: 'noWholeNumber' });
  expect(checkedQuery({ ...DRAFT, amcOrderId: '-5' }, SHOP)).toBeNull();
  expect(errorsOf({ ...DRAFT, amcOrderId: ' ' }, true)).toEqual({});
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

/** The place in the history, by its key, that shows these filters. */
function placeOf(key: string, draft: FilterDraft) {
  return { key, draft, search: searchOf(draft, 'aslId') };
}

const CHOSEN = { ...EMPTY_DRAFT, counterparty: '3' };
const TYPED = { ...CHOSEN, dateStart: '01/02/2026' };

/** A form in which an authority was chosen and a date was typed before the URL has followed. */
function quicklyFilled() {
  const opened = openedForm(placeOf('first', EMPTY_DRAFT));
  const chosen = afterWriting(opened, CHOSEN, searchOf(CHOSEN, 'aslId'));
  return afterWriting(chosen, TYPED, searchOf(TYPED, 'aslId'));
}

test('design §5 filters: what is typed before the URL has followed is not lost', () => {
  const late = atPlace(quicklyFilled(), placeOf('second', CHOSEN));
  expect(late.draft).toEqual(TYPED);
  expect(latestOf(late)).toBe(searchOf(TYPED, 'aslId'));
  const there = atPlace(late, placeOf('third', TYPED));
  expect(there).toMatchObject({ draft: TYPED, awaited: [] });
});

test('design §5 filters: the URL may leave out what was written over meanwhile', () => {
  const there = atPlace(quicklyFilled(), placeOf('second', TYPED));
  expect(there).toMatchObject({ draft: TYPED, awaited: [] });
  const again = afterWriting(quicklyFilled(), CHOSEN, searchOf(CHOSEN, 'aslId'));
  expect(atPlace(again, placeOf('second', CHOSEN))).toMatchObject({ draft: CHOSEN, awaited: [] });
  expect(atPlace(there, placeOf('third', CHOSEN)).draft).toEqual(CHOSEN);
});

test('design §5 filters: another page of the list keeps what is in the fields, a link or the back button does not', () => {
  const typing = { ...openedForm(placeOf('first', CHOSEN)), draft: { ...CHOSEN, dateEnd: '2' }, failedChecks: 1 };
  expect(atPlace(typing, placeOf('second', CHOSEN))).toMatchObject({ draft: typing.draft, failedChecks: 1 });
  expect(atPlace(typing, placeOf('second', EMPTY_DRAFT))).toMatchObject({ draft: EMPTY_DRAFT, failedChecks: 0 });
});
