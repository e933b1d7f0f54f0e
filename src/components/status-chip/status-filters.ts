import { ESB_STATUSES } from '#contract/entities/amc-order.ts';
import { isRejected } from './statuses.ts';

/** Every status of an order but REJECTED, as one filter value: the call takes several (rules §1). */
export const NOT_REJECTED = ESB_STATUSES.filter((status) => !isRejected(status)).join(',');

/** The values of the status filter of orders. */
export const STATUS_FILTERS: readonly string[] = [NOT_REJECTED, ...ESB_STATUSES];
