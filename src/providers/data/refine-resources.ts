import type { IResourceItem, ResourceProps } from '@refinedev/core';
import type { MenuEntry, ResourceDeclaration } from './declaration.ts';

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
