import type { ComponentType } from 'react';
import { NotSupportedError } from '#src/providers/data/declared-calls.ts';
import type { ResourceDeclaration } from '#src/providers/data/declaration.ts';
import type { Action } from './resource-screens.ts';

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
  if (action === 'list' && list) {
    const { ResourceList } = await import('./resource-list.tsx');
    return () => <ResourceList {...props} list={list} />;
  }
  if (action === 'show' && one) {
    const { ResourceShow } = await import('./resource-show.tsx');
    return () => <ResourceShow {...props} one={one} />;
  }
  const save = action === 'create' ? create : update;
  if ((action === 'create' || action === 'edit') && save) {
    const { ResourceForm } = await import('./resource-form.tsx');
    return () => <ResourceForm {...props} action={action} save={save} />;
  }
  throw new NotSupportedError(`${declaration.name}.${action}`);
}
