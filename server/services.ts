import type { Kysely } from 'kysely';
import type { Profile } from '#contract/entities/shared.ts';
import type { OpenDatabase } from '#server/database/open-database.ts';
import type { Schema } from '#server/database/schema.ts';
import { HashQueue } from '#server/pins/hashing.ts';
import type { Settings } from '#server/settings/settings.ts';
import { measurePool, Metrics } from './metrics.ts';

export type { ProviderSession } from '#server/database/json.ts';

export type Database = Kysely<Schema>;

/** The services of every use case. */
export interface Services {
  readonly db: Database;
  /** The server's clock (design §3). */
  readonly now: () => Date;
  readonly rules: Settings['rules'];
  readonly tokens: Settings['tokens'];
  /** The queue for hashing PINs and codes. */
  readonly hashing: HashQueue;
  readonly metrics: Metrics;
}

/** Enough for a use case that a command on the command line runs too. */
export type DbAndClock = Pick<Services, 'db' | 'now'>;

/** What a computed field of a row may rest on. */
export type ClockAndRules = Pick<Services, 'now' | 'rules'>;

/** A transaction, or the database, with what its rows may rest on. */
export type RowSource = ClockAndRules & Pick<Services, 'db'>;

/** A till of a chain. */
export interface Till {
  readonly tillId: number;
  /** The only store in which it sells. */
  readonly storeId: number;
}

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
  /** Absent for a person. */
  readonly till?: Till;
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
