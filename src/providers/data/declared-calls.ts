import type { Call } from '#contract/call.ts';
import { loadLazy } from '../loading/load-lazy.ts';
import type { ResourceCalls, ResourceDeclaration } from './declaration.ts';

/** What a resource can be asked for by Refine. */
export type ResourceMethod = 'list' | 'one' | 'create' | 'update' | 'remove';

/** Rejected because no declaration allows it. */
export class NotSupportedError extends Error {
  constructor(resource: string, method: string) {
    super(`not supported: ${resource}.${method}`);
    this.name = 'NotSupportedError';
  }
}

/** Looks up the calls that the declarations allow. */
export interface DeclaredCalls {
  /** @throws NotSupportedError when the resource does not declare the method */
  method<M extends ResourceMethod>(resource: string, method: M): Promise<NonNullable<ResourceCalls[M]>>;
  /**
   * The call of this name, `resource.verb`.
   * @throws NotSupportedError when its resource does not declare it
   */
  named(callName: string): Promise<Call>;
  /** Every call of the resource. */
  all(resource: string): Promise<readonly Call[]>;
}

function everyCall(calls: ResourceCalls): Call[] {
  const { list, one, create, update, remove, recordCommands = [], reads = [], commands = [], files = [] } = calls;
  const methods = [list, one, create, update, remove].flatMap((declared) => (declared ? [declared.call] : []));
  const ofRecords = recordCommands.map(({ call }) => call);
  return [...methods, ...(list?.export ? [list.export] : []), ...ofRecords, ...reads, ...commands, ...files];
}

/** The lookup over these declarations; each is loaded when first asked for. */
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
