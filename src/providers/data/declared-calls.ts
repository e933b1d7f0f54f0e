import type { Call } from '#contract/call.ts';
import { loadLazy } from '../loading/load-lazy.ts';
import type { ResourceCalls, ResourceDeclaration } from './declaration.ts';

export type ResourceMethod = 'list' | 'one' | 'create' | 'update' | 'remove';

/** No declaration allows the call. */
export class NotSupportedError extends Error {
  constructor(resource: string, method: string) {
    super(`not supported: ${resource}.${method}`);
    this.name = 'NotSupportedError';
  }
}

export interface DeclaredCalls {
  /** @throws NotSupportedError if the resource does not declare the method */
  method<M extends ResourceMethod>(resource: string, method: M): Promise<NonNullable<ResourceCalls[M]>>;
  /**
   * The call with the name `resource.verb`.
   * @throws NotSupportedError if the resource does not declare it
   */
  named(callName: string): Promise<Call>;
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
    async method(resource, method) {
      const calls = await callsOf(resource);
      const declared = calls?.[method];
      if (!declared) throw new NotSupportedError(resource, method);
      return declared;
    },
    async named(callName) {
      const [resource = '', verb = ''] = callName.split('.');
      const call = (await all(resource)).find(({ name }) => name === callName);
      if (!call) throw new NotSupportedError(resource, verb);
      return call;
    },
  };
}
