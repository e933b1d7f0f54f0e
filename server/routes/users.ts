import type { FastifyInstance } from 'fastify';
import { readCurrentUser as readCurrentUserCall } from '#contract/calls/authentication.ts';
import type { Services } from '#server/domain/context.ts';
import { readCurrentUser } from '#server/domain/reference/read-current-user.ts';
import { registerRoute } from '#server/http/register/register-route.ts';

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
