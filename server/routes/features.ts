import type { FastifyInstance } from 'fastify';
import { api } from '#contract/api.ts';
import { type Call, resourceOf } from '#contract/call.ts';
import { readFeatures } from '#contract/calls/features.ts';
import type { Services } from '#server/domain/context.ts';
import { mount } from '#server/http/mount.ts';

function byResource(of: (call: Call) => readonly string[] | undefined): Record<string, string[]> {
  const named = api.flatMap((call): [string, string[]][] => {
    const fields = of(call);
    return fields ? [[resourceOf(call), [...fields]]] : [];
  });
  return Object.fromEntries(named);
}

/** What the contract has beyond §7, for the portal to offer (rules §1). */
export function registerFeaturesRoutes(app: FastifyInstance, services: Services): void {
  const features = {
    sorts: byResource(({ extras }) => extras?.sorts),
    filters: byResource(({ extras }) => extras?.filters),
    calls: api.filter(({ path }) => path.startsWith('/api/v1/extra/')).map(({ name }) => name),
  };
  mount(app, services, readFeatures, () => Promise.resolve({ features }));
}
