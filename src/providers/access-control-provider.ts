import { type AccessControlProvider, keys } from '@refinedev/core';
import { queryOptions } from '@tanstack/react-query';
import { mayCall } from '#contract/access.ts';
import type { Call } from '#contract/call.ts';
import { knownFeatures } from './api/features.ts';
import type { ResourceDeclaration } from './data/declaration.ts';
import { declaredCalls, type DeclaredCalls, type ResourceMethod } from './data/declared-calls.ts';
import { lastIdentity } from './session/identity.ts';

const METHODS: ReadonlyMap<string, ResourceMethod> = new Map([
  ['list', 'list'],
  ['show', 'one'],
  ['create', 'create'],
  ['edit', 'update'],
  ['delete', 'remove'],
]);

/** The call for an action on a resource, if one is declared. */
async function callFor(declared: DeclaredCalls, resource: string, action: string): Promise<Call | undefined> {
  const method = METHODS.get(action);
  const item = method && (await declared.method(resource, method));
  return item?.call ?? declared.named(`${resource}.${action}`);
}

const EXTRA = '/api/v1/extra/';

async function isGranted({ access, path, name }: Call): Promise<boolean> {
  if (typeof access === 'string') return true;
  const identity = await lastIdentity();
  if (identity === null || !mayCall(access, identity)) return false;
  return !path.startsWith(EXTRA) || (await knownFeatures()).calls.includes(name);
}

/**
 * Refine's access control provider. The contract says which profiles may make a call (§6). An action (`list`, `show`,
 * `create`, `edit`, `delete`, or the verb of another declared call) is allowed to the profiles of its call. Undeclared
 * actions are denied. A list screen of a resource without a list needs any of the resource's calls. Calls beyond §7
 * also need the server's feature (rules §1).
 */
export function accessControlProvider(declarations: readonly ResourceDeclaration[]): AccessControlProvider {
  const declared = declaredCalls(declarations);
  const listed = new Set(declarations.filter(({ screens }) => screens?.list).map(({ name }) => name));
  return {
    async can({ resource = '', action }) {
      const call = await callFor(declared, resource, action);
      if (call) return { can: await isGranted(call) };
      if (action !== 'list' || !listed.has(resource)) return { can: false };
      const granted = await Promise.all((await declared.all(resource)).map(isGranted));
      return { can: granted.includes(true) };
    },
    // What is allowed stays so for the session. A refusal may come from features that could not be read.
    options: { queryOptions: { staleTime: ({ state }) => (state.data?.can === true ? Infinity : 0) } },
  };
}

/** The query of Refine's `useCan` and `CanAccess` without parameters: whether the user may take an action. */
export function permissionQuery(can: AccessControlProvider['can'], resource: string, action: string) {
  return queryOptions({
    queryKey: keys().access().resource(resource).action(action).params({ params: {} }).get(),
    queryFn: () => can({ resource, action }),
  });
}
