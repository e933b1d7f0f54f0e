import type {
  BaseRecord,
  CreateParams,
  CrudFilter,
  CustomParams,
  DataProvider,
  DeleteOneParams,
  GetListParams,
  GetManyParams,
  GetOneParams,
  MetaQuery,
  UpdateParams,
} from '@refinedev/core';
import { type CallMeta, type CallOptions, callRaw, type RawInput } from '../api/call-api.ts';
import { runtimeConfig } from '../runtime-config.ts';
import type { ItemDeclaration, ResourceDeclaration, ResourceMethod } from './declaration.ts';
import { callsOf, NotSupportedError } from './declared-resources.ts';
import { getRows } from './list.ts';

/** The signal with which the query cache aborts an unused call. */
function signalOf(meta: MetaQuery | undefined): AbortSignal | undefined {
  const signal: unknown = meta?.signal ?? meta?.queryContext?.signal;
  return signal instanceof AbortSignal ? signal : undefined;
}

async function callItem<Given extends unknown[]>(
  { call, item, input }: ItemDeclaration<Given>,
  options: CallOptions,
  ...given: Given
): Promise<BaseRecord> {
  const answer = (await callRaw(call, input(...given), options)) as Record<string, BaseRecord>;
  return answer[item] ?? {};
}

/**
 * Refine's data provider for the declared resources (design §2). Its `custom` makes the call in `meta`.
 * @throws NotSupportedError `not supported: resource.method` for an undeclared method
 */
export function dataProvider(declarations: readonly ResourceDeclaration[]): DataProvider {
  async function declaredMethod<M extends ResourceMethod>(resource: string, method: M) {
    const found = (await callsOf(declarations, resource))?.[method];
    if (!found) throw new NotSupportedError(`${resource}.${method}`);
    return found;
  }

  const provider = {
    getList: async (params: GetListParams) =>
      getRows(await declaredMethod(params.resource, 'list'), params, signalOf(params.meta)),
    async getOne({ resource, id, meta }: GetOneParams) {
      const item = await callItem(await declaredMethod(resource, 'one'), { signal: signalOf(meta) }, id);
      return { data: { ...item, id } };
    },
    /** One call if the list has the parameter `ids`, otherwise one for each id. */
    async getMany({ resource, ids, meta }: GetManyParams) {
      const list = await declaredMethod(resource, 'list');
      if (!list.parameters.includes('ids')) {
        const found = await Promise.all(ids.map((id) => provider.getOne({ resource, id, meta })));
        return { data: found.map(({ data }) => data) };
      }
      const filters: CrudFilter[] = [{ field: 'ids', operator: 'eq', value: ids.join(',') }];
      return getRows(list, { resource, filters, pagination: { pageSize: ids.length } }, signalOf(meta));
    },
    async create({ resource, variables }: CreateParams) {
      const create = await declaredMethod(resource, 'create');
      const { rowId } = await declaredMethod(resource, 'list');
      const item = await callItem(create, {}, variables as never);
      return { data: { ...item, id: rowId(item as never) } };
    },
    async update({ resource, id, variables }: UpdateParams) {
      const item = await callItem(await declaredMethod(resource, 'update'), {}, id, variables as never);
      return { data: { ...item, id } };
    },
    async deleteOne({ resource, id }: DeleteOneParams) {
      return { data: await callItem(await declaredMethod(resource, 'remove'), {}, id) };
    },
    getApiUrl: () => runtimeConfig().apiBaseUrl,
    async custom({ url, query, payload, meta }: CustomParams<RawInput, RawInput>) {
      const { call, options } = (meta ?? {}) as Partial<CallMeta>;
      if (!call) throw new NotSupportedError(`custom.${url}`);
      return { data: await callRaw(call(), query ?? payload ?? {}, { signal: signalOf(meta), ...options }) };
    },
  };
  // Refine's callers choose the row type themselves. Only the contract knows it, at run time.
  return provider as DataProvider;
}
