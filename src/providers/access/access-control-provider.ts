import type { AccessControlProvider } from '@refinedev/core';
import { mayCall } from '#contract/access.ts';
import type { Call } from '#contract/call.ts';
import { lastIdentity } from '../auth/identity.ts';
import { knownFeatures } from '../features/features.ts';
import { type DeclaredCalls, NotSupportedError, declaredCalls } from '../data/declared-calls.ts';
import type { ResourceDeclaration } from '../data/declaration.ts';

const METHODS = new Map([
  ['list', 'list'],
  ['show', 'one'],
  ['create', 'create'],
  ['edit', 'update'],
  ['delete', 'remove'],
] as const);

async function orNull<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof NotSupportedError) return null;
    throw error;
  }
}

/** The calls for an action on a resource; one allowed call is enough. */
async function callsFor(declared: DeclaredCalls, resource: string, action: string): Promise<readonly Call[]> {
  const method = new Map<string, 'list' | 'one' | 'create' | 'update' | 'remove'>(METHODS).get(action);
  const item = method ? await orNull(declared.method(resource, method)) : null;
  const call = item?.call ?? (await orNull(declared.named(`${resource}.${action}`)));
  return call ? [call] : [];
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
      const calls = await callsFor(declared, resource, action);
      const isBareScreen = calls.length === 0 && action === 'list' && listed.has(resource);
      const needed = isBareScreen ? await declared.all(resource) : calls;
      const granted = await Promise.all(needed.map(isGranted));
      return { can: granted.includes(true) };
    },
  };
}
