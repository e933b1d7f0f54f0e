import { type IResourceItem, type TreeMenuItem, useCanWithoutCache, useMenu, useResourceParams } from '@refinedev/core';
import { useEffect, useState } from 'react';
import { type MenuScreen, menuScreens } from '#src/providers/data/refine-resources.ts';

/** The entries of the menu as they stand in it, each before those below it. */
function inMenuOrder(items: readonly TreeMenuItem[]): TreeMenuItem[] {
  return items.flatMap((item) => [item, ...inMenuOrder(item.children)]);
}

/** The screens of the menu that the access rules allow (§6), in its order; none while nobody is signed in, null until known. */
export function usePermittedScreens(isSignedIn: boolean): readonly MenuScreen[] | null {
  const { resources } = useResourceParams();
  const { menuItems } = useMenu();
  const { can } = useCanWithoutCache();
  const [permitted, setPermitted] = useState<readonly string[] | null>(null);

  useEffect(() => {
    let isWanted = true;
    async function permittedPaths(resource: IResourceItem): Promise<string[]> {
      const screens = menuScreens(resource).map(async ({ path, action }) => {
        // What cannot be asked is not offered.
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
