import type { Kysely } from 'kysely';
import type { Profile } from '#contract/entities/user.ts';
import type { Schema } from '#server/database/schema.ts';
import type { Metrics } from '#server/metrics/metrics.ts';
import type { HashQueue } from './pin/hash-queue.ts';

export type Database = Kysely<Schema>;

/** How PINs and codes are guarded (rules §6). */
interface PinRules {
  /** The secret mixed into every PIN and code before hashing. */
  readonly pepper: string;
  /** The one before it, with which PINs may still be hashed. */
  readonly formerPepper: string | undefined;
  /** How long the first lock of a PIN lasts, and each further one until a right PIN; the last for all that follow. */
  readonly lockMinutes: readonly number[];
  /** Wrong PINs and codes of one user in an hour, over all patients. */
  readonly userFailuresPerHour: number;
  /** Wrong PINs at one business within an hour that raise an alarm. */
  readonly alarmPerHour: number;
}

/** What the operator of the server may set of the rules (rules §5, §6). */
export interface RuleSettings {
  /** A unit price above this multiple of the reference price is refused. */
  readonly priceCeilingFactor: number;
  /** Days after the end of its month in which a purchase may still be cancelled. */
  readonly cancellationDays: number;
  /** The longest period of a bill, in days. */
  readonly longestBillDays: number;
  /** For how many months audit and consultations are kept, 24 at least. */
  readonly recordMonths: number | undefined;
  readonly pin: PinRules;
}

/** How long a session's tokens live and what signs them (rules §3). */
export interface TokenSettings {
  /** The secret that signs access tokens, at least 32 characters. */
  readonly secret: string;
  /** The secret before it, whose tokens are still good. */
  readonly formerSecret: string | undefined;
  readonly accessTokenSeconds: number;
  /** The life of a session from the sign-on, however often its tokens are refreshed. */
  readonly sessionSeconds: number;
  /** After so long without a call a session ends; 0 for never. */
  readonly idleSeconds: number;
  readonly refreshTokenSeconds: number;
  /** For how long the direct predecessor of a refresh token is still accepted. */
  readonly refreshGraceSeconds: number;
}

/** What every use case works with. */
export interface Services {
  readonly db: Database;
  /** The server's clock rules (design §3). */
  readonly now: () => Date;
  readonly rules: RuleSettings;
  readonly tokens: TokenSettings;
  /** Where PINs and codes are hashed. */
  readonly hashing: HashQueue;
  /** What is counted when it happens. */
  readonly metrics: Metrics;
}

/** Who is signed in: the user and the active business, or the health authority. */
export interface SignedIn {
  readonly sessionId: string;
  readonly userId: number;
  readonly username: string;
  readonly profile: Profile;
  /** The active business of a BUSINESS user. */
  readonly businessId: number | null;
  /** The authority of an ASL user, or of an operator of its district office; none for an operator of the region. */
  readonly aslId: number | null;
}

/** Who makes a call, which one it is, from which address, and the id by which its answer and the log name it. */
export interface Principal extends SignedIn {
  readonly call: string;
  readonly address: string;
  readonly trace: string;
}

/** The principal of a use case that only a shop may make. */
export interface BusinessPrincipal extends Principal {
  readonly profile: 'BUSINESS';
  readonly businessId: number;
}

/** The principal of a use case that only a health authority may make. */
export interface AslPrincipal extends Principal {
  readonly profile: 'ASL';
  readonly aslId: number;
}
