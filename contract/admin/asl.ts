import { described, shortText } from '../request.ts';
import { code } from '../wire.ts';
import { defineResource } from './define.ts';
import { ipaCode, maybe, tenderCode, words } from './fields.ts';

export const adminAsl = defineResource({
  name: 'asl',
  noun: 'asl',
  path: 'asl',
  fileName: 'aziende-sanitarie',
  access: ['REGION'],
  fields: {
    code: {
      ...words(
        described(shortText, {
          description: 'Code of a health authority; in a search, how it begins.',
          example: '208',
        }),
      ),
      row: code,
    },
    name: words(
      described(shortText, { description: 'Name of a health authority; in a search, how it begins.', example: 'ASL' }),
    ),
    ipaCode: maybe(code, ipaCode),
    tenderCode: maybe(code, tenderCode),
  },
  columns: ['code', 'name'],
  filters: ['code', 'name'],
  sorts: ['name', 'code'],
});
