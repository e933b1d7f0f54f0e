import type { AccessControlProvider } from '@refinedev/core';
import type { Access, Call } from '#contract/call.ts';
import { lastIdentity } from '../auth/identity.ts';
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

async function callFor(declared: DeclaredCalls, resource: string, action: string): Promise<Call | null> {
  const method = new Map<string, 'list' | 'one' | 'create' | 'update' | 'remove'>(METHODS).get(action);
  const item = method ? await orNull(declared.method(resource, method)) : null;
  return item?.call ?? orNull(declared.named(`${resource}.${action}`));
}

async function isGranted(access: Access): Promise<boolean> {
  if (typeof access === 'string') return true;
  const identity = await lastIdentity();
  return access.some((profile) => profile === identity?.profile);
}

/**
 * Refine's access control provider. Who may do what stands in the contract (§6): an action on a resource (`list`,
 * `show`, `create`, `edit`, `delete`, or the verb of any other declared call) is granted to the profiles of its call,
 * and what no declaration knows is granted to nobody.
 */
export function accessControlProvider(declarations: readonly ResourceDeclaration[]): AccessControlProvider {
  const declared = declaredCalls(declarations);
  return {
    async can({ resource, action }) {
      const call = await callFor(declared, resource ?? '', action);
      return { can: call !== null && (await isGranted(call.access)) };
    },
  };
}
