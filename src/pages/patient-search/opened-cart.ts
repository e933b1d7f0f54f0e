import type { Patient } from '#contract/entities/patient.ts';
import type { Id } from '#contract/wire.ts';

/** A cart that was opened since the screen came up, and for whom. Kept in memory only (design §2). */
export interface OpenedCart {
  readonly cartId: Id;
  readonly patient: Patient;
}
