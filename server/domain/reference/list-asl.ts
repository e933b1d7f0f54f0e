import type { Services } from '#server/domain/context.ts';

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
