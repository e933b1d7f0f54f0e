import type { IResourceItem, ResourceProps } from '@refinedev/core';
import type { MenuEntry, ResourceDeclaration } from './declaration.ts';

/** A screen with an entry in the menu. */
export interface MenuScreen {
  readonly path: string;
  /** Key of its text. */
  readonly label: string;
  readonly action: 'list' | 'create';
}

/** The declarations as Refine wants them; the menu shows those that have an entry (§2). */
export function refineResources(declarations: readonly ResourceDeclaration[]): ResourceProps[] {
  return declarations.map(({ name, screens, menu }) => ({ name, ...screens, meta: { ...menu, hide: !menu } }));
}

/** The entries of a resource in the menu, in their order. */
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

/** Whether the menu offers a resource to this profile, if it may see its screens at all (§6). */
export function isOffered({ meta }: IResourceItem, profile: string | undefined): boolean {
  const { onlyFor } = (meta ?? {}) as Partial<MenuEntry>;
  return onlyFor === undefined || onlyFor === profile;
}
