import type { Values } from '#server/domain/administration/admin-resource.ts';
import type { RowSearch } from '#server/domain/administration/search-rows.ts';

/** A parsed request of the administration; only the resource or the command knows which parts it has. */
export interface AdminRequest {
  readonly params: { readonly id: number };
  readonly query: RowSearch | undefined;
  readonly body: Values;
}
