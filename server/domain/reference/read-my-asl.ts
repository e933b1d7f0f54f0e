import type { AslPrincipal, Services } from '#server/domain/context.ts';
import type { Asl } from './list-asl.ts';

/** The health authority of the signed-in user (§7). */
export function readMyAsl(services: Services, principal: AslPrincipal): Promise<Asl> {
  return services.db
    .selectFrom('asl')
    .where('asl_id', '=', principal.aslId)
    .select(['asl_id as aslId', 'name'])
    .executeTakeFirstOrThrow();
}
