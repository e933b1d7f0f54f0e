import { categoryType } from '../entities/category.ts';
import { described, dossierType, shortText } from '../request.ts';
import { defineResource } from './define.ts';
import { disabled, searched, words } from './fields.ts';

/** The kind of a category never changes, because its products are of that kind. */
export const adminCategories = defineResource({
  name: 'categories',
  noun: 'category',
  path: 'categorie',
  access: ['REGION'],
  fields: {
    name: words(
      described(shortText, { description: 'Name of a category; in a search, how it begins.', example: 'pane' }),
    ),
    type: { ...searched(categoryType, dossierType), isFixed: true },
    disabled,
  },
  columns: ['name', 'type', 'disabled'],
  filters: ['name', 'type', 'disabled'],
  sorts: ['name'],
});
