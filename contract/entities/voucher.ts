import { type Read, amount, enumOf, id, optional, record, text, timestamp } from '../wire.ts';

/** The stored statuses of a voucher (§4). */
export const STORED_VOUCHER_STATUSES = ['ENABLED', 'REVOKED', 'DELETED'] as const;
export type StoredVoucherStatus = (typeof STORED_VOUCHER_STATUSES)[number];
/** The portal shows NO_VALUE for a missing voucher; the server never sends it. */
const VOUCHER_STATUSES = [...STORED_VOUCHER_STATUSES, 'NO_VALUE'] as const;

/**
 * A monthly electronic voucher (§3). Amounts in euro. `residualAmount` is an extra of our server; the portal works
 * without it.
 */
export const voucher = record({
  voucherId: id,
  code: optional(text),
  status: enumOf(VOUCHER_STATUSES),
  dateEnabled: optional(timestamp),
  dateDisabled: optional(timestamp),
  initialAmount: optional(amount),
  residualAmount: optional(amount),
});
export type Voucher = Read<typeof voucher>;
