import type { IResourceItem, ResourceProps } from '@refinedev/core';
import { create } from 'zustand';
import type { Call } from '#contract/call.ts';
import { loadTexts } from '../i18n.ts';
import { loadLazy } from '../loading/load-lazy.ts';
import type { MenuEntry, ResourceCalls, ResourceDeclaration } from './declaration.ts';

/** No declaration allows the call or the screen `resource.verb`. */
export class NotSupportedError extends Error {
  constructor(callName: string) {
    super(`not supported: ${callName}`);
    this.name = 'NotSupportedError';
  }
}

type Load = () => Promise<{ readonly adminResources: readonly ResourceDeclaration[] }>;

let load: Load | undefined;

const useAdminResourceStore = create<{ readonly resources: readonly ResourceDeclaration[] }>(() => ({ resources: [] }));

/** Registers the loader of the operators' resources. */
export function registerAdminResources(loadResources: Load): void {
  load = loadResources;
}

/**
 * Loads the operators' resources; other users never load them.
 * @throws if code or texts cannot be loaded
 */
export async function loadAdminResources(): Promise<void> {
  if (!load) return;
  const [{ adminResources }] = await Promise.all([loadLazy(load), loadTexts(['admin'])]);
  useAdminResourceStore.setState({ resources: adminResources });
}

/** The operators' resources; empty until an operator has signed in. */
export function useAdminResources(): readonly ResourceDeclaration[] {
  return useAdminResourceStore(({ resources }) => resources);
}

export interface MenuScreen {
  readonly path: string;
  /** Key of its text. */
  readonly label: string;
  readonly action: 'list' | 'create';
}

/** The declarations in Refine's format. The menu shows those with an entry (§2). */
export function refineResources(declarations: readonly ResourceDeclaration[]): ResourceProps[] {
  return declarations.map(({ name, screens, menu }) => ({ name, ...screens, meta: { ...menu, hide: !menu } }));
}

export function menuScreens({ list, create, meta }: IResourceItem): MenuScreen[] {
  const { label, createLabel } = (meta ?? {}) as Partial<MenuEntry>;
  const entries = [
    { path: create, label: createLabel, action: 'create' },
    { path: list, label, action: 'list' },
  ] as const;
  return entries.flatMap(({ path, label: text, action }) =>
    typeof path === 'string' && text !== undefined ? [{ path, label: text, action }] : [],
  );
}

/** Whether the menu shows a resource to this profile, if its screens are allowed (§6). */
export function isOffered({ meta }: IResourceItem, profile: string | undefined): boolean {
  const { onlyFor } = (meta ?? {}) as Partial<MenuEntry>;
  return onlyFor === undefined || onlyFor === profile;
}

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
