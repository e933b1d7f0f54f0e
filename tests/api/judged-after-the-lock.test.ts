import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { adminBusinesses, setAdminCancelCode } from '#contract/admin/businesses.ts';
import type { AdminDeclaration } from '#contract/admin/define.ts';
import {
  adminDossiers,
  approveAdminDossier,
  revokeAdminDossier,
  setAdminDossierAmount,
  swapAdminPaper,
  switchAdminDossier,
} from '#contract/admin/dossiers.ts';
import { adminKinds } from '#contract/admin/kinds.ts';
import { adminPatients, anonymiseAdminPatient, issueAdminPin } from '#contract/admin/patients.ts';
import { adminCategories, adminManufacturers, adminProducts } from '#contract/admin/products.ts';
import { adminStores } from '#contract/admin/stores.ts';
import { adminTills } from '#contract/admin/tills.ts';
import { adminUsers, endAdminSessions } from '#contract/admin/users.ts';
import { adminVouchers, revokeAdminVoucher } from '#contract/admin/vouchers.ts';
import type { CallInput } from '#contract/call.ts';
import { createAmcOrders } from '#contract/calls/amc-orders.ts';
import { refreshTokens, signOut, switchBusiness } from '#contract/calls/authentication.ts';
import { checkCart, executeCart } from '#contract/calls/carts.ts';
import { disableUser } from '#server/administration/operators.ts';
import { continueToEnd, failImport } from '#server/imports/continue-import.ts';
import { deleteImport, readImport, startImport } from '#server/imports/imports.ts';
import { readRefusedLines } from '#server/imports/show-import.ts';
import { anonymisePatients } from '#server/patients/anonymise-patients.ts';
import { renewVouchers } from '#server/patients/renew-vouchers.ts';
import { createSession } from '#server/sign-on/sessions.ts';
import { PATIENT_COLUMNS } from '#tests/support/import-files.ts';
import { NEW_BUSINESS, NEW_PATIENT, NEW_PRODUCT } from './admin/rows.ts';
import { checkCancelling, executeCancelling, recreate } from './support/after-sale.ts';
import { restoreFixture } from './support/fill-fixture.ts';
import {
  ASL,
  BUSINESSES,
  CATEGORIES,
  MANUFACTURERS,
  PATIENTS,
  PIN,
  PRODUCTS,
  PURCHASES,
  STORES,
  TEST_NOW,
  USERS,
} from './support/fixture.ts';
import type { FixturePatient } from './support/fixture-parts.ts';
import { type TestServer, signInAs, startTestServer, withLongTokens } from './support/harness.ts';
import { SALES, checkBuying, executeBuying, openCart, put } from './support/sale.ts';
import { startedImport } from './support/started-import.ts';
import { askForToken, basicOf, makeTill, type TestTill, tokenOf } from './support/tills.ts';
import { untilWaiting } from './support/until-waiting.ts';

/** More than 24 months after the vouchers of the fixture have ended. */
const LATER = new Date('2028-07-01T08:00:00Z');
const never = new AbortController().signal;

/** Something that is about to be done. */
type Writer = () => Promise<unknown>;
/** Prepares a writer: what it reads before, like a version, it reads here. */
type Prepare = (prepared: Prepared) => Promise<Writer>;

/** What all writers of a pair may use. */
interface Prepared {
  readonly server: TestServer;
  readonly region: string;
  readonly shop: string;
}

/** What a writer came to: the error, the status, or what it returned. */
function told(outcome: unknown): unknown {
  const { status, error, description, body } = (outcome ?? {}) as Readonly<Record<string, unknown>>;
  const { description: refused } = (error ?? {}) as { readonly description?: unknown };
  const { error: granted } = (body ?? {}) as { readonly error?: unknown };
  return refused ?? granted ?? description ?? status ?? outcome;
}

interface StoredRow {
  readonly row: Readonly<Record<string, unknown>>;
}

/** Changes fields of a row by its form. */
function change(declared: AdminDeclaration, id: number, fields: Readonly<Record<string, unknown>>): Prepare {
  return async ({ server, region }) => {
    const { calls } = declared;
    if (!calls.update?.body) throw new Error('a resource without a form');
    const { row } = (await server.callOk(calls.read, { params: { id } } as never, { token: region })) as StoredRow;
    const names = Object.keys((calls.update.body as unknown as { readonly shape: object }).shape);
    const stored = names.flatMap((name): [string, unknown][] => {
      const value = row[name];
      if (value === undefined) return [];
      return [[name, typeof value === 'object' && !Array.isArray(value) ? Number(value) : value]];
    });
    const body = { ...Object.fromEntries(stored), ...fields };
    const { update } = calls;
    return () => server.call(update, { params: { id }, body } as never, { token: region });
  };
}

type CommandCall = typeof revokeAdminDossier;

/** A command on a row as it is now. */
function command(call: object, declared: AdminDeclaration, id: number, more: object = {}): Prepare {
  return async ({ server, region }) => {
    const { read } = declared.calls;
    const { row } = (await server.callOk(read, { params: { id } } as never, { token: region })) as StoredRow;
    const version = row.version === undefined ? {} : { version: row.version };
    const input = { params: { id }, body: { ...version, ...more } } as unknown as CallInput<CommandCall>;
    return () => server.call(call as CommandCall, input, { token: region });
  };
}

const newDossier =
  (patientId: number, type = 'CELIAC'): Prepare =>
  ({ server, region }) =>
    Promise.resolve(() =>
      server.call(adminDossiers.calls.create, { body: { patientId, aslId: ASL.sassari, type } }, { token: region }),
    );

/** Imports a line, and tells why it was refused, or what it did. */
function importing(kind: 'patients' | 'products', columns: readonly string[], cells: () => readonly string[]): Prepare {
  return async ({ server }) => {
    const importId = await startedImport(server, kind, columns, cells());
    return async () => {
      await continueToEnd(server.services, importId, never);
      const reasons: unknown[] = [];
      for await (const lines of readRefusedLines(server.services, importId, never))
        reasons.push(...lines.flatMap(({ problems }) => problems.map(({ reason }) => reason)));
      const { created, changed } = await readImport(server.services, importId);
      return reasons[0] ?? `${created} new, ${changed} changed`;
    };
  };
}

const importedDossier = ({ fiscalCode, firstName, lastName, gender, birthDate }: FixturePatient, type = 'CELIAC') =>
  importing('patients', PATIENT_COLUMNS, () => [
    fiscalCode,
    firstName,
    lastName,
    gender,
    birthDate,
    'NONE',
    type,
    'APPROVED',
    '101',
    '',
  ]);

const anonymise: Prepare = ({ server }) =>
  Promise.resolve(async () => (await anonymisePatients(server.services, 24, never)).count);

/** A sale of a product about to be executed. */
function buying(sale: (typeof SALES)[keyof typeof SALES], product = PRODUCTS.bread, otp?: string): Prepare {
  return async ({ server, shop }) => {
    const cartId = await openCart(server, shop, sale);
    await put(server, shop, cartId, product, 1);
    const txCommandId = await checkBuying(server, shop, cartId);
    return () => executeBuying(server, shop, cartId, txCommandId, otp);
  };
}

/** A cart about to be created. */
const opening: Prepare = async ({ server, shop }) => {
  const { txCommand } = await server.callOk(checkCart, { body: SALES.withoutPin }, { token: shop });
  const body = { txCommandId: Number(txCommand.txCommandId) };
  return () => server.call(executeCart, { body }, { token: shop });
};

const checking =
  (body: { readonly patientId: number; readonly voucherId: number; readonly storeId: number }): Prepare =>
  ({ server, shop }) =>
    Promise.resolve(() => server.call(checkCart, { body }, { token: shop }));

const putting =
  (price?: number): Prepare =>
  async ({ server, shop }) => {
    const cartId = await openCart(server, shop, SALES.withoutPin);
    return () => put(server, shop, cartId, PRODUCTS.bread, 1, price);
  };

const recreating: Prepare = ({ server, shop }) => Promise.resolve(() => recreate(server, shop, PURCHASES.cancelled.id));

const cancelling: Prepare = async ({ server, shop }) => {
  const txCommandId = await checkCancelling(server, shop, PURCHASES.active.id);
  return () => executeCancelling(server, shop, PURCHASES.active.id, txCommandId);
};

const ordering: Prepare = ({ server, shop }) => {
  const body = { purchasesIds: [PURCHASES.active.id], orderDate: TEST_NOW.toISOString() };
  return Promise.resolve(() => server.call(createAmcOrders, { body }, { token: shop }));
};

const disabling =
  (username: string): Prepare =>
  ({ server }) =>
    Promise.resolve(() => disableUser(server.services, username));

async function userId({ db }: TestServer, username: string): Promise<number> {
  const user = db.selectFrom('app_user').select('user_id').where('username', '=', username);
  return (await user.executeTakeFirstOrThrow()).user_id;
}

function refresh(server: TestServer, refreshToken: string) {
  return server.call(refreshTokens, { body: { grant_type: 'refresh_token', refresh_token: refreshToken } });
}

/** A session of a shop's user whose token is about to be refreshed. */
const refreshing: Prepare = async ({ server }) => {
  const { refreshToken } = await createSession(server.services, await userId(server, USERS.aurora));
  return () => refresh(server, refreshToken);
};

const switching: Prepare = ({ server, shop }) =>
  Promise.resolve(() => server.call(switchBusiness, { params: { businessId: BUSINESSES.bottega } }, { token: shop }));

const signingOn: Prepare = async ({ server }) => {
  const id = await userId(server, USERS.aurora);
  return () => createSession(server.services, id, { username: USERS.aurora }).then(() => 200);
};

const AURORA = 1;
const REGION = 5;
const DISTRICT = 6;
const { withoutPin, revokedDossier, withPin } = PATIENTS;
const disabled = { disabled: true };
const dossier = (id: number, call: object, more?: object) => command(call, adminDossiers, id, more);
const revokingVoucher = (id: number) => command(revokeAdminVoucher, adminVouchers, id);

/** Looks at what is stored after both. */
type State = (now: Prepared) => Promise<void>;

/** The first writer, the second, which waits for it, and what the second comes to. */
type Pair = readonly [name: string, first: Prepare, second: Prepare, outcome: unknown, state?: State];

const named = (pairs: readonly Pair[]) => pairs.map(([name, ...pair]) => [name, pair] as const);

/** A kind of the region. */
const KIND = 'FENILE';
const openKind = (server: TestServer) =>
  sql`insert into dossier_kind (kind_id, code, name_it, name_en, amount_by, from_months, male18, female18)
    values (900, ${KIND}, 'Fenilchetonuria', 'Phenylketonuria', 'CEILINGS', 0, 50, 50)`.execute(server.db);
const renewing: Prepare = async ({ server }) => {
  const { db } = server;
  await sql`insert into dossier (dossier_id, patient_id, asl_id, type, status) values (901, 2, 1, ${KIND}, 'APPROVED')
    on conflict do nothing`.execute(db);
  return () => renewVouchers(server.services, never);
};
const voucherOf901 = async ({ server }: Prepared) =>
  (await server.db.selectFrom('voucher').select('initial_amount').where('dossier_id', '=', 901).execute()).map(
    (voucher) => voucher.initial_amount,
  );

const isLeft = async ({ server }: Prepared) => {
  const patient = server.db.selectFrom('patient').select('fiscal_code').where('patient_id', '=', revokedDossier.id);
  expect(await patient.executeTakeFirst()).toEqual({ fiscal_code: revokedDossier.fiscalCode });
};

/** Pairs of the registry, long after the last voucher of a patient. */
const ANONYMOUS: readonly Pair[] = [
  ['anonymise × new dossier', anonymise, newDossier(revokedDossier.id), 'NOT_POSSIBLE'],
  ['anonymise × dossier approved', anonymise, dossier(40, approveAdminDossier), 'NOT_POSSIBLE'],
  [
    'anonymise × imported dossier, which is of a new patient',
    anonymise,
    importedDossier(revokedDossier),
    '1 new, 0 changed',
    async ({ server }) => {
      const own = server.db.selectFrom('dossier').select('status').where('patient_id', '=', revokedDossier.id);
      expect(await own.execute()).toEqual([{ status: 'REVOKED' }]);
    },
  ],
  ['anonymise × PIN', anonymise, command(issueAdminPin, adminPatients, revokedDossier.id), 'VERSION_CONFLICT'],
  [
    'anonymise × form of the patient',
    anonymise,
    change(adminPatients, revokedDossier.id, { status: 'DISABLED' }),
    'VERSION_CONFLICT',
  ],
  [
    'anonymise × check of a sale',
    anonymise,
    checking({ patientId: revokedDossier.id, voucherId: 400, storeId: STORES.auroraCentro }),
    'PATIENT_NOT_FOUND',
  ],
  [
    'anonymise × the command on the screen',
    anonymise,
    command(anonymiseAdminPatient, adminPatients, revokedDossier.id),
    'VERSION_CONFLICT',
  ],
  [
    'the command on the screen × new dossier',
    command(anonymiseAdminPatient, adminPatients, revokedDossier.id),
    newDossier(revokedDossier.id),
    'NOT_POSSIBLE',
  ],
  ['new dossier × anonymise', newDossier(revokedDossier.id), anonymise, 0, isLeft],
  ['dossier approved × anonymise', dossier(40, approveAdminDossier), anonymise, 0, isLeft],
  ['imported dossier × anonymise', importedDossier(revokedDossier), anonymise, 0, isLeft],
  [
    'new dossier × the command on the screen',
    newDossier(revokedDossier.id),
    command(anonymiseAdminPatient, adminPatients, revokedDossier.id),
    'PATIENT_NOT_DUE',
  ],
  [
    'PIN × anonymise',
    async (now) => {
      await sql`update dossier set status = case patient_id when ${withPin.id} then 'REVOKED' else 'APPROVED' end`.execute(
        now.server.db,
      );
      return command(issueAdminPin, adminPatients, withPin.id)(now);
    },
    anonymise,
    1,
  ],
];

const PRODUCT_COLUMNS = ['name', 'ean1', 'refPrice', 'manufacturer', 'categoryType', 'categories'];
const inNewCategory = importing('products', PRODUCT_COLUMNS, () => [
  'Riso',
  NEW_PRODUCT.ean1,
  '3',
  'Mulino di Sardegna',
  KIND,
  'Riso',
]);

/** Pairs of the registry, and of registry and worker. */
const REGISTRY: readonly Pair[] = [
  ['kind disabled × new dossier', change(adminKinds, 900, disabled), newDossier(2, KIND), 'INVALID_REQUEST'],
  [
    'kind disabled × imported dossier',
    change(adminKinds, 900, disabled),
    importedDossier(withoutPin, KIND),
    'CLOSED_KIND',
  ],
  [
    'kind disabled × new category',
    change(adminKinds, 900, disabled),
    ({ server, region }) =>
      Promise.resolve(() =>
        server.call(adminCategories.calls.create, { body: { name: 'Riso', type: KIND } }, { token: region }),
      ),
    'INVALID_REQUEST',
  ],
  ['kind disabled × product in a new category', change(adminKinds, 900, disabled), inNewCategory, 'CLOSED_KIND'],
  ['new dossier × kind disabled', newDossier(2, KIND), change(adminKinds, 900, disabled), 200],
  ['new dossier × imported dossier', newDossier(2, KIND), importedDossier(withoutPin, KIND), '0 new, 0 changed'],
  [
    'imported dossier × new dossier',
    importedDossier(withoutPin, KIND),
    newDossier(2, KIND),
    'DOSSIER_ALREADY_APPROVED',
  ],
  ['new dossier × new dossier', newDossier(2, KIND), newDossier(2, KIND), 'DOSSIER_ALREADY_APPROVED'],
  [
    'ceilings × renewal',
    change(adminKinds, 900, { female18: 60 }),
    renewing,
    expect.any(Number),
    async (now) => expect(await voucherOf901(now)).toEqual(['60.00']),
  ],
  [
    'patient disabled × renewal',
    change(adminPatients, 2, { status: 'DISABLED' }),
    renewing,
    expect.any(Number),
    async (now) => expect(await voucherOf901(now)).toEqual([]),
  ],
  [
    'dossier revoked × renewal',
    async (now) => {
      await renewing(now);
      return dossier(901, revokeAdminDossier)(now);
    },
    renewing,
    expect.any(Number),
    async (now) => expect(await voucherOf901(now)).toEqual([]),
  ],
  [
    'dossier on paper × renewal',
    async (now) => {
      await renewing(now);
      return dossier(901, switchAdminDossier, { month: '2026-06-01' })(now);
    },
    renewing,
    expect.any(Number),
    async (now) => expect(await voucherOf901(now)).toEqual([]),
  ],
  [
    'renewal × paper swapped',
    renewing,
    async (now) => {
      await renewing(now);
      return dossier(901, swapAdminPaper, { sheets: [{ number: 'R1', month: '2026-05-01', amount: 10 }] })(now);
    },
    'SHEET_MONTH_NOT_ON_PAPER',
  ],
  ['renewal × amount', renewing, dossier(31, setAdminDossierAmount, { month: '2026-05-01', monthlyAmount: 5 }), 200],
  [
    'form × import of one row',
    change(adminPatients, 2, { lastName: 'Verdi' }),
    importedDossier(withoutPin),
    '0 new, 1 changed',
    async ({ server }) => {
      const audit = server.db.selectFrom('audit').select('details').orderBy('audit_id', 'desc');
      const { details } = await audit.where('action', '=', 'ROW_CHANGED').limit(1).executeTakeFirstOrThrow();
      expect(details).toMatchObject({ table: 'patient', id: 2 });
    },
  ],
  [
    'import × form of one row',
    importing('patients', PATIENT_COLUMNS, () => [
      withoutPin.fiscalCode,
      'Lara',
      'Bianchi',
      'F',
      withoutPin.birthDate,
      'NONE',
      '',
      '',
      '',
      '',
    ]),
    change(adminPatients, 2, { lastName: 'Verdi' }),
    'VERSION_CONFLICT',
  ],
  // These wait for each other in one order, or one of them is cut off.
  [
    'category renamed × product',
    change(adminCategories, CATEGORIES.pasta, { name: 'Paste' }),
    change(adminProducts, PRODUCTS.bread.id, { categoryIds: [CATEGORIES.pasta] }),
    200,
  ],
  [
    'manufacturer disabled × product',
    change(adminManufacturers, MANUFACTURERS.grano, disabled),
    change(adminProducts, PRODUCTS.bread.id, { manufacturerId: MANUFACTURERS.grano }),
    200,
  ],
  [
    'product × manufacturer disabled',
    change(adminProducts, PRODUCTS.bread.id, { manufacturerId: MANUFACTURERS.grano }),
    change(adminManufacturers, MANUFACTURERS.grano, disabled),
    200,
  ],
  [
    'manufacturer disabled × imported product',
    change(adminManufacturers, MANUFACTURERS.grano, disabled),
    importing('products', PRODUCT_COLUMNS, () => ['Pane', PRODUCTS.bread.ean, '3', 'Grano Libero', 'CELIAC', 'Pasta']),
    '0 new, 1 changed',
  ],
  [
    'operator disabled by command × own form',
    disabling(USERS.districtSassari),
    ({ server }) =>
      signInAs(server, USERS.districtSassari).then(
        (token) => () => server.call(adminPatients.calls.create, { body: NEW_PATIENT }, { token }),
      ),
    'NOT_AUTHENTICATED',
  ],
  [
    'operator disables another × is disabled by that one',
    change(adminUsers, 8, disabled),
    async ({ server, ...now }) =>
      change(adminUsers, REGION, disabled)({ ...now, server, region: await signInAs(server, 'seconda') }),
    'NOT_AUTHENTICATED',
  ],
  [
    'operator moved × own form',
    change(adminUsers, DISTRICT, { aslId: ASL.cagliari }),
    ({ server }) =>
      signInAs(server, USERS.districtSassari).then(
        (token) => () => server.call(adminPatients.calls.create, { body: NEW_PATIENT }, { token }),
      ),
    'NOT_AUTHENTICATED',
  ],
  [
    'import started × deleted',
    async ({ server }) => {
      const id = await startedImport(server, 'patients', PATIENT_COLUMNS, ['x', '', '', '', '', '', '', '', '', '']);
      await sql`update import_run set state = 'CHECKED' where import_id = ${id}`.execute(server.db);
      return () => startImport(server.services, { userId: null }, id, false);
    },
    async ({ server }) => {
      const { rows } = await sql<{ id: number }>`select max(import_id) as id from import_run`.execute(server.db);
      return () => deleteImport(server.services, Number(rows[0]?.id));
    },
    'IMPORT_NOT_CHECKED',
  ],
];

const bread = (fields: object) => change(adminProducts, PRODUCTS.bread.id, { ...fields });

/** What a sale rests on, withdrawn while it waits. */
let disabledTill: TestTill;
const SALE: readonly Pair[] = [
  ['dossier revoked × execution', dossier(20, revokeAdminDossier), buying(SALES.withoutPin), 'DOSSIER_NOT_APPROVED'],
  ['dossier revoked × cart', dossier(20, revokeAdminDossier), opening, 'DOSSIER_NOT_APPROVED'],
  ['dossier revoked × check', dossier(20, revokeAdminDossier), checking(SALES.withoutPin), 'DOSSIER_NOT_APPROVED'],
  ['dossier revoked × recreation', dossier(10, revokeAdminDossier), recreating, 'DOSSIER_NOT_APPROVED'],
  ['voucher revoked × execution', revokingVoucher(200), buying(SALES.withoutPin), 'VOUCHER_NOT_ENABLED'],
  ['voucher revoked × cart', revokingVoucher(200), opening, 'VOUCHER_NOT_ENABLED'],
  ['voucher revoked × recreation', revokingVoucher(100), recreating, 'VOUCHER_NOT_ENABLED'],
  ['store disabled × execution', change(adminStores, 11, disabled), buying(SALES.withoutPin), 'STORE_NOT_FOUND'],
  ['store disabled × cart', change(adminStores, 11, disabled), opening, 'STORE_NOT_FOUND'],
  [
    'business disabled × execution',
    change(adminBusinesses, 1, { ...NEW_BUSINESS, ...disabled }),
    buying(SALES.withoutPin),
    'STORE_NOT_FOUND',
  ],
  [
    'business disabled × cart',
    change(adminBusinesses, 1, { ...NEW_BUSINESS, ...disabled }),
    opening,
    'STORE_NOT_FOUND',
  ],
  ['user disabled × execution', change(adminUsers, AURORA, disabled), buying(SALES.withoutPin), 'NOT_AUTHENTICATED'],
  ['user disabled × cart', change(adminUsers, AURORA, disabled), opening, 'NOT_AUTHENTICATED'],
  ['user disabled × line', change(adminUsers, AURORA, disabled), putting(), 'NOT_AUTHENTICATED'],
  ['user disabled × cancellation', change(adminUsers, AURORA, disabled), cancelling, 'NOT_AUTHENTICATED'],
  ['user disabled × AMC order', change(adminUsers, AURORA, disabled), ordering, 'NOT_AUTHENTICATED'],
  [
    'user loses business × execution',
    change(adminUsers, AURORA, { businessIds: [BUSINESSES.bottega] }),
    buying(SALES.withoutPin),
    'STORE_NOT_FOUND',
  ],
  [
    'patient disabled × execution',
    change(adminPatients, 2, { status: 'DISABLED' }),
    buying(SALES.withoutPin),
    'PATIENT_NOT_FOUND',
  ],
  [
    'patient gets a PIN × execution without it',
    change(adminPatients, 2, { otpMode: 'PIN' }),
    buying(SALES.withoutPin),
    'TRANSACTION_WRONG_OTP',
  ],
  [
    'new PIN × execution with the former',
    command(issueAdminPin, adminPatients, 1),
    buying(SALES.withPin, PRODUCTS.bread, PIN),
    'TRANSACTION_WRONG_OTP',
  ],
  [
    'code of cancellation × cancellation without it',
    command(setAdminCancelCode, adminBusinesses, 1, { code: '55555' }),
    cancelling,
    'TRANSACTION_WRONG_OTP',
  ],
  [
    'product of another kind × execution',
    bread({ categoryType: 'PROTEIN_FREE', categoryIds: [4] }),
    buying(SALES.withoutPin),
    'PRODUCT_NOT_ALLOWED',
  ],
  [
    'product of another kind × line',
    bread({ categoryType: 'PROTEIN_FREE', categoryIds: [4] }),
    putting(),
    'PRODUCT_NOT_ALLOWED',
  ],
  ['product disabled × line', bread(disabled), putting(), 'PRODUCT_NOT_ALLOWED'],
  ['product cheaper × line above its ceiling', bread({ refPrice: 0.5 }), putting(3), 'INVALID_REQUEST'],
  ['manufacturer disabled × line', change(adminManufacturers, 1, disabled), putting(), 'PRODUCT_NOT_ALLOWED'],
  [
    'product disabled × recreation',
    bread(disabled),
    recreating,
    200,
    async ({ server }) => {
      const recreated = server.db.selectFrom('cart').select('cart_id').where('recreated_from', 'is not', null);
      const lines = server.db.selectFrom('cart_item').selectAll().where('cart_id', 'in', recreated);
      expect(await lines.execute()).toEqual([]);
    },
  ],
  [
    'till disabled × its sale',
    async (now) => {
      const till = await makeTill(now.server, STORES.auroraCentro);
      return change(adminTills, till.id, disabled)(now);
    },
    async ({ server, ...now }) => {
      const { till_id: id } = await server.db.selectFrom('till').select('till_id').executeTakeFirstOrThrow();
      const secret = await sql`update till set secret_hash = encode(sha256('s'), 'hex') where till_id = ${id}`.execute(
        server.db,
      );
      expect(secret.numAffectedRows).toBe(1n);
      const shop = await tokenOf(server, { id, clientId: `till-${id}`, clientSecret: 's', tokenEndpoint: '' });
      return buying(SALES.withoutPin)({ ...now, server, shop });
    },
    'NOT_AUTHENTICATED',
  ],
  [
    'till disabled × its token',
    async (now) => {
      disabledTill = await makeTill(now.server, STORES.auroraCentro);
      return change(adminTills, disabledTill.id, disabled)(now);
    },
    ({ server }) => Promise.resolve(() => askForToken(server, {}, basicOf(disabledTill))),
    'invalid_client',
  ],
  [
    'sale × sale of one voucher',
    buying(SALES.nearlySpent, PRODUCTS.cheap),
    buying(SALES.nearlySpent, PRODUCTS.cheap),
    200,
  ],
  [
    'sale of all that is left × recreation',
    async (now) => {
      await sql`update voucher set residual = 3.50 where voucher_id = 100`.execute(now.server.db);
      return buying(SALES.withPin, PRODUCTS.bread, PIN)(now);
    },
    recreating,
    'VOUCHER_AMOUNT_NOT_SUFFICIENT',
  ],
  [
    'cancellation × recreation',
    cancelling,
    ({ server, shop }) => Promise.resolve(() => recreate(server, shop, PURCHASES.active.id)),
    200,
  ],
  ['AMC order × cancellation', ordering, cancelling, 'PURCHASE_NOT_CANCELABLE'],
  ['cancellation × AMC order', cancelling, ordering, 'PURCHASE_NOT_FOUND'],
  ['AMC order × AMC order', ordering, ordering, 'PURCHASE_ALREADY_ORDERED'],
  ['cancellation × cancellation', cancelling, cancelling, 'PURCHASE_NOT_CANCELABLE'],
  // The other way round the withdrawal waits for the sale.
  ['execution × dossier revoked', buying(SALES.withoutPin), dossier(20, revokeAdminDossier), 200],
  ['execution × voucher revoked', buying(SALES.withoutPin), revokingVoucher(200), 200],
  ['execution × store disabled', buying(SALES.withoutPin), change(adminStores, 11, disabled), 200],
  ['execution × user disabled', buying(SALES.withoutPin), change(adminUsers, AURORA, disabled), 200],
  [
    'execution × product of another kind',
    buying(SALES.withoutPin),
    bread({ categoryType: 'PROTEIN_FREE', categoryIds: [4] }),
    200,
  ],
  ['execution × new PIN', buying(SALES.withPin, PRODUCTS.bread, PIN), command(issueAdminPin, adminPatients, 1), 200],
  ['cart × voucher revoked', opening, revokingVoucher(200), 200],
];

const signingOut: Prepare = ({ server, shop }) => Promise.resolve(() => server.call(signOut, {}, { token: shop }));

/** Sessions and whoever ends them. */
const SESSIONS: readonly Pair[] = [
  ['user disabled × refresh', change(adminUsers, AURORA, disabled), refreshing, 'NOT_AUTHENTICATED'],
  ['user disabled × sign-on', change(adminUsers, AURORA, disabled), signingOn, 'USER_NOT_FOUND'],
  ['user renamed × sign-on', change(adminUsers, AURORA, { username: 'altra' }), signingOn, 'USER_NOT_FOUND'],
  ['sessions ended × refresh', command(endAdminSessions, adminUsers, AURORA), refreshing, 'NOT_AUTHENTICATED'],
  [
    'business taken away × switch to it',
    change(adminUsers, AURORA, { businessIds: [BUSINESSES.aurora] }),
    switching,
    'BUSINESS_NOT_FOUND',
  ],
  ['switch × business taken away', switching, change(adminUsers, AURORA, { businessIds: [BUSINESSES.aurora] }), 200],
  ['sign-out × user disabled', signingOut, change(adminUsers, AURORA, disabled), 200],
  ['user disabled × sign-out', change(adminUsers, AURORA, disabled), signingOut, 200],
  [
    'sign-out × refresh',
    async ({ server }) => {
      const { accessToken, refreshToken } = await createSession(server.services, AURORA);
      refreshable = refreshToken;
      return () => server.call(signOut, {}, { token: accessToken });
    },
    ({ server }) => Promise.resolve(() => refresh(server, refreshable)),
    'NOT_AUTHENTICATED',
  ],
];
let refreshable = '';

/** Only on PostgreSQL: the embedded database has one session, so nothing waits (design §6). */
describe('two writers of the same rows (postgres)', () => {
  let now = TEST_NOW;
  let server: TestServer;
  beforeAll(async () => {
    const env = { PATIENT_MONTHS: '24' };
    server = await startTestServer({ database: 'postgres', now: () => now, env, change: withLongTokens });
  });
  beforeEach(async () => {
    await restoreFixture(server.db);
    now = TEST_NOW;
  });
  afterAll(() => server.close());

  async function prepare(): Promise<Prepared> {
    return { server, region: await signInAs(server, USERS.region), shop: await signInAs(server, USERS.aurora) };
  }

  /**
   * Stops the first writer at the audit, which it writes after all else, starts the second one, and lets both go on when
   * the second waits for the first.
   */
  async function race(first: Prepare, second: Prepare, outcome: unknown, state?: State): Promise<void> {
    const prepared = await prepare();
    const works = [await first(prepared), await second(prepared)] as const;
    const start = (work: Writer) => work().then(told, told);
    const both = await server.db.transaction().execute(async (trx) => {
      await sql`lock table audit in share mode`.execute(trx);
      const one = start(works[0]);
      await untilWaiting(server.db);
      const other = start(works[1]);
      await untilWaiting(server.db, 2);
      // A step of a long job gives up its wait now and then, and waits again.
      const row = sql`select from pg_locks where not granted and locktype <> 'relation'`;
      await expect.poll(async () => (await row.execute(trx)).rows.length, { interval: 5 }).toBe(1);
      return { one, other };
    });
    expect(String(await both.one)).not.toMatch(/[A-Z]_[A-Z]|rror/);
    expect(await both.other).toEqual(outcome);
    await state?.(prepared);
  }

  test.each(named(ANONYMOUS))('rules §9 race: %s', async (_, pair) => {
    now = LATER;
    await sql`update patient set status = 'ENABLED'`.execute(server.db);
    await race(...pair);
  });

  test.each(named(REGISTRY))('rules §9 race: %s', async (_, pair) => {
    await openKind(server);
    await sql`insert into app_user (user_id, username, profile, first_name, last_name)
      values (8, 'seconda', 'OPERATOR', 'Anna', 'Seconda')`.execute(server.db);
    await race(...pair);
  });

  test.each(named(SALE))('rules §5 race: %s', async (_, pair) => {
    await race(...pair);
  });

  test.each(named(SESSIONS))('rules §3 race: %s', async (_, pair) => {
    await race(...pair);
  });

  test('rules §9 users: of the last two operators of the region who leave at once one stays', async () => {
    await sql`insert into app_user (user_id, username, profile, first_name, last_name)
      values (8, 'seconda', 'OPERATOR', 'Anna', 'Seconda')`.execute(server.db);
    const prepared = await prepare();
    const second = { ...prepared, region: await signInAs(server, 'seconda') };
    const leave = [await change(adminUsers, REGION, disabled)(prepared), await change(adminUsers, 8, disabled)(second)];
    const outcomes = await Promise.all(leave.map((work) => work().then(told)));
    expect(outcomes).toContain('NOT_POSSIBLE');
    const left = server.db.selectFrom('app_user').select('user_id').where('profile', '=', 'OPERATOR');
    expect(await left.where('asl_id', 'is', null).where('disabled_at', 'is', null).execute()).toHaveLength(1);
  });

  test('rules §10 import: one that another process has brought to its end does not fail any more', async () => {
    const { fiscalCode } = withoutPin;
    const cells = [fiscalCode, 'Lara', 'Bianchi', 'F', withoutPin.birthDate, 'NONE', '', '', '', ''];
    const importId = await startedImport(server, 'patients', PATIENT_COLUMNS, cells);
    await continueToEnd(server.services, importId, never);
    await failImport(server.services, importId, { reason: 'STOPPED' });
    expect(await readImport(server.services, importId)).toMatchObject({ state: 'DONE', failure: null });
  });

  test('rules §9 anonymous: it waits for whom somebody holds, and nobody else waits for it', async () => {
    now = LATER;
    await sql`update dossier set status = 'REVOKED'`.execute(server.db);
    const { underWay } = await server.db.transaction().execute(async (trx) => {
      await sql`select from patient where patient_id = 7 for key share`.execute(trx);
      const begun = anonymisePatients(server.services, 24, never);
      await untilWaiting(server.db);
      // Its step has those before the held one, and gives them back while it waits.
      await server.db.transaction().execute(async (other) => {
        await sql`select from patient where patient_id = 1 for key share`.execute(other);
      });
      return { underWay: begun };
    });
    const { isDone, count } = await underWay;
    const { rows } = await sql`select from patient where last_name = 'Assistito'`.execute(server.db);
    expect({ isDone, count }).toEqual({ isDone: true, count: rows.length });
  });
});
