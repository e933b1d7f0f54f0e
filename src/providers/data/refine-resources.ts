import type { ResourceProps } from '@refinedev/core';
import type { ResourceDeclaration } from './resource-declaration.ts';

/** The declarations as Refine wants them; `meta.label` is a key of the texts, `meta.hide` is set where there is no menu entry. */
export function refineResources(declarations: readonly ResourceDeclaration[]): ResourceProps[] {
  return declarations.map(({ name, screens, menu }) => ({
    name,
    ...(screens && { list: screens.list }),
    meta: {
      hide: menu === undefined,
      ...(menu && { label: menu.label, ...(menu.parent !== undefined && { parent: menu.parent }) }),
    },
  }));
}
