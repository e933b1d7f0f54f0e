import type { FileFormat } from '#contract/request.ts';
import type { Values } from '#server/domain/administration/admin-resource.ts';
import type { RowSearch } from '#server/domain/administration/search-rows.ts';

/** The search of a list, with the format of its export. */
export interface AskedRows extends RowSearch {
  readonly format?: FileFormat | undefined;
}

/** A parsed request of the administration; only the resource or the command knows which parts it has. */
export interface AdminRequest {
  readonly params: { readonly id: number };
  readonly query: AskedRows | undefined;
  readonly body: Values;
}
