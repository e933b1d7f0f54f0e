import type { FastifyInstance } from 'fastify';
import * as aslCalls from '#contract/calls/asl.ts';
import { readCurrentUser as readCurrentUserCall } from '#contract/calls/authentication.ts';
import * as businessCalls from '#contract/calls/businesses.ts';
import { readEndOfDay as readEndOfDayCall } from '#contract/calls/end-of-day.ts';
import { readFeatures } from '#contract/calls/features.ts';
import { openFiles } from '#contract/calls/open-data.ts';
import { listKinds } from '#contract/calls/patients.ts';
import * as calls from '#contract/calls/stores.ts';
import { readKinds } from '#server/database/dossier-kinds.ts';
import { readinessOf } from '#server/database/health.ts';
import { gaugeReadWhenAsked } from '#server/metrics.ts';
import { registerListRoute, registerRoute } from '#server/http/routes.ts';
import { readEndOfDay } from '#server/purchases/end-of-day.ts';
import { type Call, isExtra, mayCall, resourceOf } from '#contract/call.ts';
import { api } from '#contract/api.ts';
import type { Services } from '#server/services.ts';
import { listAsl, readMyAsl } from './asl.ts';
import { listAllBusinesses, listBusinesses, listMyBusinesses, readMyBusiness } from './businesses.ts';
import { listMyStores } from './stores.ts';
import { readCurrentUser } from './users.ts';

/** The local health authorities: all of them, and the user's own (§7). */
export function registerAslRoutes(app: FastifyInstance, services: Services): void {
  registerRoute(app, services, aslCalls.listAsl, async () => ({
    asls: await listAsl(services),
  }));
  registerRoute(app, services, aslCalls.readMyAsl, async (_request, principal) => ({
    asl: await readMyAsl(services, principal),
  }));
}

/** The kinds of dossier (rules §4). */
export function registerKindsRoutes(app: FastifyInstance, services: Services): void {
  registerRoute(app, services, listKinds, async () => ({
    kinds: (await readKinds(services.db)).map(({ code, name_it, name_en, amount_by, disabled_at }) => ({
      code,
      nameIt: name_it,
      nameEn: name_en,
      hasOwnAmounts: amount_by === 'OWN',
      disabled: disabled_at !== null,
    })),
  }));
}

/** All businesses for the store locator, the user's own, and the active one (§7). */
export function registerBusinessesRoutes(app: FastifyInstance, services: Services): void {
  registerListRoute(app, services, businessCalls.listBusinesses, async function* (_request, _principal, { signal }) {
    for await (const batch of listBusinesses(services, signal)) {
      yield { businesses: batch };
    }
  });
  registerListRoute(app, services, businessCalls.listAllBusinesses, async function* (_request, _principal, { signal }) {
    for await (const businesses of listAllBusinesses(services, signal)) yield { businesses: [...businesses] };
  });
  registerRoute(app, services, businessCalls.listMyBusinesses, async (_request, principal) => ({
    businesses: await listMyBusinesses(services, principal),
  }));
  registerRoute(app, services, businessCalls.readMyBusiness, async (_request, principal) => ({
    business: await readMyBusiness(services, principal),
  }));
}

/** The stores of the active business (§7) and their end-of-day figures. */
export function registerStoresRoutes(app: FastifyInstance, services: Services): void {
  registerRoute(app, services, calls.listMyStores, async ({ query }, principal) => ({
    stores: await listMyStores(services, principal, query),
  }));

  registerRoute(app, services, readEndOfDayCall, async ({ params, query }, principal) => ({
    endOfDay: await readEndOfDay(services, principal, { ...params, ...query }),
  }));
}

/** The signed-in user (§7 users/me). */
export function registerUsersRoutes(app: FastifyInstance, services: Services): void {
  registerRoute(app, services, readCurrentUserCall, async (_request, principal) => {
    const { username, profile, firstName, lastName, operatorAslId } = await readCurrentUser(services, principal);
    return {
      user: {
        username,
        userProfile: { profile },
        firstName,
        lastName,
        ...(operatorAslId !== null && { operatorAslId }),
      },
    };
  });
}

function byResource(
  calls: readonly Call[],
  of: (call: Call) => readonly string[] | undefined,
): Record<string, string[]> {
  const named = calls.flatMap((call): [string, string[]][] => {
    const fields = of(call);
    return fields ? [[resourceOf(call), [...fields]]] : [];
  });
  return Object.fromEntries(named);
}

/** The extras beyond §7 of the calls that the principal may make, so that the portal can offer them (rules §1). */
export function registerFeaturesRoutes(app: FastifyInstance, services: Services): void {
  registerRoute(app, services, readFeatures, (_asked, { profile, aslId }) => {
    const user = { profile, operatorAslId: aslId };
    const calls = api.filter(({ access }) => typeof access === 'string' || mayCall(access, user));
    const features = {
      sorts: byResource(calls, ({ extras }) => extras?.sorts),
      filters: byResource(calls, ({ extras }) => extras?.filters),
      formats: Object.fromEntries(
        calls.flatMap(({ name, extras }) => (extras?.formats ? [[name, [...extras.formats]]] : [])),
      ),
      calls: [...calls.filter(isExtra), ...openFiles].map(({ name }) => name),
      wholeCodes: true,
      time: services.now(),
    };
    return Promise.resolve({ features });
  });
}

/** In ms. */
const ASK_EVERY_MS = 10_000;

/**
 * `/healthz`: the process runs. `/readyz`: it can serve requests; 503 with the reason otherwise.
 * @param isEnding whether the process is shutting down
 */
export function registerHealthRoutes(app: FastifyInstance, services: Services, isEnding: () => boolean): void {
  const readiness = readinessOf(services, app.log);
  gaugeReadWhenAsked(
    app.metrics,
    'database_clock_difference_seconds',
    "By how much this process's clock is ahead of the database's; negative where it is behind.",
    readiness.secondsAhead,
  );
  // Also where nobody asks whether it is ready.
  app.addHook('onListen', () => {
    void readiness.ask();
    const asking = setInterval(() => void readiness.ask(), ASK_EVERY_MS).unref();
    app.server.once('close', () => clearInterval(asking));
  });
  // An open connection would keep the process from ending.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isEnding()) void reply.header('connection', 'close');
    done();
  });
  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const reason = isEnding() ? 'the process is told to end' : await readiness.ask();
    return reply
      .status(reason === undefined ? 200 : 503)
      .send(reason === undefined ? { status: 'ready' } : { status: 'not ready', reason });
  });
}
