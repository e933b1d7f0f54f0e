import { sql } from 'kysely';
import type { ImportKind } from '#contract/admin/imports.ts';
import { PROFILES } from '#contract/entities/shared.ts';
import { asl, businesses, stores } from '#server/administration/resources/index.ts';
import { products } from '#server/administration/resources/products.ts';
import { users } from '#server/administration/resources/users.ts';
import { lockOf } from '#server/administration/write-rows.ts';
import { lockBriefly } from '#server/database/row-locks.ts';
import { kindWord, price, several, short, vatNumber, word } from './cells.ts';
import {
  defineImport,
  type ImportDefinition,
  isClosedKind,
  type LineProblem,
  linesToDo,
  type LineValues,
} from './import-kind.ts';
import { patientsImport } from './patients-with-dossiers.ts';

/** Shop users need businesses, authority staff need an authority, operators may have one. */
function problemsOfUser({ profile, aslCode, businessVats }: LineValues): readonly LineProblem[] {
  const hasAsl = aslCode !== null && aslCode !== undefined;
  const hasBusinesses = Array.isArray(businessVats) && businessVats.length > 0;
  return [
    ...(profile === 'ASL' && !hasAsl ? [{ field: 'aslCode', reason: 'MISSING' } as const] : []),
    ...(profile === 'BUSINESS' && hasAsl ? [{ field: 'aslCode', reason: 'NOT_HERE' } as const] : []),
    ...(profile === 'BUSINESS' && !hasBusinesses ? [{ field: 'businessVats', reason: 'MISSING' } as const] : []),
    ...(profile !== 'BUSINESS' && hasBusinesses ? [{ field: 'businessVats', reason: 'NOT_HERE' } as const] : []),
  ];
}

export const KINDS: Readonly<Record<ImportKind, ImportDefinition>> = {
  asl: defineImport({
    resource: asl,
    subject: ['azienda', 'sanitaria', 'locale'],
    columns: {
      code: {
        also: `Codice ASL | Codice azienda sanitaria | Codice azienda | Azienda | ASL code | Cod. AUSL | Codice USL |
      Codice ATS | Codice ASST | ID ASL | Numero ASL`,
        example: '101',
      },
      name: {
        also: `Denominazione | Descrizione | Nome ASL | Azienda sanitaria | ASL | Ragione sociale | Denominazione ASL |
      AUSL | USL | ATS | ASST | Azienda sanitaria locale | Azienda USL`,
        example: 'ASL n. 1 di Sassari',
      },
    },
    key: { field: 'code', column: 'code' },
  }),
  businesses: defineImport({
    resource: businesses,
    subject: ['azienda', 'ditta', 'esercente', 'impresa'],
    columns: {
      companyName: {
        also: `Denominazione | Denominazione sociale | Nome | Esercente | Ditta | Azienda | Società | Business |
      Impresa | Intestazione | Ragsoc | Nominativo`,
        example: 'Farmacia Aurora',
      },
      vat: {
        also: `Codice IVA | VAT | PI | Numero partita IVA | VAT no | VAT ID`,
        example: '01234560926',
      },
      fiscalCode: {
        also: 'Tax code',
        example: '01234560926',
      },
      address: {
        also: `Sede | Sede legale | Indirizzo sede legale | Via | Indirizzo sede | Indirizzo completo |
      Via e numero civico | Indirizzo e numero civico | Sede operativa | Indirizzo sede operativa`,
        example: 'Via Roma 1, 09100 Cagliari',
      },
      phone: {
        also: `Numero telefono | Numero telefonico | Recapito telefonico | Recapito | Cellulare | Telephone |
      Telefono fisso | Recapiti | Recapiti telefonici | Contatto telefonico | Mobile | Phone number | Telefono 1`,
        example: '070 000000',
      },
      email: {
        also: `Posta elettronica | Indirizzo e-mail | Mail | PEC | Indirizzo mail | Email address | Casella e-mail |
      Indirizzo PEC | Posta elettronica certificata | Indirizzo posta elettronica`,
        example: 'aurora@example.it',
      },
      workingHours: {
        also: `Orario di apertura | Orari | Orario | Orari apertura al pubblico | Orario apertura al pubblico |
      Orario di servizio`,
        example: 'lun-ven 9-13, 16-20',
      },
      web: {
        also: `Sito | Sito internet | Pagina web | Web site | URL | Indirizzo web | Indirizzo internet |
      Pagina internet | Homepage | WWW`,
        example: 'https://aurora.example.it',
      },
    },
    key: { field: 'vat', column: 'vat' },
  }),
  stores: defineImport({
    resource: stores,
    subject: ['punto', 'vendita', 'negozio', 'esercizio', 'farmacia'],
    columns: {
      businessVat: {
        also: `Partita IVA | Partita IVA business | Partita IVA azienda | VAT | PI | Numero partita IVA |
      Partita IVA ditta | Partita IVA titolare | VAT no | VAT ID`,
        example: '01234560926',
        read: vatNumber,
      },
      code: {
        also: `Codice punto vendita | Codice PV | Codice negozio | Codice esercizio | Store code | Codice store |
      Codice farmacia | ID punto vendita | ID negozio | ID PV`,
        example: 'PV0001',
      },
      districtCode: {
        also: 'Codice distretto | Distretto sanitario | ID distretto | Codice distretto sanitario | Distretto ASL',
        example: 'D1',
      },
      name: {
        also: `Insegna | Denominazione | Punto vendita | Negozio | Descrizione | Farmacia | Nome insegna | Store name |
      Store`,
        example: 'Farmacia Aurora Centro',
      },
      address: {
        also: 'Via | Ubicazione | Sede | Via/Piazza | Street',
        example: 'Via Roma',
      },
      streetNumber: {
        also: 'Civico | Numero | House number | N.ro civico | Nro civico | Nro | Numero di casa | Street no | House no',
        example: '1',
      },
      city: {
        also: 'Città | Località | Town | Paese | Municipality',
        example: 'Cagliari',
      },
      latitude: {
        also: 'Lat. | GPS lat | Latitudine GPS | Coordinata latitudine',
        example: '39.2154',
      },
      longitude: {
        also: 'Long. | GPS lon | Longitudine GPS | Coordinata longitudine',
        example: '9.1095',
      },
    },
    key: { field: 'code', column: 'code' },
    // A store keeps its business, because its purchases, orders and bills belong to it.
    refusals: (unknown) => [
      ...unknown,
      [
        sql`t.store_id is not null and
          t.business_id <> (select business_id from business where vat = b.row->>'businessVat')`,
        'code',
        'OTHER_BUSINESS',
      ],
    ],
  }),
  users: defineImport({
    resource: users,
    columns: {
      username: {
        also: `Utente | Login | User | Identificativo | ID utente | User ID | Account | Login name | Codice utente |
      Nome account`,
        example: 'maria.rossi',
      },
      firstName: {
        also: 'Nome di battesimo | Given name | Nome operatore',
        example: 'Maria',
      },
      lastName: {
        also: 'Surname | Family name | Cognome operatore',
        example: 'Rossi',
      },
      profile: {
        also: `Ruolo | Tipo utente | Role | Profilo utente | Ruolo utente | Tipologia utente | Tipo profilo |
      Abilitazione`,
        example: 'Esercente',
        read: word('profile', PROFILES, {
          BUSINESS: ['Punto vendita', 'Negozio'],
          OPERATOR: ['Operatore'],
        }),
      },
      aslCode: {
        also: `Codice ASL | Codice azienda | ASL | Azienda sanitaria | ASL di appartenenza |
      Codice ASL di appartenenza | Codice AUSL | AUSL | USL | ATS | ASST`,
        example: '',
        read: short,
      },
      businessVats: {
        also: `Partite IVA | Partita IVA | Partita IVA dell'esercente | VAT | PI | Partite IVA esercente |
      P.IVA esercente | P.IVA esercenti | Partita IVA azienda | VAT numbers`,
        example: '01234560926',
        read: several(/[|,;/]|(?<!\bIT)\s/i, vatNumber, true),
      },
    },
    problems: problemsOfUser,
    prepare: (values) => ({ aslCode: null, businessVats: null, ...values }),
    key: { field: 'username', column: 'username' },
    // Sales and cancellations of users who lose their place or a business end first.
    async before(trx, batch) {
      const changed = sql`user_id in (select id from ${linesToDo(batch)} as l where l.was is not null)`;
      await lockBriefly(trx, lockOf(users, changed, 'update'));
    },
    // An import must not take the role of operator of the region from any user (rules §9).
    refusals: (unknown) => [
      [
        sql`t.profile = 'OPERATOR' and t.asl_id is null
          and (b.row->>'profile' <> 'OPERATOR' or b.row->>'aslCode' is not null)`,
        'profile',
        'OPERATOR_OF_REGION',
      ],
      [
        sql`exists (select from till join app_user using (user_id) where username = b.row->>'username')`,
        'username',
        'USERNAME',
      ],
      ...unknown,
    ],
  }),
  products: defineImport({
    resource: products,
    subject: ['prodotto', 'articolo', 'alimento'],
    columns: {
      name: {
        also: `Prodotto | Denominazione | Descrizione | Articolo | Product | Nome commerciale |
      Denominazione commerciale | Descrizione commerciale | Product name | Description | Item`,
        example: 'Pane casereccio senza glutine 300 g',
      },
      ean1: {
        also: `Codice EAN | EAN 13 | Codice a barre | Barcode | GTIN | Codice | EAN 8 | EAN 14 | GTIN 13 | GTIN 14 |
      Codice GTIN | Codice EAN 13 | Codice barre | Bar code | Codice barcode | UPC | EAN code |
      Barcode EAN | Codice a barre EAN`,
        example: '8000000001016',
      },
      pharmacyCode: {
        also: `Codice farmacia | Minsan | Codice minsan | AIC | Codice AIC | Paraf | Codice paraf |
      Codice parafarmaco | Codice ministeriale | Minsan 10 | Numero AIC | Codice farmaceutico | Pharmacy code`,
        example: 'A999000045',
      },
      refPrice: {
        also: `Prezzo | Prezzo al pubblico | Prezzo di vendita | Prezzo di listino | Prezzo unitario | Listino |
      Importo | Price | PVP | Prezzo vendita al pubblico | Prezzo al pubblico consigliato |
      Prezzo consigliato | Prezzo finale | Prezzo massimo | Prezzo pezzo | Prezzo confezione | Unit price |
      Retail price`,
        example: '3,50',
        read: price,
      },
      manufacturer: {
        also: `Marca | Azienda produttrice | Fabbricante | Azienda | Ditta | Brand | Marchio | Casa produttrice |
      Ditta produttrice | Società produttrice | Impresa produttrice | Nome produttore | Brand name | Maker`,
        example: 'Mulino del Sole',
        read: short,
      },
      categoryType: {
        also: `Tipo di categoria | Tipo di prodotto | Tipologia | Tipo | Patologia | Tipo dieta | Tipologia dieta |
      Dieta | Diet | Regime alimentare | Regime dietetico | Tipo alimento | Tipo patologia`,
        example: 'Celiachia',
        read: kindWord('categoryType'),
      },
      categories: {
        also: `Categoria | Categoria merceologica | Reparto | Category | Categorie merceologiche |
      Gruppo merceologico | Classe merceologica | Famiglia | Merceologia | Gruppo`,
        example: 'Pane|Prodotti da forno',
        read: several(/[|;]/, short, false),
      },
    },
    refusals: (unknown) => [
      ...unknown,
      [
        sql`${isClosedKind('categoryType')} and exists (
          select from jsonb_array_elements_text(b.row->'categories') as given (name) where not exists (
            select from category where category.name = given.name and category.type = b.row->>'categoryType'
          )
        )`,
        'categoryType',
        'CLOSED_KIND',
      ],
    ],
    key: { field: 'ean1', column: 'gtin', form: (ean) => sql`repeat('0', 14 - length(${ean})) || ${ean}` },
    /** Creates unknown categories and manufacturers before their first product. Sales of what changes end first. */
    async before(trx, batch) {
      await sql`insert into manufacturer (name) select distinct l.becomes->>'manufacturer' from ${linesToDo(batch)} as l
        on conflict (name) do nothing`.execute(trx);
      await sql`insert into category (name, type)
        select distinct given.name, l.becomes->>'categoryType' from ${linesToDo(batch)} as l
          cross join lateral jsonb_array_elements_text(l.becomes->'categories') as given (name)
        on conflict (name, type) do nothing`.execute(trx);
      const changed = sql`product_id in (select id from ${linesToDo(batch)} as l where l.was is not null)`;
      await lockBriefly(trx, lockOf(products, changed, 'update'));
    },
  }),
  patients: patientsImport,
};
