import { type TreeMenuItem, useCanWithoutCache, useMenu } from '@refinedev/core';
import { useQueries } from '@tanstack/react-query';
import { permissionQuery } from '#src/providers/access/permission-query.ts';
import { type MenuScreen, menuScreens } from '#src/providers/data/refine-resources.ts';

/** Flattens the menu in its order, each entry before its children. */
function inMenuOrder(items: readonly TreeMenuItem[]): TreeMenuItem[] {
  return items.flatMap((item) => [item, ...inMenuOrder(item.children)]);
}

/**
 * The screens of the menu that the access rules allow (§6), in menu order. Empty if nobody is signed in, null until
 * known. A failed check counts as not allowed.
 */
export function usePermittedScreens(isSignedIn: boolean): readonly MenuScreen[] | null {
  const { menuItems } = useMenu();
  const { can } = useCanWithoutCache();
  const screens = inMenuOrder(menuItems).flatMap((item) =>
    menuScreens(item).map((screen) => ({ resource: item.name, screen })),
  );
  const permissions = useQueries({
    queries:
      isSignedIn && can ? screens.map(({ resource, screen }) => permissionQuery(can, resource, screen.action)) : [],
  });

  if (!isSignedIn) return [];
  if (permissions.some(({ isPending }) => isPending)) return null;
  return screens
    .filter((_, index) => permissions[index]?.isSuccess && permissions[index].data.can)
    .map(({ screen }) => screen);
}
