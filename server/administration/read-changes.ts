import { sql } from 'kysely';
import type { RowChange } from '#contract/admin/define.ts';
import type { Principal, Services } from '#server/services.ts';
import type { AdminResource } from './admin-resource.ts';
import { consultRow } from './read-rows.ts';

/** The latest changes of a row that an answer has. */
const MAX_CHANGES = 50;

interface StoredChange extends Omit<RowChange, 'at' | 'changes'> {
  readonly at: Date;
  readonly changes: Readonly<Record<string, { readonly from?: unknown; readonly to?: unknown }>> | null;
}

/** A value of the audit as text; undefined for none. */
function textOf(value: unknown): string | undefined {
  return value === null || value === undefined ? undefined : [value].flat().map(String).join(', ');
}

function toChange({ changes, ...stored }: StoredChange) {
  const told = Object.entries(changes ?? {}).map(([field, values]) => ({
    field,
    from: textOf(values.from),
    to: textOf(values.to),
    isSecret: Object.keys(values).length === 0,
  }));
  return {
    ...stored,
    changes: told
      .filter(({ from, to, isSecret }) => isSecret || from !== to)
      .map(({ isSecret: _isSecret, ...change }) => change),
  };
}

/**
 * Who made and changed a row, what and when, newest first. Whoever may see the row may see this, an office without the
 * names of other offices' operators; of a patient it is a consultation too.
 * @throws DomainError as `consultRow`
 */
export function readChanges(services: Services, resource: AdminResource, principal: Principal, asked: number) {
  return services.db.transaction().execute(async (trx) => {
    await consultRow({ ...services, db: trx }, resource, principal, asked, services.now());
    const { aslId } = principal;
    const isOther = sql<boolean>`(${aslId}::bigint is not null and app_user.asl_id is distinct from ${aslId}::bigint
      and app_user.user_id is not null)`;
    const { rows } = await sql<StoredChange>`
      select at, action, ${isOther} as "isOtherOffice",
        case when ${isOther} then asl.name end as "aslName",
        case when not ${isOther} then first_name || ' ' || last_name end as "userName",
        case when not ${isOther} then username end as username,
        details -> 'changes' as changes
      from audit left join app_user on app_user.user_id = audit.user_id left join asl on asl.asl_id = app_user.asl_id
      where (details ->> 'table') collate "C" = ${resource.table}
        and (details ->> 'id') collate "C" = ${String(asked)}
      order by at desc, audit_id desc limit ${MAX_CHANGES}`.execute(trx);
    return rows.map(toChange);
  });
}
