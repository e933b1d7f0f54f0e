import { date, integer, record, text, timestamp } from '../wire.ts';

/** A closed month as the billing shows it. `rows` is the number of rows that its control total covers. */
export const closedMonth = record({ month: date, closeTime: timestamp, rows: integer, controlTotal: text });
