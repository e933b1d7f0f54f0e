import { type AccessControlProvider, type CanParams, keys } from '@refinedev/core';
import { queryOptions } from '@tanstack/react-query';
import { type Call, isExtra, mayCall } from '#contract/call.ts';
import type { CallMeta } from './api/call-api.ts';
import { knownFeatures } from './api/features.ts';
import type { ResourceDeclaration, ResourceMethod } from './data/declaration.ts';
import { callsOf } from './data/declared-resources.ts';
import { lastIdentity } from './session/identity.ts';

const METHODS: ReadonlyMap<string, ResourceMethod> = new Map([
  ['list', 'list'],
  ['show', 'one'],
  ['create', 'create'],
  ['edit', 'update'],
  ['delete', 'remove'],
]);

async function isGranted(call: Call): Promise<boolean> {
  const { access, name } = call;
  if (typeof access === 'string') return true;
  const identity = await lastIdentity();
  if (identity === null || !mayCall(access, identity)) return false;
  return !isExtra(call) || (await knownFeatures()).calls.includes(name);
}

/**
 * Refine's access control provider. The contract says which profiles may make a call (§6). `list`, `show`, `create`,
 * `edit` and `delete` are allowed to the profiles of the resource's call; other actions carry their call
 * (`permissionOf`). Everything else is denied. Calls beyond §7 also need the server's feature (rules §1).
 */
export function accessControlProvider(declarations: readonly ResourceDeclaration[]): AccessControlProvider {
  async function callFor(resource: string, action: string): Promise<Call | undefined> {
    const method = METHODS.get(action);
    const calls = method && (await callsOf(declarations, resource));
    return calls && (calls[method]?.call ?? calls.screenCalls?.[method]);
  }
  return {
    async can({ resource = '', action, params }) {
      const { call: given } = (params ?? {}) as Partial<CallMeta>;
      const call = given ? given() : await callFor(resource, action);
      return { can: call !== undefined && (await isGranted(call)) };
    },
    // What is allowed stays so for the session. A refusal may come from features that could not be read.
    options: { queryOptions: { staleTime: ({ state }) => (state.data?.can === true ? Infinity : 0) } },
  };
}

/** Refine's question whether the user may make a call. */
export function permissionOf(call: Call) {
  const [resource = '', action = ''] = call.name.split('.');
  return { resource, action, params: { call: () => call } satisfies CallMeta };
}

/**
 * The query of Refine's `useCan` and `CanAccess`, for a list of questions: whether the user may act. Their key has no call.
 */
export function permissionQuery(can: AccessControlProvider['can'], { resource = '', action, params }: CanParams) {
  return queryOptions({
    queryKey: keys().access().resource(resource).action(action).params({ params: {} }).get(),
    queryFn: () => can({ resource, action, params }),
  });
}
