import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/calls/asl.ts';
import type { Services } from '#server/domain/context.ts';
import { listAsl } from '#server/domain/reference/list-asl.ts';
import { readMyAsl } from '#server/domain/reference/read-my-asl.ts';
import { registerRoute } from '#server/http/register/register-route.ts';

/** The local health authorities: all of them, and the user's own (§7). */
export function registerAslRoutes(app: FastifyInstance, services: Services): void {
  registerRoute(app, services, calls.listAsl, async (_request, _principal, { readServices }) => ({
    asls: await listAsl(readServices),
  }));
  registerRoute(app, services, calls.readMyAsl, async (_request, principal) => ({
    asl: await readMyAsl(services, principal),
  }));
}
