import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Profile } from '#contract/entities/shared.ts';
import { type Clocks, clocks } from '#server/database/clock.ts';
import type { OpenDatabase } from '#server/database/open-database.ts';
import type { Schema } from '#server/database/schema.ts';
import { HashQueue } from '#server/pins/hashing.ts';
import type { Settings } from '#server/settings/settings.ts';
import { measurePools, Metrics } from './metrics.ts';

export type { ProviderSession } from '#server/database/json.ts';

export type Database = Kysely<Schema>;

/** A private key and its certificate, both in PEM. */
export interface KeyPair {
  readonly privateKey: string;
  readonly certificate: string;
}

/** An identity provider that this server trusts. */
export interface IdentityProvider {
  /** The entity id in its responses; not checked when undefined. */
  readonly entityId: string | undefined;
  /** The URL to which the browser posts the sign-on request. */
  readonly entryPoint: string;
  /** The certificate (PEM) of the key that signs its responses. */
  readonly certificate: string;
  /** The URL of its single logout (HTTP-Redirect); undefined if none is used. */
  readonly logoutUrl: string | undefined;
}

type Register = (app: FastifyInstance, services: Services, settings: Settings['signOn']) => void;

/** The demonstration sign-on, which the start hands in where the settings want it. Nothing else of the server knows it. */
export interface Demonstration {
  /** Registers the pages of its identity provider. */
  readonly registerIdentityProvider: Register;
  /** Registers what gives a token to the documentation of the API, below this path. */
  readonly registerToken: Register;
  readonly tokenPath: string;
  readonly identityProvider: (services: Services, publicUrl: string) => Promise<IdentityProvider>;
  /** The keys of this server, created at first use. */
  readonly serviceProviderKeys: (services: Services) => Promise<KeyPair>;
}

/** The services of every use case. */
export interface Services extends Clocks {
  readonly db: Database;
  /** The database over a connection of its own, for the readiness. */
  readonly probe: Database;
  /** Whether offices read from another PostgreSQL, which may lag behind. */
  readonly hasReplica: boolean;
  readonly rules: Settings['rules'];
  readonly tokens: Settings['tokens'];
  /** The queue for hashing PINs and codes. */
  readonly hashing: HashQueue;
  readonly metrics: Metrics;
  /** Handed in by the start alone. */
  readonly demonstration?: Demonstration | undefined;
}

/** Enough for a use case that a command on the command line runs too. */
export type DbAndClocks = Pick<Services, 'db' | 'now' | 'clock'>;

/** What a computed field of a row may rest on. */
export type ClocksAndRules = Pick<Services, 'now' | 'clock' | 'rules'>;

/** A transaction, or the database, with what its rows may rest on. */
export type RowSource = ClocksAndRules & Pick<Services, 'db'>;

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
 * That of the caller, which may be any, stands beside it.
 */
export interface Principal extends SignedIn {
  readonly call: string;
  readonly address: string;
  readonly trace: string;
  readonly callerTrace?: string | undefined;
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
 * @param falseClock of a test: it stands for the clocks of the process and of the database
 * @param demonstration the demonstration sign-on, where the settings want it
 */
export function createServices(
  { rules, tokens, hashing }: Settings,
  { db, probe, hasReplica, pools }: Omit<OpenDatabase, 'close'>,
  falseClock?: () => Date,
  demonstration?: Demonstration,
): Services {
  const metrics = new Metrics();
  if (pools.length > 0) measurePools(metrics.registry, pools);
  const queue = new HashQueue(hashing, () => metrics.pinHashesRefused.inc());
  return { ...clocks(falseClock), db, probe, hasReplica, rules, tokens, hashing: queue, metrics, demonstration };
}
