import type { AslCaller, Services } from '#server/domain/context.ts';
import type { Asl } from './list-asl.ts';

/** The authority of its signed-in user (§7). */
export function readMyAsl(services: Services, caller: AslCaller): Promise<Asl> {
  return services.db
    .selectFrom('asl')
    .where('asl_id', '=', caller.aslId)
    .select(['asl_id as aslId', 'name'])
    .executeTakeFirstOrThrow();
}
