import { parseDay } from '../date-field/parse-day.ts';
import { type CounterpartyName, type FilterDraft, type PeriodQuery, parseOrderId, queryOf } from './filter-draft.ts';

/** What is wrong in a form of filters: the key of the text under `error` of `period.json`, by field. */
export interface FilterErrors {
  readonly counterparty?: 'aslRequired';
  readonly amcOrderId?: 'noWholeNumber';
  readonly dateStart?: 'startRequired' | 'invalidDay';
  readonly dateEnd?: 'endRequired' | 'invalidDay' | 'endBeforeStart';
}

/**
 * The rules of §5: both dates, and for a shop the health authority; beyond them days that exist, in their order, and an
 * order's number that is one.
 */
export function errorsOf(draft: FilterDraft, needsCounterparty: boolean): FilterErrors {
  const start = parseDay(draft.dateStart);
  const end = parseDay(draft.dateEnd);
  const hasOrderId = draft.amcOrderId.trim() !== '';
  const isReversed = start !== null && end !== null && end < start;
  return {
    ...(needsCounterparty && draft.counterparty === '' && { counterparty: 'aslRequired' }),
    ...(hasOrderId && parseOrderId(draft.amcOrderId) === null && { amcOrderId: 'noWholeNumber' }),
    ...(start === null && { dateStart: draft.dateStart.trim() === '' ? 'startRequired' : 'invalidDay' }),
    ...(end === null && { dateEnd: draft.dateEnd.trim() === '' ? 'endRequired' : 'invalidDay' }),
    ...(isReversed && { dateEnd: 'endBeforeStart' }),
  };
}

/** The query of a draft, or null while something is wrong in it. */
export function checkedQuery(
  draft: FilterDraft,
  { name, isRequired }: { readonly name: CounterpartyName; readonly isRequired: boolean },
): PeriodQuery | null {
  const { dateStart, dateEnd, ...rest } = queryOf(draft, name);
  const isFlawless = Object.keys(errorsOf(draft, isRequired)).length === 0;
  return isFlawless && dateStart !== undefined && dateEnd !== undefined ? { ...rest, dateStart, dateEnd } : null;
}
