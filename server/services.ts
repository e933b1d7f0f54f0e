import type { Kysely } from 'kysely';
import type { Profile } from '#contract/entities/user.ts';
import type { OpenDatabase } from '#server/database/open-database.ts';
import type { Schema } from '#server/database/schema.ts';
import { HashQueue } from '#server/pins/hashing.ts';
import type { Settings } from '#server/settings/types.ts';
import { measurePool, Metrics } from './metrics.ts';

export type { ProviderSession } from '#server/database/schema.ts';

export type Database = Kysely<Schema>;

/** The settings for PINs and codes (rules §6). */
interface PinRules {
  /** The secret that is mixed into every PIN and code before hashing. */
  readonly pepper: string;
  /** The previous pepper; some PINs may still be hashed with it. */
  readonly formerPepper: string | undefined;
  /**
   * The duration of the first lock of a PIN and of each following one, until a correct PIN. The last value applies to
   * all further locks.
   */
  readonly lockMinutes: readonly number[];
  /** The number of wrong PINs and codes that a user may enter in an hour, over all patients. */
  readonly userFailuresPerHour: number;
  /** The number of wrong PINs at one business in an hour that raises an alarm. */
  readonly alarmPerHour: number;
}

/** The rules that the administrator of the server may change (rules §5, §6). */
export interface RuleSettings {
  /** A unit price above the reference price times this factor is refused. */
  readonly priceCeilingFactor: number;
  /** The number of days after the end of a month in which its purchases may still be cancelled. */
  readonly cancellationDays: number;
  /** The longest period of a bill in days. */
  readonly longestBillDays: number;
  /** The number of months for which audit and access records are kept, at least 24; undefined keeps them forever. */
  readonly recordMonths: number | undefined;
  readonly pin: PinRules;
}

/** The lifetimes of sessions and tokens, and the secrets that sign them (rules §3). */
export interface TokenSettings {
  /** The secret that signs access tokens, at least 32 characters. */
  readonly secret: string;
  /** The previous secret; tokens signed with it are still valid. */
  readonly formerSecret: string | undefined;
  readonly accessTokenSeconds: number;
  /** The lifetime of a session since its sign-on; a refresh does not extend it. */
  readonly sessionSeconds: number;
  /** The session ends after this time without a call; 0 means never. */
  readonly idleSeconds: number;
  readonly refreshTokenSeconds: number;
  /** The time in which the direct predecessor of a refresh token is still accepted. */
  readonly refreshGraceSeconds: number;
}

/** The services of every use case. */
export interface Services {
  readonly db: Database;
  /** The server's clock (design §3). */
  readonly now: () => Date;
  readonly rules: RuleSettings;
  readonly tokens: TokenSettings;
  /** The queue for hashing PINs and codes. */
  readonly hashing: HashQueue;
  readonly metrics: Metrics;
}

/** Enough for a use case that a command on the command line runs too. */
export type DbAndClock = Pick<Services, 'db' | 'now'>;

/** The signed-in user, with the active business or the health authority. */
export interface SignedIn {
  readonly sessionId: string;
  readonly userId: number;
  readonly username: string;
  readonly profile: Profile;
  /** The active business of a BUSINESS user. */
  readonly businessId: number | null;
  /** The authority of an ASL user or of a district operator; null for a regional operator. */
  readonly aslId: number | null;
}

/**
 * The user who makes a call, with the call's name, address and trace id. The response and the log contain the trace id.
 */
export interface Principal extends SignedIn {
  readonly call: string;
  readonly address: string;
  readonly trace: string;
}

/** The principal of a use case for shops. */
export interface BusinessPrincipal extends Principal {
  readonly profile: 'BUSINESS';
  readonly businessId: number;
}

/** The principal of a use case for health authorities. */
export interface AslPrincipal extends Principal {
  readonly profile: 'ASL';
  readonly aslId: number;
}

/**
 * Creates the services of all use cases on an open database.
 * @param now the server's clock; the default is the machine's clock
 */
export function createServices(
  { rules, tokens, hashing }: Settings,
  { db, pool }: Pick<OpenDatabase, 'db' | 'pool'>,
  now = () => new Date(),
): Services {
  const metrics = new Metrics();
  if (pool !== undefined) measurePool(metrics.registry, pool);
  const queue = new HashQueue(hashing, () => metrics.pinHashesRefused.inc());
  return { db, now, rules, tokens, hashing: queue, metrics };
}
