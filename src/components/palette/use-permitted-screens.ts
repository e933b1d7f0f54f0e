import { type IResourceItem, useCanWithoutCache, useResourceParams } from '@refinedev/core';
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

/** The screens with an entry in some menu that the access rules allow (§6); none while nobody is signed in. */
export function usePermittedScreens(isSignedIn: boolean): readonly PermittedScreen[] {
  const { resources } = useResourceParams();
  const { can } = useCanWithoutCache();
  const [screens, setScreens] = useState<readonly PermittedScreen[]>([]);

  useEffect(() => {
    let isWanted = true;
    async function isPermitted(resource: IResourceItem): Promise<boolean> {
      const answer = await can?.({ resource: resource.name, action: screenAction(resource) });
      return answer?.can ?? false;
    }
    async function find(): Promise<void> {
      // What cannot be asked is not offered.
      const answers = await Promise.all(resources.map((resource) => isPermitted(resource).catch(() => false)));
      const permitted = resources.filter((_, index) => answers[index]).flatMap(screenOf);
      if (isWanted) setScreens(permitted);
    }
    if (isSignedIn) void find();
    return () => {
      isWanted = false;
    };
  }, [resources, can, isSignedIn]);

  return isSignedIn ? screens : [];
}
