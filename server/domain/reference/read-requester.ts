import type { Principal, Database } from '#server/domain/context.ts';

/** The person who requests a document (rules §7). */
export interface Requester {
  /** First and last name. */
  readonly name: string;
  /** The company or the health authority for which the person works. */
  readonly organisation: string;
}

/** Reads the name of the person who requests a document, and of their company or health authority. */
export async function readRequester(db: Database, principal: Principal): Promise<Requester> {
  const { userId, businessId, aslId } = principal;
  const found = await db
    .selectFrom('app_user')
    .leftJoin('business', (join) => join.on('business.business_id', '=', businessId))
    .leftJoin('asl', (join) => join.on('asl.asl_id', '=', aslId))
    .select(['first_name', 'last_name', 'company_name', 'asl.name as authority'])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return {
    name: `${found.first_name} ${found.last_name}`,
    organisation: found.company_name ?? found.authority ?? '',
  };
}
