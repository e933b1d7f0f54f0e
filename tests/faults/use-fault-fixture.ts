import { afterAll, beforeAll, inject } from 'vitest';
import { openDatabase, type OpenDatabase } from '#server/database/open-database.ts';
import { createServices } from '#server/services.ts';
import { readSettings } from '#server/settings/settings.ts';
import { createSession } from '#server/sign-on/sessions.ts';
import type { FaultFixture } from './scenarios/fault-fixture.ts';
import { preparePortal } from './portal/open-portal.tsx';
import { holdTimeouts } from './portal/timeouts.ts';
import { type Watcher, startFaultProxy } from './proxy/fault-proxy.ts';
import { SERVER_SETTINGS } from './fixture/killable-server.ts';

const POOL_SIZE = 2;

/** Signs users in without the identity provider. */
function signInOn(open: OpenDatabase): FaultFixture['signIn'] {
  const { db } = open;
  const services = createServices(readSettings(SERVER_SETTINGS), open);
  return async (username) => {
    const user = db.selectFrom('app_user').select('user_id').where('username', '=', username);
    return createSession(services, (await user.executeTakeFirstOrThrow()).user_id);
  };
}

/** The addresses of the server and its database. */
interface Place {
  readonly serverUrl: string;
  readonly databaseUrl: string;
}

interface OpenFaultFixture extends FaultFixture {
  readonly close: () => Promise<void>;
}

/** Starts a proxy before a server and configures the portal to use it. Call it once per test file. */
export async function openFaultFixture(
  { serverUrl, databaseUrl }: Place,
  watcher: Watcher = {},
): Promise<OpenFaultFixture> {
  const open = await openDatabase({ kind: 'postgres', url: databaseUrl, poolSize: POOL_SIZE });
  const timeouts = holdTimeouts();
  const proxy = await startFaultProxy(serverUrl, { onSilence: timeouts.end, ...watcher });
  await preparePortal(proxy.url);
  return {
    db: open.db,
    proxy,
    signIn: signInOn(open),
    close: async () => {
      timeouts.restore();
      await proxy.close();
      await open.close();
    },
  };
}

/** Prepares a test file whose scenarios run on the common server. */
export function useFaultFixture(): () => FaultFixture {
  let fixture: OpenFaultFixture | undefined;
  beforeAll(async () => {
    fixture = await openFaultFixture(inject('faultServer'));
  });
  afterAll(() => fixture?.close());
  return () => {
    if (!fixture) throw new Error('the fixture is not there yet');
    return fixture;
  };
}
