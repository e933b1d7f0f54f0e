import { described, shortText } from '../request.ts';
import { code, text } from '../wire.ts';
import { defineResource } from './define.ts';
import { companyFiscalCode, ipaCode, longText, maybe, seat, tenderCode, words } from './fields.ts';

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
    fiscalCode: maybe(code, companyFiscalCode),
    address: maybe(text, described(longText, { description: 'Street and number.', example: 'Via Roma 1' })),
    ...seat,
  },
  columns: ['code', 'name'],
  filters: ['code', 'name'],
  sorts: ['name', 'code'],
});
