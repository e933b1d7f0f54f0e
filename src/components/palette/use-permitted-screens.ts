import { type IResourceItem, type TreeMenuItem, useCanWithoutCache, useMenu, useResourceParams } from '@refinedev/core';
import { useEffect, useState } from 'react';
import { type MenuScreen, menuScreens } from '#src/providers/data/refine-resources.ts';

/** Flattens the menu in its order, each entry before its children. */
function inMenuOrder(items: readonly TreeMenuItem[]): TreeMenuItem[] {
  return items.flatMap((item) => [item, ...inMenuOrder(item.children)]);
}

/**
 * The screens of the menu that the access rules allow (§6), in menu order. Empty if nobody is signed in, null until
 * known.
 */
export function usePermittedScreens(isSignedIn: boolean): readonly MenuScreen[] | null {
  const { resources } = useResourceParams();
  const { menuItems } = useMenu();
  const { can } = useCanWithoutCache();
  const [permitted, setPermitted] = useState<readonly string[] | null>(null);

  useEffect(() => {
    let isWanted = true;
    async function permittedPaths(resource: IResourceItem): Promise<string[]> {
      const screens = menuScreens(resource).map(async ({ path, action }) => {
        // A failed check counts as not allowed.
        const answer = await can?.({ resource: resource.name, action }).catch(() => null);
        return answer?.can ? [path] : [];
      });
      return (await Promise.all(screens)).flat();
    }
    async function find(): Promise<void> {
      const found = await Promise.all(resources.map(permittedPaths));
      if (isWanted) setPermitted(found.flat());
    }
    if (isSignedIn) void find();
    return () => {
      isWanted = false;
    };
  }, [resources, can, isSignedIn]);

  if (!isSignedIn) return [];
  if (!permitted) return null;
  return inMenuOrder(menuItems)
    .flatMap(menuScreens)
    .filter(({ path }) => permitted.includes(path));
}
