import { sql } from 'kysely';
import { companyCode, long, mailbox, short, vatNumber, web } from '../cells.ts';
import type { ImportDefinition } from '../import-kind.ts';
import { plain } from '../sql-parts.ts';

export const businesses: ImportDefinition = {
  columns: [
    {
      name: 'companyName',
      also: ['Denominazione', 'Denominazione sociale', 'Nome', 'Esercente', 'Ditta', 'Azienda', 'Società', 'Business'],
      read: short,
      required: true,
      example: 'Farmacia Aurora',
    },
    {
      name: 'vat',
      also: ['P.IVA', 'Part. IVA', 'Codice IVA', 'VAT'],
      read: vatNumber,
      required: true,
      example: '01234560926',
    },
    {
      name: 'fiscalCode',
      also: ['C.F.', 'Codfis', 'Codfisc', 'Codice fiscale esercente', 'Codice fiscale azienda'],
      read: companyCode,
      required: true,
      example: '01234560926',
    },
    {
      name: 'address',
      also: ['Sede', 'Sede legale', 'Indirizzo sede legale', 'Via'],
      read: long,
      required: true,
      example: 'Via Roma 1, 09100 Cagliari',
    },
    {
      name: 'phone',
      also: ['Numero telefono', 'Numero telefonico', 'Recapito telefonico', 'Recapito', 'Cellulare', 'Telephone'],
      read: short,
      required: false,
      example: '070 000000',
    },
    {
      name: 'email',
      also: ['Posta elettronica', 'Indirizzo e-mail', 'Mail', 'PEC'],
      read: mailbox,
      required: false,
      example: 'aurora@example.it',
    },
    {
      name: 'workingHours',
      also: ['Orario di apertura', 'Orari', 'Orario'],
      read: long,
      required: false,
      example: 'lun-ven 9-13, 16-20',
    },
    {
      name: 'web',
      also: ['Sito', 'Sito internet', 'Pagina web', 'Web site', 'URL'],
      read: web,
      required: false,
      example: 'https://aurora.example.it',
    },
  ],
  table: 'business',
  idColumn: 'business_id',
  key: { field: 'vat', column: 'vat' },
  fields: [
    plain('companyName', 'company_name'),
    plain('vat', 'vat'),
    plain('fiscalCode', 'fiscal_code'),
    plain('address', 'address'),
    plain('phone', 'phone'),
    plain('email', 'email'),
    plain('workingHours', 'working_hours'),
    plain('web', 'web'),
  ],
  refusal: sql`null::jsonb`,
};
