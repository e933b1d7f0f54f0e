import { pastPurchases } from './past-purchases.ts';

/** A PIN or code and the number of consecutive wrong attempts. `pin` is null if none is needed. */
export interface Guard {
  readonly pin: string | null;
  wrongPins: number;
}

/** Someone who buys. */
export interface Patient extends Guard {
  readonly patientId: string;
  readonly fiscalCode: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly voucherId: string;
  readonly initialCents: number;
  /** The residual of the voucher. */
  residualCents: number;
}

export interface Product {
  readonly productId: string;
  readonly name: string;
  readonly ean1: string | null;
  readonly refPrice: number | null;
  readonly category: string | null;
  readonly manufacturer: string | null;
}

export interface Line {
  readonly product: Product;
  readonly quantity: number;
  readonly pricePerUnit: number;
}

export interface Cart {
  readonly cartId: string;
  readonly patient: Patient;
  readonly lines: Map<string, Line>;
  purchaseId: string | null;
}

/** A purchase. Its status may be an unknown one. */
export interface Purchase {
  readonly purchaseId: string;
  readonly createTime: string;
  readonly patient: Patient;
  readonly lines: ReadonlyMap<string, Line>;
  status: string;
  amcOrderId: string | null;
}

export interface AmcOrder {
  readonly amcOrderId: string;
  /** The date as the portal sent it. */
  readonly orderDate: string;
  readonly purchases: readonly Purchase[];
  readonly esbStatus: string | null;
}

/** A check that waits for its execution: a patient's cart to open, a cart to buy, or a purchase to cancel. */
export interface Command {
  readonly guard: Guard;
  readonly about: Patient | Cart | Purchase;
  isExecuted: boolean;
}

/** The state of the second server, in memory only. */
export interface Fixture {
  readonly patients: readonly Patient[];
  readonly products: readonly Product[];
  /** Oldest first. */
  readonly purchases: Purchase[];
  readonly amcOrders: AmcOrder[];
  /** The cancellation code of the business (rules §6). */
  cancellationCode: Guard;
  /** The profile of every user who signs in. */
  profile: 'BUSINESS' | 'ASL';
  readonly carts: Map<string, Cart>;
  readonly commands: Map<string, Command>;
  /** The remaining calls of each access token. */
  readonly accessTokens: Map<string, number>;
  readonly refreshTokens: Set<string>;
  /** One-time sessions of the sign-on with their RelayState. */
  readonly signOnSessions: Map<string, string>;
  readonly relayStates: Set<string>;
  /** `METHOD path?query` of every call, in order. */
  readonly calls: string[];
  /** Requests that neither the specification nor the rules allow. */
  readonly violations: string[];
  /** A new identifier: a text with characters that have a meaning in an address. */
  newId(kind: string): string;
  /** A new token with all characters that RFC 6750 allows, including rare ones. */
  newToken(): string;
}

/** The only type of dossiers and products. */
export const CATEGORY_TYPE = 'CELIAC';

function patient(number: string, fiscalCode: string, firstName: string, lastName: string, pin: string | null): Patient {
  return {
    patientId: `paz/${number}`,
    fiscalCode,
    firstName,
    lastName,
    pin,
    voucherId: `buono ${number}`,
    initialCents: 9000,
    residualCents: 9000,
    wrongPins: 0,
  };
}

const FARINE = 'Farine & preparati';
const PANE = 'Pane';

/** Creates a fixture: patients with and without a PIN, and a few products, one with an EAN that starts with 0. */
export function createFixture(): Fixture {
  let issued = 0;
  const next = () => {
    issued += 1;
    return String(issued);
  };
  const patients = [
    patient('α-1', 'PSTLNE78T41B354F', 'Elena', 'Pistis', '00420'),
    patient('β-2', 'CRBGNN61L20F979I', 'Giovanni', 'Corbu', null),
    patient('γ-3', 'SNNMRA90C45G113S', 'Maria', 'Senni', '77777'),
    patient('δ-4', 'MLSFNC02D11A192P', 'Francesco', 'Melis', null),
  ];
  const products: readonly Product[] = [
    {
      productId: 'art/1',
      name: 'Farina di mais 1 kg',
      ean1: '8012345000012',
      refPrice: 3.2,
      category: FARINE,
      manufacturer: 'Mulino Prova',
    },
    {
      productId: 'art/2',
      name: 'Pane casereccio 300 g',
      ean1: '8012345000029',
      refPrice: 4.123456,
      category: PANE,
      manufacturer: 'Forno Prova',
    },
    {
      productId: 'art/3',
      name: 'Pane carasau 250 g',
      ean1: '0123456000032',
      refPrice: 5.05,
      category: PANE,
      manufacturer: null,
    },
    {
      productId: 'art/4',
      name: 'Preparato per dolci',
      ean1: null,
      refPrice: null,
      category: null,
      manufacturer: null,
    },
  ];
  return {
    patients,
    products,
    purchases: pastPurchases(patients, products),
    amcOrders: [],
    cancellationCode: { pin: 'còdice 7', wrongPins: 0 },
    profile: 'BUSINESS',
    carts: new Map(),
    commands: new Map(),
    accessTokens: new Map(),
    refreshTokens: new Set(),
    signOnSessions: new Map(),
    relayStates: new Set(),
    calls: [],
    violations: [],
    newId: (kind) => `${kind}/${next()} è`,
    newToken: () => `t~${next()}._-+/==`,
  };
}
