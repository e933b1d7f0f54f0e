import { type Read, date, integer, record, text, timestamp } from '../wire.ts';

/** A month that is closed for good, as billing tells of it: how many rows its control total is of. */
export const closedMonth = record({ month: date, closeTime: timestamp, rows: integer, controlTotal: text });
export type ClosedMonth = Read<typeof closedMonth>;
