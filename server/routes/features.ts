import type { FastifyInstance } from 'fastify';
import { mayCall } from '#contract/access.ts';
import { api } from '#contract/api.ts';
import { type Call, resourceOf } from '#contract/call.ts';
import { readFeatures } from '#contract/calls/features.ts';
import type { Services } from '#server/domain/context.ts';
import { registerRoute } from '#server/http/register/register-route.ts';

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
      calls: calls.filter(({ path }) => path.startsWith('/api/v1/extra/')).map(({ name }) => name),
    };
    return Promise.resolve({ features });
  });
}
