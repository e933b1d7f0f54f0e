import { type Day, formatDay } from '#contract/rules/dates.ts';
import { parseDay } from '../date-field/parse-day.ts';

/** The filters of the documents for a health authority, as they stand in their fields: dates as typed, ids as text. */
export interface FilterDraft {
  /** The health authority for a shop, the shop for a health authority. */
  readonly counterparty: string;
  readonly dateStart: string;
  readonly dateEnd: string;
  readonly amcOrderId: string;
}

export const EMPTY_DRAFT: FilterDraft = { counterparty: '', dateStart: '', dateEnd: '', amcOrderId: '' };

/** The name of the counterparty's id in the query of a call (§7), and so in the URL. */
export type CounterpartyName = 'aslId' | 'businessId';

/** What the filters say to a call (§7); a field that says nothing is left out. */
export interface FilterQuery {
  readonly aslId?: string;
  readonly businessId?: string;
  readonly amcOrderId?: string;
  readonly dateStart?: Day;
  readonly dateEnd?: Day;
}

/** The query of a draft in which nothing is wrong. */
export type PeriodQuery = FilterQuery & Required<Pick<FilterQuery, 'dateStart' | 'dateEnd'>>;

/** More digits than the longest numbers that servers give. */
const ORDER_ID = /^\d{1,20}$/;

/** The number of an order (§2), or null for any other text; it stays text, since no number holds that many digits. */
export function parseOrderId(typed: string): string | null {
  const digits = typed.trim();
  return ORDER_ID.test(digits) ? digits : null;
}

/** The query of what can be read of a draft. */
export function queryOf(draft: FilterDraft, name: CounterpartyName): FilterQuery {
  const { counterparty } = draft;
  const amcOrderId = parseOrderId(draft.amcOrderId);
  const dateStart = parseDay(draft.dateStart);
  const dateEnd = parseDay(draft.dateEnd);
  return {
    ...(counterparty !== '' && { [name]: counterparty }),
    ...(amcOrderId !== null && { amcOrderId }),
    ...(dateStart !== null && { dateStart }),
    ...(dateEnd !== null && { dateEnd }),
  };
}

/** The search of a URL in which the filters live (design §5). */
export function searchOf(draft: FilterDraft, name: CounterpartyName): string {
  return new URLSearchParams({ ...queryOf(draft, name) }).toString();
}

const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/;

function dayFrom(value: string | null): string {
  return value !== null && ISO_DAY.test(value) && parseDay(formatDay(value)) !== null ? formatDay(value) : '';
}

/** The filters that a URL carries; what is wrong in it is left out. */
export function draftOf(params: URLSearchParams, name: CounterpartyName): FilterDraft {
  return {
    counterparty: params.get(name) ?? '',
    dateStart: dayFrom(params.get('dateStart')),
    dateEnd: dayFrom(params.get('dateEnd')),
    amcOrderId: parseOrderId(params.get('amcOrderId') ?? '') ?? '',
  };
}
