import type { ComponentType } from 'react';
import { NotSupportedError } from '#src/providers/data/declared-resources.ts';
import type { ResourceDeclaration } from '#src/providers/data/declaration.ts';
import { ResourceForm } from './resource-form.tsx';
import { ResourceList } from './resource-list.tsx';
import type { Action } from './resource-screens.ts';
import { ResourceShow } from './resource-show.tsx';

/**
 * Loads the screen of a resource for an action, rendered from its declaration.
 * @throws NotSupportedError if the declaration has no call for the action
 */
export async function loadResourceScreen(
  action: Action,
  declaration: ResourceDeclaration,
  title: string,
): Promise<ComponentType> {
  const calls = await declaration.calls();
  const { list, one, create, update } = calls;
  const props = { declaration, calls, title };
  if (action === 'list' && list) return () => <ResourceList {...props} list={list} />;
  if (action === 'show' && one) return () => <ResourceShow {...props} one={one} />;
  const save = action === 'create' ? create : update;
  if ((action === 'create' || action === 'edit') && save) {
    return () => <ResourceForm {...props} action={action} save={save} />;
  }
  throw new NotSupportedError(`${declaration.name}.${action}`);
}
