import { sql } from 'kysely';
import { latitude, long, longitude, short, vatNumber } from '../cells.ts';
import type { ImportDefinition } from '../import-kind.ts';
import { plain, problem } from '../sql-parts.ts';

const vatOfStore = sql`(select to_jsonb(vat) from business where business_id = t.business_id)`;

export const stores: ImportDefinition = {
  columns: [
    {
      name: 'businessVat',
      also: ['Partita IVA', 'P.IVA', 'Part. IVA', 'Partita IVA business', 'Partita IVA azienda', 'VAT'],
      read: vatNumber,
      required: true,
      example: '01234560926',
    },
    {
      name: 'code',
      also: ['Codice punto vendita', 'Codice PV', 'Codice negozio', 'Codice esercizio', 'Store code'],
      read: short,
      required: true,
      example: 'PV0001',
    },
    {
      name: 'districtCode',
      also: ['Codice distretto', 'Distretto sanitario'],
      read: short,
      required: true,
      example: 'D1',
    },
    {
      name: 'name',
      also: ['Insegna', 'Denominazione', 'Nome punto vendita', 'Punto vendita', 'Negozio', 'Descrizione'],
      read: short,
      required: true,
      example: 'Farmacia Aurora Centro',
    },
    { name: 'address', also: ['Via', 'Ubicazione', 'Sede'], read: long, required: true, example: 'Via Roma' },
    { name: 'streetNumber', also: ['Civico', 'Numero', 'House number'], read: short, required: true, example: '1' },
    { name: 'city', also: ['Città', 'Località', 'Town'], read: short, required: true, example: 'Cagliari' },
    { name: 'latitude', also: ['Lat.'], read: latitude, required: true, example: '39.2154' },
    { name: 'longitude', also: ['Long.'], read: longitude, required: true, example: '9.1095' },
  ],
  table: 'store',
  idColumn: 'store_id',
  key: { field: 'code', column: 'code' },
  fields: [
    {
      field: 'businessVat',
      column: 'business_id',
      was: vatOfStore,
      value: sql`(select business_id from business where vat = l.becomes->>'businessVat')`,
    },
    plain('code', 'code'),
    plain('districtCode', 'district_code'),
    plain('name', 'name'),
    plain('address', 'address'),
    plain('streetNumber', 'street_number'),
    plain('city', 'city'),
    plain('latitude', 'latitude', 'float8'),
    plain('longitude', 'longitude', 'float8'),
  ],
  // A store keeps its business, because its purchases, orders and bills belong to it.
  refusal: sql`case
    when not exists (select from business where vat = b.row->>'businessVat') then ${problem('businessVat', 'UNKNOWN')}
    when t.store_id is not null and ${vatOfStore} <> b.row->'businessVat' then ${problem('code', 'OTHER_BUSINESS')}
  end`,
};
