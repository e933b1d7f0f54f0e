import type { IResourceItem, ResourceProps } from '@refinedev/core';
import { create } from 'zustand';
import { loadTexts } from '../i18n.ts';
import { loadLazy } from '../loading/load-lazy.ts';
import type { MenuEntry, ResourceCalls, ResourceDeclaration } from './declaration.ts';

/** No declaration allows the method or the screen `resource.verb`. */
export class NotSupportedError extends Error {
  constructor(verb: string) {
    super(`not supported: ${verb}`);
    this.name = 'NotSupportedError';
  }
}

/** The calls of a resource, loaded on first use; undefined for an unknown resource. */
export async function callsOf(
  declarations: readonly ResourceDeclaration[],
  resource: string,
): Promise<ResourceCalls | undefined> {
  const declaration = declarations.find(({ name }) => name === resource);
  return declaration && loadLazy(declaration.calls);
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
