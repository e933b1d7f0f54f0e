import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/calls/asl.ts';
import type { Services } from '#server/domain/context.ts';
import { listAsl } from '#server/domain/reference/list-asl.ts';
import { readMyAsl } from '#server/domain/reference/read-my-asl.ts';
import { mount } from '#server/http/mount.ts';

/** The local health authorities: all of them, and the user's own (§7). */
export function registerAslRoutes(app: FastifyInstance, services: Services): void {
  mount(app, services, calls.listAsl, async () => ({ asls: await listAsl(services) }));
  mount(app, services, calls.readMyAsl, async (_request, caller) => ({ asl: await readMyAsl(services, caller) }));
}
