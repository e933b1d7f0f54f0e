import { described, shortText } from '../request.ts';
import { defineResource } from './define.ts';
import { disabled, words } from './fields.ts';

export const adminManufacturers = defineResource({
  name: 'manufacturers',
  noun: 'manufacturer',
  path: 'produttori',
  access: ['REGION'],
  fields: {
    name: words(
      described(shortText, { description: 'Name of a manufacturer; in a search, how it begins.', example: 'pane' }),
    ),
    disabled,
  },
  columns: ['name', 'disabled'],
  filters: ['name', 'disabled'],
  sorts: ['name'],
});
