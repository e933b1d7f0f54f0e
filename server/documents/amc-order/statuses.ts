import type { EsbStatus } from '#contract/entities/amc-order.ts';

/** The statuses of an order as the portal words them. */
export const STATUSES: Readonly<Record<EsbStatus, string>> = {
  PENDING: 'In attesa di invio',
  SENT: 'Inviato',
  ACCEPTED: 'Accettato',
  REJECTED: 'Rifiutato',
};
