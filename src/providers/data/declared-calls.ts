import type { Call } from '#contract/call.ts';
import { loadLazy } from '../loading/load-lazy.ts';
import type { ResourceCalls, ResourceDeclaration } from './declaration.ts';

export type ResourceMethod = 'list' | 'one' | 'create' | 'update' | 'remove';

/** What the declarations say of a resource; undefined if they do not declare it. */
export interface DeclaredCalls {
  method<M extends ResourceMethod>(resource: string, method: M): Promise<ResourceCalls[M]>;
  /** The call with the name `resource.verb`. */
  named(callName: string): Promise<Call | undefined>;
  all(resource: string): Promise<readonly Call[]>;
}

function everyCall(calls: ResourceCalls): Call[] {
  const { list, one, create, update, remove, recordCommands = [], otherCalls = [] } = calls;
  const methods = [list, one, create, update, remove].flatMap((declared) => (declared ? [declared.call] : []));
  const ofRecords = recordCommands.map(({ call }) => call);
  return [...methods, ...(list?.export ? [list.export] : []), ...ofRecords, ...otherCalls];
}

/** Creates the lookup; each declaration loads on first use. */
export function declaredCalls(declarations: readonly ResourceDeclaration[]): DeclaredCalls {
  const byName = new Map(declarations.map((declaration) => [declaration.name, declaration]));

  async function callsOf(resource: string): Promise<ResourceCalls | undefined> {
    const declaration = byName.get(resource);
    return declaration && loadLazy(declaration.calls);
  }

  async function all(resource: string): Promise<readonly Call[]> {
    const calls = await callsOf(resource);
    return calls ? everyCall(calls) : [];
  }

  return {
    all,
    method: async (resource, method) => (await callsOf(resource))?.[method],
    async named(callName) {
      const [resource = ''] = callName.split('.');
      return (await all(resource)).find(({ name }) => name === callName);
    },
  };
}
