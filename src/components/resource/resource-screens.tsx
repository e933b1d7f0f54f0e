import type { ComponentType } from 'react';
import { NotSupportedError } from '#src/providers/data/declared-calls.ts';
import type { ResourceCalls, ResourceDeclaration } from '#src/providers/data/declaration.ts';
import type { Screen } from '../layout/screen-routes.ts';

type Action = keyof NonNullable<ResourceDeclaration['screens']>;

/** What a drawn screen knows of its resource. */
export interface ResourceScreenProps {
  readonly declaration: ResourceDeclaration;
  readonly calls: ResourceCalls;
  /** Key of the heading. */
  readonly title: string;
}

async function draw(action: Action, declaration: ResourceDeclaration, title: string): Promise<ComponentType> {
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
  throw new NotSupportedError(declaration.name, action);
}

function titleOf({ name, menu }: ResourceDeclaration, action: Action): string {
  return action === 'list' && menu ? menu.label : `${name}:${action}`;
}

/**
 * The screens that the declarations have beside the pages of the portal: they are drawn from the declaration (design
 * §2), with the texts of the resource's own namespace.
 * @param pages the paths that have a page of their own
 */
export function resourceScreens(declarations: readonly ResourceDeclaration[], pages: readonly string[]): Screen[] {
  return declarations.flatMap((declaration) => {
    const { name, screens = {} } = declaration;
    const above = screens.list === undefined ? [] : [{ title: titleOf(declaration, 'list'), path: screens.list }];
    return (Object.entries(screens) as [Action, string][])
      .filter(([, path]) => !pages.includes(path))
      .map(([action, path]) => {
        const title = titleOf(declaration, action);
        return {
          path,
          title,
          parents: action === 'list' ? [] : above,
          texts: [name, 'resource', 'table'],
          load: async () => ({ Component: await draw(action, declaration, title) }),
        };
      });
  });
}
