import { type FixturePurchase, mayVoucher, patient, product } from './fixture-parts.ts';

/** The instant at which tests run unless they say otherwise: 10:00 in Rome. */
export const TEST_NOW = new Date('2026-05-15T08:00:00Z');

/** Mixed into the fixture's PINs. */
export const TEST_PEPPER = 'pepper-of-the-tests';

/** The PIN of every patient who has one, and the cancellation code of `bottega`. */
export const PIN = '12345';
export const CANCEL_CODE = '98765';

/**
 * Their hashes with the pepper of the tests, of a lower cost than those that the server makes: it verifies each with
 * the cost that the hash names.
 */
export const HASHES = {
  pin: 'scrypt$1024$8$1$c2FsdC1vZi10aGUtdGVzdHM$k8YIUpeDXNSPorEoJLAZXNN-Adpl9M-kcUTa0wqD61k',
  cancelCode: 'scrypt$1024$8$1$c2FsdC1vZi10aGUtdGVzdHM$VHyOCELkGKT5V8jazRtXv4VEl2C74esm0cI_iIJy8_4',
} as const;

/** Health authorities, by id. */
export const ASL = { sassari: 1, cagliari: 8 } as const;

/** `aurora` has two stores and no code; `bottega` one store and a code; `corso` one store. */
export const BUSINESSES = { aurora: 1, bottega: 2, corso: 3 } as const;
export const STORES = { auroraCentro: 11, auroraMare: 12, bottega: 21, corso: 31 } as const;

/** User names. `aurora` may switch to `bottega`; `stranger` is known to the identity provider only. */
export const USERS = {
  aurora: 'aurora.melis',
  corso: 'corso.piras',
  aslSassari: 'asl.sassari',
  aslCagliari: 'asl.cagliari',
  region: 'gestore.regione',
  districtSassari: 'gestore.sassari',
  districtCagliari: 'gestore.cagliari',
  stranger: 'nessuno.ignoto',
} as const;

export const CATEGORIES = { bread: 1, pasta: 2, biscuits: 3, proteinFreePasta: 4 } as const;
export const MANUFACTURERS = { mulino: 1, grano: 2, aproten: 3 } as const;

/** `leadingZero` has an EAN that begins with 0, `fine` a price of six decimals, `cheap` costs less than a cent. */
export const PRODUCTS = {
  bread: product(101, 'Pane casereccio', '800000000101', '3.5', 1, [1]),
  rolls: product(102, 'Panini morbidi', '800000000102', '4.2', 1, [1, 3]),
  penne: product(103, 'Penne di mais', '800000000103', '2.99', 2, [2]),
  fusilli: product(104, 'Fusilli di riso', '800000000104', '2.75', 2, [2]),
  leadingZero: product(105, 'Biscotti al cacao', '012345678905', '5', 1, [3]),
  fine: product(106, 'Farina al taglio', '800000000106', '1.333333', 2, [1]),
  cheap: product(107, 'Lievito sfuso', '800000000107', '0.004', 2, [1]),
  dear: product(108, 'Torta nuziale', '800000000108', '60', 1, [3]),
  accented: product(109, 'Caffè d’orzo', '800000000109', '6.1', 1, [3]),
  proteinFree: product(110, 'Spaghetti aproteici', '800000000110', '4.8', 3, [4]),
} as const;

/**
 * One patient for each case. `nearlySpent` has 1 euro left: the rest is an active purchase. `twoVouchers` may still
 * spend what is left of April's voucher, which expires first.
 */
export const PATIENTS = {
  withPin: patient(
    1,
    'RSSMRA80A01B354',
    ['Mario', 'Rossi'],
    [{ id: 10, asl: ASL.sassari, vouchers: [mayVoucher(100, '110')] }],
    { hasPin: true },
  ),
  withoutPin: patient(
    2,
    'BNCLRA85D41B354',
    ['Laura', 'Bianchi'],
    [{ id: 20, asl: ASL.cagliari, vouchers: [mayVoucher(200, '90')] }],
  ),
  twoDossiers: patient(
    3,
    'VRDLGU90H15I452',
    ['Luigi', 'Verdi'],
    [
      { id: 30, asl: ASL.sassari, vouchers: [mayVoucher(300, '110')] },
      { id: 31, asl: ASL.cagliari, monthlyAmount: '150', vouchers: [mayVoucher(310, '150')] },
    ],
  ),
  revokedDossier: patient(
    4,
    'SNNGNN70M50F979',
    ['Giovanna', 'Sanna'],
    [{ id: 40, asl: ASL.sassari, status: 'REVOKED', vouchers: [mayVoucher(400, '90')] }],
  ),
  withoutVoucher: patient(5, 'PRSNTN60T20G113', ['Antonio', 'Piras'], [{ id: 50, asl: ASL.sassari, vouchers: [] }]),
  nearlySpent: patient(
    6,
    'MLSFNC75E05B354',
    ['Francesco', 'Melis'],
    [{ id: 60, asl: ASL.sassari, vouchers: [mayVoucher(600, '110', { residual: '1' })] }],
  ),
  revokedVoucher: patient(
    7,
    'CSSMRT92P52B354',
    ['Marta', 'Cossu'],
    [{ id: 70, asl: ASL.sassari, vouchers: [mayVoucher(700, '90', { status: 'REVOKED' })] }],
  ),
  expiredVoucher: patient(
    8,
    'LAIPLA65R03E441',
    ['Paolo', 'Lai'],
    [{ id: 80, asl: ASL.sassari, vouchers: [mayVoucher(800, '89', { month: '2026-04-01' })] }],
  ),
  disabled: patient(
    9,
    'RSSMRA80A02B354',
    ['Mario', 'Rossini'],
    [{ id: 90, asl: ASL.sassari, vouchers: [mayVoucher(900, '110')] }],
    { isEnabled: false },
  ),
  twoVouchers: patient(
    10,
    'DSSCHR88C58I452',
    ['Chiara', 'Dessì'],
    [
      {
        id: 110,
        asl: ASL.sassari,
        vouchers: [
          mayVoucher(1001, '90', { month: '2026-04-01', lastDay: '2026-05-20', residual: '84.02' }),
          mayVoucher(1002, '90'),
        ],
      },
    ],
    { hasPin: true },
  ),
} as const;

const auroraSale = { asl: ASL.sassari, business: BUSINESSES.aurora, store: STORES.auroraCentro, user: 1 };
const corsoSale = { asl: ASL.sassari, business: BUSINESSES.corso, store: STORES.corso, user: 2 };

/** Each is of the cart that has the same id. */
export const PURCHASES = {
  active: {
    ...auroraSale,
    id: 501,
    patient: PATIENTS.nearlySpent,
    dossier: 60,
    voucher: 600,
    at: new Date('2026-05-05T09:30:00Z'),
    residualAfter: '1',
    items: [
      [PRODUCTS.dear, 1],
      [PRODUCTS.bread, 14],
    ],
  },
  cancelled: {
    ...auroraSale,
    id: 502,
    patient: PATIENTS.withPin,
    dossier: 10,
    voucher: 100,
    at: new Date('2026-05-06T15:00:00Z'),
    isCancelled: true,
    residualAfter: '103',
    items: [[PRODUCTS.bread, 2]],
  },
  ofCorso: {
    ...corsoSale,
    id: 503,
    patient: PATIENTS.twoVouchers,
    dossier: 110,
    voucher: 1001,
    at: new Date('2026-04-20T10:00:00Z'),
    residualAfter: '84.02',
    items: [[PRODUCTS.penne, 2]],
  },
} as const satisfies Record<string, FixturePurchase>;
