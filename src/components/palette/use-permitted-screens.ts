import { type IResourceItem, type TreeMenuItem, useCanWithoutCache, useMenu, useResourceParams } from '@refinedev/core';
import { useEffect, useState } from 'react';
import { screenAction } from '#src/providers/data/refine-resources.ts';

/** A screen that the user may see. */
interface PermittedScreen {
  readonly path: string;
  /** Key of its title. */
  readonly label: string;
}

function screenOf({ list, meta }: IResourceItem): PermittedScreen[] {
  const label: unknown = meta?.label;
  return typeof list === 'string' && typeof label === 'string' ? [{ path: list, label }] : [];
}

/** The entries of the menu as they stand in it, each before those below it. */
function inMenuOrder(items: readonly TreeMenuItem[]): TreeMenuItem[] {
  return items.flatMap((item) => [item, ...inMenuOrder(item.children)]);
}

/** The screens of the menu that the access rules allow (§6), in its order; none while nobody is signed in. */
export function usePermittedScreens(isSignedIn: boolean): readonly PermittedScreen[] {
  const { resources } = useResourceParams();
  const { menuItems } = useMenu();
  const { can } = useCanWithoutCache();
  const [permitted, setPermitted] = useState<readonly (string | undefined)[]>([]);

  useEffect(() => {
    let isWanted = true;
    async function isPermitted(resource: IResourceItem): Promise<boolean> {
      const answer = await can?.({ resource: resource.name, action: screenAction(resource) });
      return answer?.can ?? false;
    }
    async function find(): Promise<void> {
      // What cannot be asked is not offered.
      const answers = await Promise.all(resources.map((resource) => isPermitted(resource).catch(() => false)));
      const found = resources.filter((_, index) => answers[index]);
      if (isWanted) setPermitted(found.map(({ identifier }) => identifier));
    }
    if (isSignedIn) void find();
    return () => {
      isWanted = false;
    };
  }, [resources, can, isSignedIn]);

  if (!isSignedIn) return [];
  return inMenuOrder(menuItems)
    .filter(({ identifier }) => permitted.includes(identifier))
    .flatMap(screenOf);
}
