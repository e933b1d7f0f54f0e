import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupBy } from '#contract/group-by.ts';
import { addDays, ageOn, monthOf, romeDay, startOfDay } from '#contract/rules/dates.ts';
import { isProvisionalFiscalCode, isValidFiscalCode } from '#contract/rules/fiscal-code.ts';
import { isValidQuantity, isValidUnitPrice, lineTotal, money, sum } from '#contract/rules/money.ts';
import { isGtin, pharmacyCodeOf } from '#contract/rules/product-code.ts';
import municipalities from '#demo/data/municipalities.json' with { type: 'json' };
import { type DemoData, generateDemoData } from '#demo/seed-demo-data.ts';
import { namedCases } from '#demo/values.ts';
import { isFull } from '#tests/extent.ts';

const NOW = new Date('2026-11-20T10:00:00+01:00');
const data = generateDemoData(NOW, (secret) => secret);

/** Instants of the first start at the turn of a month, of a year and of the clock, and the first instant of a month. */
const HARD_INSTANTS = [
  '2026-12-01T00:00:00+01:00',
  '2026-11-30T23:59:59+01:00',
  '2027-01-01T00:00:01+01:00',
  '2027-03-28T12:00:00+02:00',
  '2027-10-31T02:30:00+01:00',
  '2028-02-29T18:00:00+01:00',
].map((text) => new Date(text));

const anyInstant = fc.date({ min: new Date('2026-06-01'), max: new Date('2036-12-31'), noInvalidDate: true });

const madeAt = new Map<number, DemoData>();

function dataOf(now: Date): DemoData {
  const made = madeAt.get(now.getTime()) ?? generateDemoData(now, (secret) => secret);
  madeAt.set(now.getTime(), made);
  return made;
}

/** A fixed seed gives every test the same instants, so that each is generated once. */
const RUNS = { seed: 20_261_120, numRuns: isFull ? 8 : 2, examples: HARD_INSTANTS.map((now): [Date] => [now]) };

function onAnyDay(check: (data: DemoData, now: Date) => void): void {
  fc.assert(
    fc.property(anyInstant, (now) => check(dataOf(now), now)),
    RUNS,
  );
}

function vouchersNow({ voucher, dossier }: DemoData, patientId: number, now: Date) {
  const dossierIds = dossier.filter(({ patient_id }) => patient_id === patientId).map(({ dossier_id }) => dossier_id);
  return voucher.filter(
    (one) => dossierIds.includes(one.dossier_id) && one.enabled_at <= now && now <= one.disabled_at,
  );
}

function patientIdOf(title: string): number {
  return namedCases.findIndex((named) => named.title.startsWith(title)) + 1;
}

test('design §2 demonstration data: the same instant gives the same rows', () => {
  expect(generateDemoData(NOW, (secret) => secret)).toEqual(data);
});

test('design §2 demonstration data: as much of everything as a demonstration needs', () => {
  expect(data.asl).toHaveLength(8);
  expect(data.business.length).toBeGreaterThanOrEqual(12);
  expect(data.store).toHaveLength(40);
  expect(data.category.length).toBeGreaterThanOrEqual(12);
  expect(data.manufacturer.length).toBeGreaterThanOrEqual(60);
  expect(data.product.length).toBeGreaterThanOrEqual(2000);
  expect(data.patient.length).toBeGreaterThanOrEqual(300);
  expect(data.purchase.filter(({ status }) => status === 'CANCELLED').length).toBeGreaterThan(20);
  expect(new Set(data.purchase.map(({ created_at }) => romeDay(created_at).slice(0, 7))).size).toBe(7);
});

test('design §2 demonstration data: names and EAN-13 of products are unique, every EAN is valid, some begin with 0', () => {
  expect(data.product.filter(({ ean1 }) => !isGtin(ean1))).toEqual([]);
  expect(data.product.filter(({ ean1 }) => ean1.startsWith('0')).length).toBeGreaterThan(100);
  const pharmacyCodes = data.product.flatMap(({ pharmacy_code: code }) => code ?? []);
  expect(pharmacyCodes.filter((code) => pharmacyCodeOf(code) !== code)).toEqual([]);
  expect(pharmacyCodes.length).toBeGreaterThan(100);
  expect(new Set(data.product.map(({ ean1 }) => ean1)).size).toBe(data.product.length);
  expect(new Set(data.product.map(({ name }) => name)).size).toBe(data.product.length);
  expect(data.product.every(({ ref_price }) => isValidUnitPrice(money(ref_price)))).toBe(true);
});

test('design §2 demonstration data: every category and every manufacturer has products, of the kind of the category', () => {
  const typeOf = new Map(data.category.map(({ category_id, type }) => [category_id, type]));
  const products = new Map(data.product.map((product) => [product.product_id, product]));
  for (const { product_id, category_id } of data.product_category) {
    expect(typeOf.get(category_id)).toBe(products.get(product_id)?.category_type);
  }
  expect(new Set(data.product_category.map(({ category_id }) => category_id)).size).toBe(data.category.length);
  expect(new Set(data.product.map(({ manufacturer_id }) => manufacturer_id)).size).toBe(data.manufacturer.length);
});

test('design §2 demonstration data: fiscal codes are valid, unique, of Sardinian municipalities, one is provisional, and at least one is homocodic', () => {
  const codes = data.patient.map(({ fiscal_code }) => fiscal_code);
  expect(codes.filter((code) => !isValidFiscalCode(code))).toEqual([]);
  expect(new Set(codes).size).toBe(codes.length);
  const places = new Set(municipalities.map(({ cadastralCode }) => cadastralCode));
  const usual = codes.filter((code) => !isProvisionalFiscalCode(code));
  const plain = usual.filter((code) => /\d/.test(code.charAt(14)));
  expect(plain.filter((code) => !places.has(code.slice(11, 15)))).toEqual([]);
  expect(codes.length - usual.length).toBe(1);
  expect(usual.length - plain.length).toBeGreaterThanOrEqual(1);
});

test('design §2 demonstration data: every store stands within a kilometre of its town, in all eight health authorities', () => {
  const towns = new Map(municipalities.map((place) => [place.name, place]));
  for (const store of data.store) {
    expect(Math.abs(store.latitude - (towns.get(store.city)?.latitude ?? 0))).toBeLessThan(0.01);
    expect(Math.abs(store.longitude - (towns.get(store.city)?.longitude ?? 0))).toBeLessThan(0.01);
  }
  expect(new Set(data.store.map(({ city }) => towns.get(city)?.aslId)).size).toBe(8);
});

test('design §2 demonstration data: one user has three businesses, every business has a user and stores, some ask for a code to cancel', () => {
  const perUser = groupBy(data.user_business, ({ user_id }) => user_id);
  expect(Math.max(...[...perUser.values()].map((list) => list.length))).toBe(3);
  expect(new Set(data.user_business.map(({ business_id }) => business_id)).size).toBe(data.business.length);
  expect(new Set(data.store.map(({ business_id }) => business_id)).size).toBe(data.business.length);
  const withCode = data.business.filter(({ cancel_code_hash }) => cancel_code_hash !== null).length;
  expect(withCode).toBeGreaterThan(1);
  expect(data.business.length - withCode).toBeGreaterThan(1);
  expect(data.app_user.filter(({ profile }) => profile === 'ASL').map(({ asl_id }) => asl_id)).toHaveLength(2);
});

test('design §2 demonstration data: residual = initial − active purchases, totals of rounded lines, on any day', () => {
  onAnyDay(({ voucher, purchase, purchase_item, cart_item }) => {
    const items = groupBy(purchase_item, ({ purchase_id }) => purchase_id);
    const ofVoucher = groupBy(purchase, ({ voucher_id }) => voucher_id);
    const wrongLines = [...purchase_item, ...cart_item].filter(({ quantity, unit_price, total }) => {
      const unitPrice = money(unit_price);
      const isAllowed = isValidQuantity(quantity) && isValidUnitPrice(unitPrice);
      return !isAllowed || !lineTotal(quantity, unitPrice).eq(total);
    });
    const wrongPurchases = purchase.filter(({ purchase_id, items_amount }) => {
      const lines = items.get(purchase_id) ?? [];
      return !sum(lines.map(({ total }) => money(total))).eq(items_amount);
    });
    const wrongVouchers = voucher.filter(({ voucher_id, initial_amount, residual }) => {
      const active = (ofVoucher.get(voucher_id) ?? []).filter(({ status }) => status === 'ACTIVE');
      const spent = sum(active.map(({ items_amount }) => money(items_amount)));
      return !money(initial_amount).minus(spent).eq(residual) || money(residual).lt(0);
    });
    expect({ wrongLines, wrongPurchases, wrongVouchers }).toEqual({
      wrongLines: [],
      wrongPurchases: [],
      wrongVouchers: [],
    });
  });
});

test('design §2 demonstration data: purchases are in the dates of the voucher and never ahead, on any day', () => {
  onAnyDay(({ voucher, cart, purchase }, now) => {
    const vouchers = new Map(voucher.map((row) => [row.voucher_id, row]));
    const carts = new Map(cart.map((row) => [row.cart_id, row]));
    const wrong = purchase.filter(({ voucher_id, cart_id, created_at, cancelled_at }) => {
      const charged = vouchers.get(voucher_id);
      const inOrder = [
        charged?.enabled_at,
        carts.get(cart_id)?.created_at,
        created_at,
        cancelled_at ?? created_at,
        now,
      ];
      const isInOrder = inOrder.every((at, index) => at && at >= (inOrder[index - 1] ?? at));
      return !isInOrder || !charged || created_at > charged.disabled_at;
    });
    expect(wrong).toEqual([]);
  });
});

test('design §2 demonstration data: purchases are of products of the dossier, by somebody who works in the business of the store', () => {
  const types = new Map(data.dossier.map((row) => [row.dossier_id, row]));
  const products = new Map(data.product.map((row) => [row.product_id, row.category_type]));
  const lines = groupBy(data.purchase_item, ({ purchase_id }) => purchase_id);
  const workplaces = new Set(data.user_business.map((row) => `${row.user_id} ${row.business_id}`));
  const places = new Set(data.store.map((row) => `${row.store_id} ${row.business_id}`));
  for (const row of data.purchase) {
    const dossier = types.get(row.dossier_id);
    const kinds = (lines.get(row.purchase_id) ?? []).map(({ product_id }) => products.get(product_id));
    expect(new Set(kinds)).toEqual(new Set([dossier?.type]));
    expect([row.asl_id, row.patient_id]).toEqual([dossier?.asl_id, dossier?.patient_id]);
    expect(workplaces.has(`${row.user_id} ${row.business_id}`)).toBe(true);
    expect(places.has(`${row.store_id} ${row.business_id}`)).toBe(true);
  }
});

test('design §2 demonstration data: the residual that a receipt shows is the one right after its purchase', () => {
  const vouchers = new Map(data.voucher.map((row) => [row.voucher_id, row]));
  for (const [voucherId, purchases] of groupBy(data.purchase, ({ voucher_id }) => voucher_id)) {
    for (const { purchase_id, created_at, residual_after } of purchases) {
      const before = purchases.filter((one) => one.purchase_id <= purchase_id);
      const active = before.filter(({ cancelled_at }) => cancelled_at === null || cancelled_at > created_at);
      const spent = sum(active.map(({ items_amount }) => money(items_amount)));
      expect(
        money(vouchers.get(voucherId)?.initial_amount ?? 0)
          .minus(spent)
          .eq(residual_after),
      ).toBe(true);
    }
  }
});

test('design §2 demonstration data: each named case is what its name says, whatever the day of the first start', () => {
  onAnyDay((made, now) => {
    const of = (title: string) => vouchersNow(made, patientIdOf(title), now);
    const today = romeDay(now);
    for (const title of ['PIN asked', 'no PIN asked', 'homocodic']) {
      expect(of(title).map(({ status, initial_amount, residual }) => [status, residual === initial_amount])).toEqual([
        ['ENABLED', true],
      ]);
    }
    expect(of('no voucher')).toEqual([]);
    expect(of('revoked voucher').map(({ status }) => status)).toEqual(['REVOKED']);
    expect(of('revoked dossier').map(({ status }) => status)).toEqual(['REVOKED']);
    expect(of('two dossiers').map(({ status }) => status)).toEqual(['ENABLED', 'ENABLED']);
    expect(of('two vouchers').map(({ status }) => status)).toEqual(['ENABLED', 'ENABLED']);
    const [nearlySpent] = of('voucher nearly spent');
    expect(money(nearlySpent?.residual ?? 0).gt(0) && money(nearlySpent?.residual ?? 9).lt(3)).toBe(true);
    const [expiring] = of('voucher about to expire');
    expect(romeDay(expiring?.disabled_at ?? now) <= monthOf(today).last).toBe(true);
    expect((expiring?.disabled_at.getTime() ?? Infinity) - startOfDay(today).getTime()).toBeLessThan(49 * 3_600_000);
  });
});

test('design §2 demonstration data: the last patient’s dossier is on paper until next month, on any day', () => {
  onAnyDay(({ patient, dossier, voucher }, now) => {
    const { patient_id: patientId, last_name: name } = patient.at(-1) ?? {};
    const own = dossier.filter((row) => row.patient_id === patientId);
    expect([name, own.map(({ status, switch_month: month }) => [status, month])]).toEqual([
      'Cartavecchia',
      [['APPROVED', addDays(monthOf(romeDay(now)).last, 1)]],
    ]);
    expect(voucher.filter(({ dossier_id: id }) => id === own[0]?.dossier_id)).toEqual([]);
  });
});

test('design §2 demonstration data: every voucher has the amount of the table, and lasts to 23:59:59 of Rome', () => {
  const amounts = new Map(data.dossier.map((row) => [row.dossier_id, row]));
  const patients = new Map(data.patient.map((row) => [row.patient_id, row]));
  for (const { dossier_id, month, initial_amount, disabled_at } of data.voucher) {
    const dossier = amounts.get(dossier_id);
    const patient = patients.get(dossier?.patient_id ?? 0);
    const years = ageOn(patient?.birth_date ?? '', month);
    if (dossier?.type === 'PROTEIN_FREE') expect(initial_amount).toBe(money(dossier.monthly_amount ?? 0).toFixed());
    else if (years >= 60) expect(initial_amount).toBe(patient?.gender === 'M' ? '89' : '75');
    else if (years >= 18) expect(initial_amount).toBe(patient?.gender === 'M' ? '110' : '90');
    expect(romeDay(new Date(disabled_at.getTime() + 1000)) > romeDay(disabled_at)).toBe(true);
  }
});

test('design §2 demonstration data: AMC orders of past months, in every status, one for each store and payer, on any day', () => {
  onAnyDay(({ purchase, amc_order, amc_order_purchase, outbox }, now) => {
    const purchases = new Map(purchase.map((row) => [row.purchase_id, row]));
    const links = groupBy(amc_order_purchase, ({ amc_order_id }) => amc_order_id);
    const { first } = monthOf(romeDay(now));
    const wrong = amc_order.filter(({ amc_order_id, store_id, business_id, asl_id, user_id, amount, ordered_at }) => {
      const own = (links.get(amc_order_id) ?? []).map(({ purchase_id }) => purchases.get(purchase_id));
      const isTogether = own.every(
        (row) =>
          row?.status === 'ACTIVE' &&
          romeDay(row.created_at) < first &&
          row.created_at <= ordered_at &&
          [row.store_id, row.business_id, row.asl_id, row.user_id].join() ===
            [store_id, business_id, asl_id, user_id].join(),
      );
      return !isTogether || ordered_at > now || !sum(own.map((row) => money(row?.items_amount ?? 0))).eq(amount);
    });
    expect(wrong).toEqual([]);
    expect(new Set(amc_order.map(({ esb_status }) => esb_status)).size).toBe(4);
    expect(outbox.map((row) => row.amc_order_id)).toEqual(amc_order.map((row) => row.amc_order_id));
  });
});

test('design §2 demonstration data: a rejected AMC order has released its purchases, one under way waits, the rest is settled', () => {
  const links = groupBy(data.amc_order_purchase, ({ amc_order_id }) => amc_order_id);
  const outbox = new Map(data.outbox.map((row) => [row.amc_order_id, row]));
  for (const { amc_order_id, esb_status, esb_reason } of data.amc_order) {
    const isRejected = esb_status === 'REJECTED';
    const isSettled = isRejected || esb_status === 'ACCEPTED';
    const row = outbox.get(amc_order_id);
    expect(esb_reason !== null).toBe(isRejected);
    expect((links.get(amc_order_id) ?? []).every(({ released_at }) => (released_at !== null) === isRejected)).toBe(
      true,
    );
    expect(row?.settled_at !== null).toBe(isSettled);
    if (!isSettled) expect(row?.next_attempt_at.getTime()).toBeGreaterThan(NOW.getTime());
  }
  const counted = data.amc_order_purchase.filter(({ released_at }) => released_at === null);
  expect(new Set(counted.map(({ purchase_id }) => purchase_id)).size).toBe(counted.length);
});
