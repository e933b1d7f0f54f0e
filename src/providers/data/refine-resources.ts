import type { IResourceItem, ResourceProps } from '@refinedev/core';
import type { MenuEntry, ResourceDeclaration } from './declaration.ts';

/** What stands in Refine's meta of a screen. */
interface ScreenMeta {
  readonly hide: boolean;
  readonly label?: string;
  readonly parent?: string;
  readonly onlyFor?: string;
  readonly action: string;
}

const LIST = 'list';

function metaOf(action: string, menu: MenuEntry | undefined): ScreenMeta {
  return { ...menu, hide: menu === undefined, action };
}

/**
 * The declarations as Refine wants them: one for each screen, the further ones told apart by their identifier;
 * `meta.label` is a key of the texts, `meta.hide` is set where there is no menu entry.
 */
export function refineResources(declarations: readonly ResourceDeclaration[]): ResourceProps[] {
  return declarations.flatMap(({ name, screens, menu, furtherScreens = [] }) => [
    ...furtherScreens.map(({ path, action, menu: entry }) => ({
      name,
      identifier: `${name}.${action}`,
      list: path,
      meta: { ...metaOf(action, entry) },
    })),
    // Named by its identifier too: by name alone Refine would take the first screen of the resource.
    { name, identifier: name, ...(screens && { list: screens.list }), meta: { ...metaOf(LIST, menu) } },
  ]);
}

/** The action on its resource that stands for a screen in the access rules (§6). */
export function screenAction(screen: IResourceItem | undefined): string {
  return (screen?.meta as ScreenMeta | undefined)?.action ?? LIST;
}

/** Whether the menu offers a screen to this profile, if it may see the screen at all (§6). */
export function isOffered(screen: IResourceItem, profile: string | undefined): boolean {
  const onlyFor = (screen.meta as ScreenMeta | undefined)?.onlyFor;
  return onlyFor === undefined || onlyFor === profile;
}
