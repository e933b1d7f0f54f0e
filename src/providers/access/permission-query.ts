import { type AccessControlProvider, keys } from '@refinedev/core';
import { queryOptions } from '@tanstack/react-query';

/** The query of Refine's `useCan` and `CanAccess` without parameters: whether the user may take an action. */
export function permissionQuery(can: AccessControlProvider['can'], resource: string, action: string) {
  return queryOptions({
    queryKey: keys().access().resource(resource).action(action).params({ params: {} }).get(),
    queryFn: () => can({ resource, action }),
  });
}
