import { type ResourceCalls, type ResourceDeclaration, wordsOf } from '#src/providers/data/declaration.ts';
import type { ScreenParts } from '../layout/screen-frame.tsx';

export type Action = keyof NonNullable<ResourceDeclaration['screens']>;

export interface ResourceScreenProps {
  readonly declaration: ResourceDeclaration;
  readonly calls: ResourceCalls;
  /** Text key of the heading. */
  readonly title: string;
}

function titleOf(declaration: ResourceDeclaration, action: Action): string {
  const { menu } = declaration;
  return action === 'list' && menu ? menu.label : `${wordsOf(declaration)}:${action}`;
}

/**
 * The screens of a declaration without a page of their own, rendered from it (design §2), with the file of its words.
 * @param pages paths that have their own page
 */
export function resourceScreens(declaration: ResourceDeclaration, pages: readonly string[]): ScreenParts[] {
  const { screens = {} } = declaration;
  const [file = ''] = wordsOf(declaration).split(':');
  const above = screens.list === undefined ? [] : [{ title: titleOf(declaration, 'list'), path: screens.list }];
  return (Object.entries(screens) as [Action, string][])
    .filter(([, path]) => !pages.includes(path))
    .map(([action, path]) => {
      const title = titleOf(declaration, action);
      return {
        path,
        title,
        parents: action === 'list' ? [] : above,
        texts: [file, 'resource', 'table'],
        load: async () => {
          const { loadResourceScreen } = await import('./load-resource-screen.tsx');
          return { Component: await loadResourceScreen(action, declaration, title) };
        },
      };
    });
}
