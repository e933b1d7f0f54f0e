import type { FastifyInstance } from 'fastify';
import { describe } from 'vitest';
import type { Call, CallAnswer, CallInput } from '#contract/call.ts';
import { buildApp } from '#server/app.ts';
import { createServices, type Database, type Services } from '#server/services.ts';
import { migrate } from '#server/database/migrate.ts';
import { grantServerRole, SERVER_ROLE } from '#server/database/server-role.ts';
import { type DatabaseLocation, openDatabase, type OpenDatabase } from '#server/database/open-database.ts';
import type { PoolSettings } from '#server/database/pool.ts';
import type { HashQueue } from '#server/pins/hashing.ts';
import { createLogger } from '#server/http/logs.ts';
import { readSettings } from '#server/settings/settings.ts';
import type { Settings } from '#server/settings/settings.ts';
import { createSession } from '#server/sign-on/sessions.ts';
import { demonstration } from '#demo/demonstration.ts';
import { isFull } from '#tests/extent.ts';
import { type Outcome, type Signature, callServer } from './call-server.ts';
import { TEST_NOW, TEST_PEPPER } from './fixture.ts';
import { freePort } from '#tests/support/free-port.ts';
import { type DatabaseKind, type TestDatabase, makeTestDatabase } from './test-database.ts';

export interface TestServerOptions {
  readonly database: DatabaseKind;
  /** The clock of the database, and of the process; TEST_NOW by default. */
  readonly now?: () => Date;
  /** The clock of the process, where it is another one. */
  readonly processNow?: () => Date;
  /** Whether both go right, whatever `now` says. */
  readonly isOnTime?: boolean;
  /** Environment variables that differ from those of other tests. */
  readonly env?: Record<string, string>;
  /** Sets what no environment variable does. */
  readonly change?: (settings: Settings) => Settings;
  /** The database to open and to migrate; by default a new one with the fixture. */
  readonly copy?: TestDatabase;
  /** The queue of PIN hashes, if the test controls it. */
  readonly hashing?: HashQueue;
}

export interface TestServer {
  readonly app: FastifyInstance;
  /** Connects as the owner of the tables. The server uses `services.db`. */
  readonly db: Database;
  readonly services: Services;
  readonly settings: Settings;
  readonly url: string;
  /** Makes a call and returns the response or the refusal. */
  call<C extends Call>(call: C, input: CallInput<C>, signature?: Signature): Promise<Outcome<C>>;
  /** Makes a call that must succeed. */
  callOk<C extends Call>(call: C, input: CallInput<C>, signature?: Signature): Promise<CallAnswer<C>>;
  close(): Promise<void>;
}

/** Opens the same database in the server's role, which does not own the tables. The embedded database has no roles. */
async function openForServer(owner: OpenDatabase, location: DatabaseLocation): Promise<OpenDatabase> {
  if (location.kind === 'pglite') return owner;
  await grantServerRole(owner.db);
  const inRole = (pool: PoolSettings): PoolSettings => {
    const url = new URL(pool.url);
    url.username = SERVER_ROLE;
    return { ...pool, url: url.href };
  };
  const { office = { ...location, isReadOnly: true }, primary = location } = location.others ?? {};
  return openDatabase({
    ...location,
    ...inRole(location),
    others: { office: inRole(office), primary: inRole(primary) },
  });
}

/** Tokens that last for a day, whatever the clock of a test does. */
export function withLongTokens(settings: Settings): Settings {
  return { ...settings, tokens: { ...settings.tokens, accessTokenSeconds: 86_400 } };
}

/** Starts a server on a port of its own, by default on a new database with the fixture. */
export async function startTestServer({
  database,
  now = () => TEST_NOW,
  processNow = now,
  isOnTime = false,
  env = {},
  change = (settings) => settings,
  copy: given,
  hashing,
}: TestServerOptions): Promise<TestServer> {
  const copy = given ?? (await makeTestDatabase(database));
  const owner = await openDatabase(copy.location);
  const { db } = owner;
  await migrate(db);
  const forServer = await openForServer(owner, copy.location);
  const port = await freePort();
  const settings = change(
    readSettings({
      NODE_ENV: 'test',
      HOST: '127.0.0.1',
      PORT: String(port),
      PIN_PEPPER: TEST_PEPPER,
      // Sessions do not end when the clock of a test jumps.
      IDLE_SECONDS: '0',
      RATE_LIMIT_PER_MINUTE: '1000000',
      LOOKUPS_PER_HOUR: '1000000',
      LOOKUPS_PER_DAY: '1000000',
      TILL_LOOKUPS_PER_HOUR: '1000000',
      TILL_LOOKUPS_PER_DAY: '1000000',
      ...env,
    }),
  );
  const clock = isOnTime ? undefined : now;
  const made = createServices(settings, forServer, clock, demonstration);
  const services = { ...made, ...(!isOnTime && { now: processNow }), ...(hashing && { hashing }) };
  // Vitest shows what goes through the console only for a test that fails.
  const logger = createLogger('error', { write: (line) => console.error(line) });
  const app = await buildApp({ settings, services, logger });
  const url = await app.listen({ host: settings.http.host, port });
  const call: TestServer['call'] = (definition, input, signature) => callServer(url, definition, input, signature);
  return {
    app,
    db,
    services,
    settings,
    url,
    call,
    callOk: async (definition, input, signature) => {
      const { data, status, error } = await call(definition, input, signature);
      if (data === undefined) throw new Error(`${definition.name} answered ${status} ${JSON.stringify(error)}`);
      return data;
    },
    close: async () => {
      await app.close();
      await forServer.close();
      if (forServer !== owner) await owner.close();
      await copy.remove();
    },
  };
}

/** Signs in a user of the fixture without the identity provider. Returns the access token. */
export async function signInAs(server: TestServer, username: string): Promise<string> {
  const { user_id: userId } = await server.db
    .selectFrom('app_user')
    .select('user_id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow();
  return (await createSession(server.services, userId)).accessToken;
}

/** Users work on PostgreSQL. The embedded database serves the browser tests. */
const DATABASES: readonly DatabaseKind[] = isFull ? ['pglite', 'postgres'] : ['postgres'];

/** Runs the same tests on PostgreSQL, and in a full run on the embedded database too. */
export function describeOnEachDatabase(name: string, tests: (database: DatabaseKind) => void): void {
  describe.each(DATABASES)(`${name} (%s)`, tests);
}
