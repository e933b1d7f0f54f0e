import { sql } from 'kysely';
import { short } from '../cells.ts';
import { type ImportDefinition, plain } from '../import-kind.ts';

export const asl: ImportDefinition = {
  columns: [
    {
      name: 'code',
      also: [
        'Codice ASL',
        'Codice azienda sanitaria',
        'Codice azienda',
        'Azienda',
        'ASL code',
        'Cod. AUSL',
        'Codice USL',
        'Codice ATS',
        'Codice ASST',
        'ID ASL',
      ],
      read: short,
      required: true,
      example: '101',
    },
    {
      name: 'name',
      also: [
        'Denominazione',
        'Descrizione',
        'Nome ASL',
        'Azienda sanitaria',
        'ASL',
        'Ragione sociale',
        'Denominazione ASL',
        'Nome azienda',
        'Denominazione azienda',
        'AUSL',
        'USL',
        'ATS',
        'ASST',
      ],
      read: short,
      required: true,
      example: 'ASL n. 1 di Sassari',
    },
  ],
  table: 'asl',
  idColumn: 'asl_id',
  key: { field: 'code', column: 'code' },
  fields: [plain('code', 'code'), plain('name', 'name')],
  refusal: sql`null::jsonb`,
};
