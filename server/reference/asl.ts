import type { AslPrincipal, Services } from '#server/services.ts';

export interface Asl {
  readonly aslId: number;
  readonly name: string;
}

/** All local health authorities, by name (§7). */
export function listAsl(services: Services): Promise<Asl[]> {
  return services.db
    .selectFrom('asl')
    .orderBy('folded_name')
    .orderBy('name')
    .select(['asl_id as aslId', 'name'])
    .execute();
}

/** The health authority of the signed-in user (§7). */
export function readMyAsl(services: Services, principal: AslPrincipal): Promise<Asl> {
  return services.db
    .selectFrom('asl')
    .where('asl_id', '=', principal.aslId)
    .select(['asl_id as aslId', 'name'])
    .executeTakeFirstOrThrow();
}
