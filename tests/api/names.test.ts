import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { adminAsl } from '#contract/admin/asl.ts';
import { adminBusinesses } from '#contract/admin/businesses.ts';
import { adminCategories, adminManufacturers, adminProducts } from '#contract/admin/products.ts';
import { adminPatients } from '#contract/admin/patients.ts';
import { adminStores } from '#contract/admin/stores.ts';
import { adminUsers } from '#contract/admin/users.ts';
import { listAsl } from '#contract/calls/asl.ts';
import { listAllBusinesses, listBusinesses, listMyBusinesses } from '#contract/calls/businesses.ts';
import { listCategories, listManufacturers, searchProducts } from '#contract/calls/products.ts';
import { listMyStores } from '#contract/calls/stores.ts';
import { foldText } from '#contract/rules/folded-text.ts';
import { USERS } from './support/fixture.ts';
import { type TestServer, describeOnEachDatabase, signInAs, startTestServer } from './support/harness.ts';

/** Names in the order of an Italian list. */
const NAMES = [
  'àlvarez',
  'Caffè Nero',
  "D'Angelo",
  'D’Ànnibale',
  'De Luca',
  'de Lucia',
  'Deledda',
  'Đorđević',
  'Élan',
  'ıspartalı',
  'Łukasz',
  'NICCOLÒ',
  'Nicosia',
  'Œuvre',
  'Øgård',
  'Schar',
  'Schär',
  'straße',
  'Strassoldo',
  'Zedda',
  'Αθηνά',
  'МОСКВА',
] as const;

/** What people type, and the name that it finds. */
const SEARCHES = [
  ['schar', 'Schär'],
  ['SCHÄR', 'Schar'],
  ['scha\u0308r', 'Schär'],
  ['caffe', 'Caffè Nero'],
  ["caffe'", 'Caffè Nero'],
  ['CAFFÈ', 'Caffè Nero'],
  ['niccolò', 'NICCOLÒ'],
  ["niccolo'", 'NICCOLÒ'],
  ['d’angelo', "D'Angelo"],
  ["D'ANNIBALE", 'D’Ànnibale'],
  ['d`angelo', "D'Angelo"],
  ['strasse', 'straße'],
  ['straß', 'Strassoldo'],
  ['oeuvre', 'Œuvre'],
  ['lukasz', 'Łukasz'],
  ['dordevic', 'Đorđević'],
  ['ogard', 'Øgård'],
  ['ISPARTALI', 'ıspartalı'],
  ['αθηνα', 'Αθηνά'],
  ['москва', 'МОСКВА'],
  ['  de\u00a0luca\u200b ', 'De Luca'],
] as const;

const shuffled = NAMES.toSorted((one, other) => (one < other ? 1 : -1));

describeOnEachDatabase('names', (database) => {
  let server: TestServer;
  let token: string;
  let region: string;
  beforeAll(async () => {
    server = await startTestServer({ database });
    [token, region] = [await signInAs(server, USERS.aurora), await signInAs(server, USERS.region)];
    const names = sql`unnest(${shuffled}::text[]) with ordinality as given (name, n)`;
    for (const statement of [
      sql`insert into asl (asl_id, code, name) select 100 + n, name, name from ${names}`,
      sql`insert into business (business_id, company_name, vat, fiscal_code, address)
        select 100 + n, name, 'V' || n, 'V' || n, 'Via Roma' from ${names}`,
      sql`insert into user_business (user_id, business_id) select 1, 100 + n from ${names}`,
      sql`insert into store (business_id, code, district_code, name, address, street_number, city, latitude, longitude)
        select 1, name, 'D', name, name, '1', name, 40, 9 from ${names}`,
      sql`insert into app_user (username, profile, first_name, last_name)
        select name, 'BUSINESS', 'Nome', name from ${names}`,
      sql`insert into category (name, type) select name, 'CELIAC' from ${names}`,
      sql`insert into manufacturer (name) select name from ${names}`,
      sql`insert into product (name, ean1, ref_price, manufacturer_id, category_type)
        select name, 'E' || n, 1, 1, 'CELIAC' from ${names}`,
      sql`insert into patient (fiscal_code, first_name, last_name, gender, birth_date, otp_mode, status)
        select 'NOMEXX' || n, name, name, 'M', '1980-01-01', 'NONE', 'ENABLED' from ${names}`,
    ])
      await statement.execute(server.db);
  });
  afterAll(() => server.close());

  const asShop = () => ({ token });
  const asRegion = () => ({ token: region });
  const of = (filter: object, sort: string) => ({ query: { size: 100, sort, ...filter } });

  type Names = Promise<readonly (string | undefined)[]>;

  /** The lists that people read by name and cannot search. */
  const LISTS: readonly (readonly [string, () => Names])[] = [
    ['authorities', async () => (await server.callOk(listAsl, {}, asShop())).asls.map((row) => row.name)],
    ['stores of all', async () => (await server.callOk(listBusinesses, {})).businesses.map((row) => row.companyName)],
    [
      'all businesses',
      async () =>
        (
          await server.callOk(listAllBusinesses, {}, { token: await signInAs(server, USERS.aslSassari) })
        ).businesses.map((row) => row.companyName),
    ],
    [
      'own businesses',
      async () => (await server.callOk(listMyBusinesses, {}, asShop())).businesses.map((row) => row.companyName),
    ],
    ...(['name', 'address', 'city'] as const).map((field): [string, () => Names] => [
      `own stores by ${field}`,
      async () =>
        (await server.callOk(listMyStores, { query: { sort: field } }, asShop())).stores.map((row) => row[field]),
    ]),
    [
      'categories',
      async () => (await server.callOk(listCategories, { query: {} }, asShop())).categories.map((row) => row.name),
    ],
    [
      'manufacturers',
      async () =>
        (await server.callOk(listManufacturers, { query: {} }, asShop())).manufacturers.map((row) => row.name),
    ],
  ];

  /** The lists that people also search by name. */
  const SEARCHED: readonly (readonly [string, (text?: string) => Names])[] = [
    [
      'products',
      async (name) =>
        (await server.callOk(searchProducts, of({ name }, 'name'), asShop())).products.map((row) => row.name),
    ],
    [
      'products of a kind',
      async (name) =>
        (await server.callOk(searchProducts, of({ name, categoryType: 'CELIAC' }, 'name'), asShop())).products.map(
          (row) => row.name,
        ),
    ],
    ...(['code', 'name'] as const).map((field): [string, (text?: string) => Names] => [
      `administered authorities by ${field}`,
      async (text) =>
        (await server.callOk(adminAsl.calls.search, of({ [field]: text }, field), asRegion())).rows.map(
          (row) => row[field],
        ),
    ]),
    [
      'administered businesses',
      async (companyName) =>
        (await server.callOk(adminBusinesses.calls.search, of({ companyName }, 'companyName'), asRegion())).rows.map(
          (row) => row.companyName,
        ),
    ],
    ...(['name', 'city', 'code'] as const).map((field): [string, (text?: string) => Names] => [
      `administered stores by ${field}`,
      async (text) =>
        (await server.callOk(adminStores.calls.search, of({ [field]: text }, field), asRegion())).rows.map(
          (row) => row[field],
        ),
    ]),
    ...(['username', 'lastName'] as const).map((field): [string, (text?: string) => Names] => [
      `administered users by ${field}`,
      async (text) =>
        (await server.callOk(adminUsers.calls.search, of({ [field]: text }, field), asRegion())).rows.map(
          (row) => row[field],
        ),
    ]),
    [
      'administered categories',
      async (name) =>
        (await server.callOk(adminCategories.calls.search, of({ name }, 'name'), asRegion())).rows.map(
          (row) => row.name,
        ),
    ],
    [
      'administered manufacturers',
      async (name) =>
        (await server.callOk(adminManufacturers.calls.search, of({ name }, 'name'), asRegion())).rows.map(
          (row) => row.name,
        ),
    ],
    [
      'administered products',
      async (name) =>
        (await server.callOk(adminProducts.calls.search, of({ name }, 'name'), asRegion())).rows.map((row) => row.name),
    ],
    [
      'administered patients',
      async (lastName) => {
        const body = {
          size: 100,
          sort: 'lastName',
          status: 'ENABLED' as const,
          ...(lastName !== undefined && { lastName }),
        };
        return (await server.callOk(adminPatients.calls.search, { body }, asRegion())).rows.map((row) => row.lastName);
      },
    ],
  ];

  test.each([...LISTS, ...SEARCHED])('rules §1 order of names: %s, accents and case last', async (_, read) => {
    expect((await read()).filter((name) => NAMES.some((one) => one === name))).toEqual(NAMES);
  });

  test.each(SEARCHED)('rules §1 search by name: %s, whatever accents, case and punctuation', async (_, read) => {
    for (const [typed, name] of SEARCHES) expect(await read(typed), typed).toContain(name);
  });

  test('rules §1 search by name: the database folds every letter as the portal does', async () => {
    const blocks = [
      [0x20, 0x24f],
      [0x370, 0x45f],
      [0x1e00, 0x1fff],
      [0x2010, 0x2033],
      [0xfb00, 0xfb06],
      [0xff01, 0xff5e],
    ] as const;
    const letters = blocks.flatMap(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, index) => `x${String.fromCodePoint(first + index)}y`),
    );
    const texts = [...letters, ...NAMES, ...SEARCHES.flat(), "dell' Orto'", '50% \\ a_b'];
    const { rows } = await sql<{ text: string; folded: string }>`
      select text, fold_text(text) as folded from unnest(${texts}::text[]) as given (text)`.execute(server.db);
    const different = rows.filter(({ text, folded }) => folded !== foldText(text));
    expect(different.map(({ text, folded }) => [text, folded, foldText(text)])).toEqual([]);
  });
});
