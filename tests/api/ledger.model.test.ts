import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAmcOrders, searchAmcOrders } from '#contract/calls/amc-orders.ts';
import { switchBusiness } from '#contract/calls/authentication.ts';
import * as carts from '#contract/calls/carts.ts';
import { type Cart } from '#contract/calls/carts.ts';
import * as purchases from '#contract/calls/purchases.ts';
import { type Money, money } from '#contract/rules/money.ts';
import { lastInstantOf, startOfDay } from '#contract/rules/dates.ts';
import { LONG_TEST, modelRuns, testSeed } from '#tests/extent.ts';
import { reject } from './support/after-sale.ts';
import { contradictions, halfMadePurchases } from './support/balanced-ledger.ts';
import { columnSum, euro, readBillDetail } from './support/documents.ts';
import { BUSINESSES, CANCEL_CODE, HASHES, PIN, PRODUCTS, STORES, TEST_NOW, USERS } from './support/fixture.ts';
import { type TestServer, signInAs, startTestServer } from './support/harness.ts';
import {
  LedgerModel,
  type ModelCart,
  type ModelCommand,
  type ModelProduct,
  type ModelPurchase,
  type Outcome,
  type Secret,
  type Seller,
} from './support/ledger-model.ts';

const SELLERS = ['aurora', 'bottega'] as const;
const STORE_OF = { aurora: STORES.auroraCentro, bottega: STORES.bottega } as const;
const SECRETS = { right: undefined, wrong: '00000', absent: null } as const;
const MONTHS = [
  { dateStart: '2026-05-01', dateEnd: '2026-05-31' },
  { dateStart: '2026-06-01', dateEnd: '2026-06-30' },
] as const;
/** Two instants in June: one when purchases of May may still be cancelled, one when they may not. */
const LATER = [new Date('2026-06-03T08:00:00Z'), new Date('2026-06-07T08:00:00Z')] as const;
const FIRST_FREE_ID = 10_000;
/** No number of wrong PINs limits a user. */
const LIMITS = { PIN_USER_FAILURES_PER_HOUR: '1000000' };

const MODEL_PRODUCTS: readonly ModelProduct[] = Object.values(PRODUCTS).map(({ id, refPrice }) => ({
  id,
  refPrice: BigInt(money(refPrice).times(1_000_000).toFixed()),
  isCovered: id !== PRODUCTS.proteinFree.id,
}));

function cents(amount: Money): bigint {
  return BigInt(amount.times(100).toFixed());
}

/** One patient's ledger on the server: the ids of the model's objects. */
interface Real {
  readonly aslId: number;
  readonly patientId: number;
  readonly voucherIds: readonly [number, number];
  readonly commandIds: number[];
  readonly cartIds: number[];
  readonly purchaseIds: number[];
  readonly orderIds: number[];
}

/** The state that decides whether a step is possible. */
type Readable = Pick<LedgerModel, 'now' | 'commands' | 'carts' | 'purchases' | 'orders'>;
type Step = fc.AsyncCommand<LedgerModel, Real>;

/** What the runs must reach together. A model test that reaches little proves nothing. */
const TO_REACH = [
  'execute cart: TRANSACTION_WRONG_OTP',
  'execute cart: TRANSACTION_LOCKED',
  'execute purchase: done',
  'execute purchase: TRANSACTION_ALREADY_EXECUTED',
  'execute cart: TRANSACTION_EXPIRED',
  'execute purchase: CART_CHANGED',
  'execute cancellation: done',
  'put: VOUCHER_AMOUNT_NOT_SUFFICIENT',
  'recreate: done',
  'order: done',
  'order: PURCHASE_ALREADY_ORDERED',
  'check cancellation: PURCHASE_NOT_CANCELABLE',
];

describe('model of the ledger (postgres)', () => {
  let now = TEST_NOW;
  let server: TestServer;
  let tokens: Readonly<Record<Seller, string>>;
  let runs = 0;
  const reached = new Set<string>();

  beforeAll(async () => {
    server = await startTestServer({ database: 'postgres', now: () => now, env: LIMITS });
  });
  afterAll(() => server.close());

  /** Moves the clock and signs in again, because the token would have expired. */
  async function goTo(time: Date): Promise<void> {
    now = time;
    const aurora = await signInAs(server, USERS.aurora);
    const params = { businessId: BUSINESSES.bottega };
    const { auth } = await server.callOk(switchBusiness, { params }, { token: aurora });
    tokens = { aurora, bottega: auth.accessToken };
  }

  /** Creates a health authority with one patient. */
  async function begin(hasPin: boolean, initial: bigint): Promise<{ model: LedgerModel; real: Real }> {
    runs += 1;
    await goTo(TEST_NOW);
    const { db } = server;
    const ids = { asl: 1000 + runs, patient: FIRST_FREE_ID + runs, first: 2 * (FIRST_FREE_ID + runs) };
    for (const table of ['cancel_code_attempts', 'pin_pace'] as const) await db.deleteFrom(table).execute();
    await db.updateTable('outbox').set({ settled_at: now }).where('settled_at', 'is', null).execute();
    await db
      .insertInto('asl')
      .values({ asl_id: ids.asl, code: String(ids.asl), name: `ASL ${ids.asl}` })
      .execute();
    await db
      .insertInto('patient')
      .values({
        patient_id: ids.patient,
        fiscal_code: `MODEL${String(ids.patient).padStart(11, '0')}`,
        first_name: 'Nome',
        last_name: 'Cognome',
        gender: 'F',
        birth_date: '1980-01-01',
        otp_mode: hasPin ? 'PIN' : 'NONE',
        status: 'ENABLED',
        pin_hash: hasPin ? HASHES.pin : null,
      })
      .execute();
    await db
      .insertInto('dossier')
      .values({
        dossier_id: ids.patient,
        patient_id: ids.patient,
        asl_id: ids.asl,
        type: 'CELIAC',
        status: 'APPROVED',
        monthly_amount: null,
      })
      .execute();
    const amount = `${initial / 100n}.${String(initial % 100n).padStart(2, '0')}`;
    const vouchers = MONTHS.map(({ dateStart, dateEnd }, index) => ({
      voucher_id: ids.first + index,
      dossier_id: ids.patient,
      code: `M-${ids.first + index}`,
      month: dateStart,
      status: 'ENABLED' as const,
      enabled_at: startOfDay(dateStart),
      disabled_at: lastInstantOf(dateEnd),
      initial_amount: amount,
      residual: amount,
    }));
    await db.insertInto('voucher').values(vouchers).execute();
    const nothing = { commandIds: [], cartIds: [], purchaseIds: [], orderIds: [] };
    const voucherIds = [ids.first, ids.first + 1] as const;
    return {
      model: new LedgerModel(now.getTime(), hasPin, initial),
      real: { aslId: ids.asl, patientId: ids.patient, voucherIds, ...nothing },
    };
  }

  interface Answer {
    readonly status: number;
    readonly error?: { readonly description?: string | null | undefined };
  }

  function expectOutcome(what: string, answer: Answer, expected: Outcome): boolean {
    const outcome = answer.error?.description ?? 'done';
    expect(`${what}: ${outcome}`).toBe(`${what}: ${expected}`);
    reached.add(`${what}: ${outcome}`);
    return expected === 'done';
  }

  function expectCart(shown: Cart, model: LedgerModel, cart: ModelCart): void {
    const lines = shown.items.map(({ product, quantity, totalPrice }) => [
      Number(product.productId),
      { quantity, total: cents(totalPrice) },
    ]);
    expect(new Map(lines as [number, { quantity: number; total: bigint }][])).toEqual(cart.lines);
    expect(cents(shown.residualAmount)).toBe(model.shownResidual(cart));
    expect(cents(shown.voucherInitialAmount)).toBe(cart.voucher.initial);
  }

  function idOf<T>(all: readonly T[], one: T, ids: readonly number[]): number {
    const id = ids[all.indexOf(one)];
    if (id === undefined) throw new Error('the server has none of it');
    return id;
  }

  async function checkCart(model: LedgerModel, real: Real, seller: Seller, month: 0 | 1): Promise<boolean> {
    const body = { patientId: real.patientId, voucherId: real.voucherIds[month], storeId: STORE_OF[seller] };
    const answer = await server.call(carts.checkCart, { body }, { token: tokens[seller] });
    return keepCommand('check cart', model, real, answer, model.checkCart(seller, model.vouchers[month]));
  }

  function keepCommand(
    what: string,
    model: LedgerModel,
    real: Real,
    answer: Answer & {
      readonly data?: { txCommand: { txCommandId: number | string; otpRequired?: boolean | null | undefined } };
    },
    expected: Outcome,
  ): boolean {
    if (!expectOutcome(what, answer, expected)) return false;
    const command = model.commands.at(-1);
    real.commandIds.push(Number(answer.data?.txCommand.txCommandId));
    expect(answer.data?.txCommand.otpRequired).toBe(command !== undefined && model.needsSecret(command));
    return true;
  }

  async function checkPurchase(model: LedgerModel, real: Real, cart: ModelCart): Promise<boolean> {
    const params = { cartId: idOf(model.carts, cart, real.cartIds) };
    const answer = await server.call(purchases.checkPurchase, { params }, { token: tokens[cart.seller] });
    return keepCommand('check purchase', model, real, answer, model.checkPurchase(cart));
  }

  async function checkCancellation(model: LedgerModel, real: Real, purchase: ModelPurchase): Promise<boolean> {
    const params = { purchaseId: idOf(model.purchases, purchase, real.purchaseIds) };
    const answer = await server.call(purchases.checkCancellation, { params }, { token: tokens[purchase.cart.seller] });
    return keepCommand('check cancellation', model, real, answer, model.checkCancellation(purchase));
  }

  async function execute(model: LedgerModel, real: Real, command: ModelCommand, secret: Secret): Promise<boolean> {
    const { seller, what } = command;
    const right = what.kind === 'cancellation' ? CANCEL_CODE : PIN;
    const otp = secret === 'right' ? right : SECRETS[secret];
    const body = { txCommandId: idOf(model.commands, command, real.commandIds), otp };
    const signature = { token: tokens[seller] };
    if (what.kind === 'cart') {
      const answer = await server.call(carts.executeCart, { body }, signature);
      const isDone = expectOutcome('execute cart', answer, model.execute(command, secret));
      if (isDone) real.cartIds.push(Number(answer.data?.cart.cartId));
      return isDone;
    }
    if (what.kind === 'purchase') {
      const params = { cartId: idOf(model.carts, what.cart, real.cartIds) };
      const answer = await server.call(purchases.executePurchase, { params, body }, signature);
      const isDone = expectOutcome('execute purchase', answer, model.execute(command, secret));
      if (isDone) real.purchaseIds.push(Number(answer.data?.purchase.purchaseId));
      return isDone;
    }
    const params = { purchaseId: idOf(model.purchases, what.purchase, real.purchaseIds) };
    const answer = await server.call(purchases.executeCancellation, { params, body }, signature);
    return expectOutcome('execute cancellation', answer, model.execute(command, secret));
  }

  async function executeLast(model: LedgerModel, real: Real, secret: Secret): Promise<boolean> {
    const command = model.commands.at(-1);
    return command !== undefined && execute(model, real, command, secret);
  }

  async function put(
    model: LedgerModel,
    real: Real,
    cart: ModelCart,
    line: { readonly product: ModelProduct; readonly quantity: number; readonly factor: bigint },
  ): Promise<boolean> {
    const { product, quantity, factor } = line;
    const price = product.refPrice * factor;
    const params = { cartId: idOf(model.carts, cart, real.cartIds) };
    const body = { productId: product.id, quantity, pricePerUnit: Number(price) / 1_000_000 };
    const answer = await server.call(carts.putCartProduct, { params, body }, { token: tokens[cart.seller] });
    const isDone = expectOutcome('put', answer, model.put(cart, product, quantity, price));
    if (answer.data) expectCart(answer.data.cart, model, cart);
    return isDone;
  }

  /** A step that needs an object to act on. */
  function step<T>(
    name: string,
    how: fc.Arbitrary<T>,
    isPossible: (model: Readable) => boolean,
    run: (model: LedgerModel, real: Real, how: T) => Promise<unknown>,
  ): fc.Arbitrary<Step> {
    return how.map((chosen) => ({
      check: (model) => isPossible(model),
      run: async (model, real) => {
        await run(model, real, chosen);
      },
      toString: () => `${name} ${fc.stringify(chosen)}`,
    }));
  }

  function pick<T>(all: readonly T[], at: number): T {
    const one = all[all.length - 1 - (at % all.length)];
    if (one === undefined) throw new Error('nothing to pick');
    return one;
  }

  function thisMonth(): 0 | 1 {
    return now < LATER[0] ? 0 : 1;
  }

  /** Picks a cart, usually one that can still be bought. */
  function pickCart({ carts: all }: LedgerModel, at: number): ModelCart {
    const open = all.filter(({ purchase }) => !purchase);
    return pick(open.length > 0 && at > 0 ? open : all, at);
  }

  const at = fc.nat({ max: 7 });
  const seller = fc.constantFrom(...SELLERS);
  const month = fc.constantFrom<(0 | 1)[]>(0, 0, 0, 1);
  const secret = fc.constantFrom<Secret[]>('right', 'right', 'right', 'right', 'wrong', 'absent');
  const line = fc.record({
    product: fc.constantFrom(...MODEL_PRODUCTS),
    quantity: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.constantFrom(30, 999)),
    factor: fc.constantFrom(1n, 1n, 1n, 2n, 5n, 6n),
  });
  const small = fc.record({
    product: fc.constantFrom(...MODEL_PRODUCTS.filter(({ isCovered }) => isCovered)),
    quantity: fc.integer({ min: 1, max: 3 }),
    factor: fc.constant(1n),
  });

  const always = () => true;
  const hasCart = ({ carts: all }: Readable) => all.length > 0;
  const hasPurchase = ({ purchases: all }: Readable) => all.length > 0;
  const hasCommand = ({ commands }: Readable) => commands.length > 0;

  const sale = step(
    'sell',
    fc.record({ seller, lines: fc.array(small, { minLength: 1, maxLength: 3 }) }),
    always,
    async (model, real, how) => {
      if (!(await checkCart(model, real, how.seller, thisMonth()))) return;
      if (!(await executeLast(model, real, 'right'))) return;
      const cart = pick(model.carts, 0);
      for (const one of how.lines) await put(model, real, cart, one);
      if (await checkPurchase(model, real, cart)) await executeLast(model, real, 'right');
    },
  );

  const steps = [
    { weight: 4, arbitrary: sale },
    step('check cart', fc.record({ seller, month }), always, (model, real, how) =>
      checkCart(model, real, how.seller, how.month),
    ),
    {
      weight: 3,
      arbitrary: step('execute', fc.record({ at, secret }), hasCommand, (model, real, how) =>
        execute(model, real, pick(model.commands, how.at), how.secret),
      ),
    },
    {
      weight: 2,
      arbitrary: step('execute last', fc.record({ secret }), hasCommand, (model, real, how) =>
        executeLast(model, real, how.secret),
      ),
    },
    {
      weight: 3,
      arbitrary: step('put', fc.record({ at, line }), hasCart, (model, real, how) =>
        put(model, real, pickCart(model, how.at), how.line),
      ),
    },
    step(
      'delete',
      fc.record({ at, product: fc.constantFrom(...MODEL_PRODUCTS) }),
      hasCart,
      async (model, real, how) => {
        const cart = pickCart(model, how.at);
        const [inCart] = cart.lines.keys();
        const product = MODEL_PRODUCTS.find(({ id }) => how.at % 2 === 0 && id === inCart) ?? how.product;
        const params = { cartId: idOf(model.carts, cart, real.cartIds), productId: product.id };
        const answer = await server.call(carts.deleteCartProduct, { params }, { token: tokens[cart.seller] });
        expectOutcome('delete', answer, model.remove(cart, product));
        if (answer.data) expectCart(answer.data.cart, model, cart);
      },
    ),
    {
      weight: 2,
      arbitrary: step('check purchase', at, hasCart, (model, real, how) =>
        checkPurchase(model, real, pickCart(model, how)),
      ),
    },
    step('check cancellation', at, hasPurchase, (model, real, how) =>
      checkCancellation(model, real, pick(model.purchases, how)),
    ),
    {
      weight: 2,
      arbitrary: step('cancel', fc.record({ at, secret }), hasPurchase, async (model, real, how) => {
        const isChecked = await checkCancellation(model, real, pick(model.purchases, how.at));
        if (isChecked) await executeLast(model, real, how.secret);
      }),
    },
    {
      weight: 2,
      arbitrary: step('recreate', at, hasPurchase, async (model, real, how) => {
        const cancelled = model.purchases.filter(({ cancelledAt }) => cancelledAt !== undefined);
        const purchase = pick(cancelled.length > 0 && how > 0 ? cancelled : model.purchases, how);
        const params = { purchaseId: idOf(model.purchases, purchase, real.purchaseIds) };
        const answer = await server.call(carts.recreateCart, { body: params }, { token: tokens[purchase.cart.seller] });
        const [expected, cart] = model.recreate(purchase);
        if (!expectOutcome('recreate', answer, expected) || cart === undefined) return;
        const index = model.carts.indexOf(cart);
        real.cartIds[index] ??= Number(answer.data?.cart.cartId);
        expect(answer.data?.cart.cartId).toBe(real.cartIds[index]);
      }),
    },
    {
      weight: 2,
      arbitrary: step('order', fc.array(at, { minLength: 1, maxLength: 4 }), hasPurchase, async (model, real, how) => {
        const first = pick(model.purchases, how[0] ?? 0);
        const own = model.purchases.filter(({ cart }) => cart.seller === first.cart.seller);
        const chosen = [...new Set(how.map((one) => pick(own, one)))];
        const purchasesIds = chosen.map((one) => idOf(model.purchases, one, real.purchaseIds));
        const body = { purchasesIds, orderDate: now.toISOString() };
        const answer = await server.call(createAmcOrders, { body }, { token: tokens[first.cart.seller] });
        if (!expectOutcome('order', answer, model.order(first.cart.seller, chosen))) return;
        expect(answer.data?.orders).toHaveLength(1);
        real.orderIds.push(Number(answer.data?.orders[0]?.amcOrderId));
      }),
    },
    step('guess', fc.record({ seller, times: fc.integer({ min: 4, max: 6 }) }), always, async (model, real, how) => {
      if (!(await checkCart(model, real, how.seller, thisMonth()))) return;
      for (let time = 0; time < how.times; time += 1) await executeLast(model, real, 'wrong');
    }),
    step('change what is checked', fc.record({ at, line: small }), hasCart, async (model, real, how) => {
      const cart = pickCart(model, how.at);
      if (!(await checkPurchase(model, real, cart))) return;
      const command = pick(model.commands, 0);
      await put(model, real, cart, how.line);
      await execute(model, real, command, 'right');
    }),
    step(
      'reject',
      at,
      ({ orders }) => orders.some(({ isRejected }) => !isRejected),
      async (model, real, how) => {
        const order = pick(
          model.orders.filter(({ isRejected }) => !isRejected),
          how,
        );
        // An earlier rejection has postponed the other deliveries.
        await server.db.updateTable('outbox').set({ next_attempt_at: now }).where('settled_at', 'is', null).execute();
        await reject(server, idOf(model.orders, order, real.orderIds));
        order.isRejected = true;
      },
    ),
    step('wait', fc.constantFrom(9, 10, 16, 61), always, async (model, _, minutes) => {
      await goTo(new Date(now.getTime() + minutes * 60_000));
      model.now = now.getTime();
    }),
    step(
      'go to',
      fc.constantFrom(...LATER),
      ({ now: time }) => time < LATER[1].getTime(),
      async (model, _, time) => {
        if (time <= now) return;
        await goTo(time);
        model.now = now.getTime();
      },
    ),
  ].flatMap((one) => ('weight' in one ? Array<fc.Arbitrary<Step>>(one.weight).fill(one.arbitrary) : [one]));

  /** Executes every executed command again and expects a refusal. */
  async function repeatAll(model: LedgerModel, real: Real): Promise<void> {
    for (const command of model.commands.filter(({ isExecuted }) => isExecuted)) {
      await execute(model, real, command, 'right');
    }
  }

  async function expectSame(model: LedgerModel, real: Real): Promise<void> {
    const stored = await server.db
      .selectFrom('voucher')
      .select('residual')
      .where('voucher_id', 'in', real.voucherIds)
      .orderBy('voucher_id')
      .execute();
    expect(stored.map(({ residual }) => cents(money(residual)))).toEqual(
      model.vouchers.map((voucher) => model.residualOf(voucher)),
    );
    for (const cart of model.carts) {
      const params = { cartId: idOf(model.carts, cart, real.cartIds) };
      const { cart: shown } = await server.callOk(carts.readCartSummary, { params }, { token: tokens[cart.seller] });
      expectCart(shown, model, cart);
      expect(cents(shown.itemsAmount)).toBe(model.totalOf(cart));
      expect(shown.purchaseId ?? null).toBe(
        cart.purchase ? idOf(model.purchases, cart.purchase, real.purchaseIds) : null,
      );
    }
    for (const one of SELLERS) await expectSameFor(one, model, real);
  }

  /** Compares what a seller sees of the patient: history, orders and bills. */
  async function expectSameFor(one: Seller, model: LedgerModel, real: Real): Promise<void> {
    const token = tokens[one];
    const history = { patientId: real.patientId, size: 100, sort: 'purchaseId,asc' };
    const shown = await server.callOk(purchases.searchPurchases, { query: history }, { token });
    expect(
      shown.purchases.map(({ purchaseId, itemsAmount, status, cancelable }) => [
        purchaseId,
        cents(itemsAmount),
        status,
        cancelable,
      ]),
    ).toEqual(
      model.purchases
        .filter(({ cart }) => cart.seller === one)
        .map((purchase) => [
          idOf(model.purchases, purchase, real.purchaseIds),
          purchase.total,
          purchase.cancelledAt === undefined ? 'ACTIVE' : 'CANCELLED',
          model.isCancelable(purchase),
        ]),
    );
    const query = { aslId: real.aslId, size: 100, sort: 'amcOrderId,asc' };
    const { orders } = await server.callOk(searchAmcOrders, { query }, { token });
    expect(orders.map(({ amcOrderId, amount, esbStatus }) => [amcOrderId, amount && cents(amount), esbStatus])).toEqual(
      model.orders
        .filter((order) => order.seller === one)
        .map((order) => [
          idOf(model.orders, order, real.orderIds),
          order.total,
          order.isRejected ? 'REJECTED' : 'PENDING',
        ]),
    );
    for (const [index, { from, until }] of model.vouchers.entries()) {
      const period = MONTHS[index] ?? MONTHS[0];
      const bill = await readBillDetail(server, token, { ...period, aslId: real.aslId });
      const billed = model.billed(one, from, until);
      expect(cents(columnSum(bill, 'Importo (€)'))).toBe(billed);
      expect(cents(euro(bill.facts.get('Totale di controllo (€)')?.[0]))).toBe(billed);
    }
  }

  test(
    'rules §5 and §6 ledger: whatever is done in whatever order, the server is what a small ledger in memory says',
    async () => {
      const start = fc.record({ hasPin: fc.boolean(), initial: fc.constantFrom(999n, 4000n, 11_000n) });
      const property = fc.asyncProperty(
        start,
        fc.commands(steps, { maxCommands: 30, size: 'max' }),
        async ({ hasPin, initial }, commands) => {
          const setup = await begin(hasPin, initial);
          await fc.asyncModelRun(() => setup, commands);
          await repeatAll(setup.model, setup.real);
          await expectSame(setup.model, setup.real);
        },
      );
      await fc.assert(property, { ...modelRuns(30), seed: testSeed });
      expect(await contradictions(server.db)).toEqual([]);
      expect(await halfMadePurchases(server.db, FIRST_FREE_ID)).toEqual([]);
      expect(TO_REACH.filter((place) => !reached.has(place))).toEqual([]);
    },
    LONG_TEST,
  );
});
