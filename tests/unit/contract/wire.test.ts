import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { listBusinesses } from '#contract/calls/businesses.ts';
import { amcOrder } from '#contract/calls/amc-orders.ts';
import { cart, cartSummary, createdCart, txCommand } from '#contract/calls/carts.ts';
import { file, pagination, user } from '#contract/entities/shared.ts';
import { patient } from '#contract/entities/patient.ts';
import { product } from '#contract/calls/products.ts';
import { store } from '#contract/calls/stores.ts';
import { readError } from '#contract/errors.ts';
import { type Wire, amount, date, id, optional, optionalListOf, record, text, timestamp } from '#contract/wire.ts';

const cartOnTheWire = { cartId: 1, items: [], residualAmount: 10.5, voucherInitialAmount: 110 };

function sends(wire: Wire, value: unknown): boolean {
  return z.safeParse(wire.sent, value).success;
}

function reads(wire: Wire, value: unknown): boolean {
  return z.safeParse(wire.read, value).success;
}

test('rules §1 our server sends integers as ids; the portal echoes numbers and strings as they came', () => {
  expect(sends(id, 7)).toBe(true);
  expect(sends(id, '7')).toBe(false);
  expect(sends(id, 7.5)).toBe(false);
  expect(z.parse(id.read, 7)).toBe(7);
  expect(z.parse(id.read, 'C-0007')).toBe('C-0007');
  expect(reads(id, '')).toBe(false);
  expect(reads(id, null)).toBe(false);
});

test('rules §1 money leaves with at most 15 significant digits', () => {
  expect(sends(amount, 1234.5)).toBe(true);
  expect(sends(amount, 123456789012.345)).toBe(true);
  expect(sends(amount, 0.1 + 0.2)).toBe(false);
  expect(sends(amount, '1.5')).toBe(false);
});

test('rules §1 money is read into a decimal from its shortest decimal form', () => {
  expect(z.parse(amount.read, 0.1).plus(z.parse(amount.read, 0.2)).toString()).toBe('0.3');
  expect(reads(amount, '1.5')).toBe(false);
  expect(reads(amount, Infinity)).toBe(false);
});

test('rules §1 a birth date is its first ten characters, never shifted', () => {
  expect(z.parse(date.read, '1962-03-01')).toBe('1962-03-01');
  expect(z.parse(date.read, '1962-03-01T00:00:00+02:00')).toBe('1962-03-01');
  expect(reads(date, '01/03/1962')).toBe(false);
  expect(sends(date, '1962-03-01T00:00:00Z')).toBe(false);
});

test('rules §1 a timestamp leaves with its offset', () => {
  expect(sends(timestamp, '2026-07-01T12:00:00.000+02:00')).toBe(true);
  expect(sends(timestamp, '2026-07-01T12:00:00.000')).toBe(false);
  expect(reads(timestamp, '2026-07-01T10:00:00Z')).toBe(true);
  expect(reads(timestamp, 'yesterday')).toBe(false);
});

test('rules §1 null is absent when read', () => {
  const block = record({ a: optional(text), b: optionalListOf(text) });
  expect(z.parse(block.read, { a: null, b: null })).toEqual({ a: undefined, b: [] });
  expect(z.parse(block.read, {})).toEqual({ a: undefined, b: [] });
  expect(reads(block, { a: 1 })).toBe(false);
});

test('rules §1 an unknown key does not leave our server, and is dropped when another sends it', () => {
  expect(sends(cart, { ...cartOnTheWire, secret: 1 })).toBe(false);
  expect(z.parse(cart.read, { ...cartOnTheWire, secret: 1 })).not.toHaveProperty('secret');
});

test('rules §1 an unknown status is read, and never sent', () => {
  const row = {
    patientId: 1,
    fiscalCode: 'X',
    activeVouchers: [{ voucherId: 1, status: 'FROZEN' }],
    activeDossiers: [],
  };
  expect(z.parse(patient.read, row).activeVouchers[0]?.status).toBe('FROZEN');
  expect(sends(patient, row)).toBe(false);
});

test('§3 a patient row of a frugal server is read: ids as text, the rest null or left out', () => {
  const row = { patientId: 'P1', fiscalCode: 'RSSMRA85T10A562S', birthDate: null, activeVouchers: null };
  expect(z.parse(patient.read, row)).toEqual({
    patientId: 'P1',
    fiscalCode: 'RSSMRA85T10A562S',
    activeVouchers: [],
    activeDossiers: [],
  });
});

test('§3 the portal requires what a cart must have: its id and its amounts', () => {
  expect(reads(cart, cartOnTheWire)).toBe(true);
  for (const key of ['cartId', 'residualAmount', 'voucherInitialAmount']) {
    expect(reads(cart, { ...cartOnTheWire, [key]: undefined })).toBe(false);
  }
});

test('rules §5 a negative residual amount is read', () => {
  expect(z.parse(cart.read, { ...cartOnTheWire, residualAmount: -3.25 }).residualAmount.toString()).toBe('-3.25');
});

test('§3 a product without price, category or manufacturer is read', () => {
  expect(z.parse(product.read, { productId: 1, name: 'Pane' })).toEqual({ productId: 1, name: 'Pane', categories: [] });
});

test("rules §1 extras of our server: another's of the same name and another shape are absent, and the rest is read", () => {
  const sent = { ...cartOnTheWire, itemsAmount: 0 };
  for (const foreign of ['Via Roma 1', { name: 'Centro' }, { code: 'B-31' }, 7, [], null, undefined]) {
    for (const { read } of [cart, cartSummary, createdCart]) {
      const { cartId, store: where, voucher } = z.parse(read, { ...sent, store: foreign, voucher: foreign });
      expect({ cartId, where, voucher }).toEqual({ cartId: 1, where: undefined, voucher: undefined });
    }
  }
  const known = { store: { storeId: 4, name: 'Centro' }, voucher: { voucherId: 'V-3', code: 'B-31' } };
  expect(z.parse(cart.read, { ...sent, ...known })).toMatchObject(known);
  for (const businessId of [{ id: 1 }, true, null]) {
    expect(z.parse(amcOrder.read, { amcOrderId: 9, businessId })).toEqual({ amcOrderId: 9 });
  }
});

test('rules §1 coordinates: two numbers, strings tolerated; what is no place is absent, and the store stays', () => {
  expect(z.parse(store.read, { storeId: 1, coordinates: ['39.2', 9.1] }).coordinates).toEqual([39.2, 9.1]);
  for (const coordinates of [['north', 9.1], [39.2], [null, null], null, 'Cagliari', undefined]) {
    expect(z.parse(store.read, { storeId: 1, coordinates }).coordinates).toBeUndefined();
  }
  expect(sends(store, { storeId: 1, coordinates: [39.2, 9.1] })).toBe(true);
  expect(sends(store, { storeId: 1, coordinates: ['39.2', 9.1] })).toBe(false);
});

test('rules §1 businesses: one that makes no sense is left out, and so is a store; the others stay', () => {
  const { answer } = listBusinesses;
  const businesses = [
    { businessId: 1, stores: [{ storeId: null }, null, { storeId: 'a', coordinates: {} }] },
    { businessId: null },
    'business',
    { businessId: 2, stores: null },
  ];
  expect(z.parse(answer.read, { businesses }).businesses).toMatchObject([
    { businessId: 1, stores: [{ storeId: 'a' }] },
    { businessId: 2 },
  ]);
  expect(reads(answer, { businesses: null })).toBe(false);
  expect(reads(answer, { businesses: [] })).toBe(true);
  expect(reads(answer, { businesses: [{}, 'business'] }), 'nothing in it makes sense').toBe(false);
  expect(sends(answer, { businesses: [{ businessId: null }] })).toBe(false);
});

test.each([[true], [false], [null], [undefined]])('rules §6 otpRequired may be %s', (otpRequired) => {
  expect(z.parse(txCommand.read, { txCommandId: 'T1', otpRequired }).otpRequired).toBe(otpRequired ?? undefined);
});

test('§3 a transaction command without id is refused', () => {
  expect(reads(txCommand, { otpRequired: true })).toBe(false);
});

test('§6 an unknown profile is read, so that its user sees an empty portal and not a broken one', () => {
  expect(reads(user, { username: 'x', userProfile: { profile: 'AUDITOR' } })).toBe(true);
  expect(sends(user, { username: 'x', userProfile: { profile: 'AUDITOR' } })).toBe(false);
});

test('§3 pagination needs the total count alone', () => {
  expect(reads(pagination, { totalCount: 3 })).toBe(true);
  expect(reads(pagination, { page: 0, pageSize: 5 })).toBe(false);
});

test('§3 a file needs its name, content and type', () => {
  expect(reads(file, { fileName: 'a.pdf', base64: 'QQ==', mimeType: 'application/pdf' })).toBe(true);
  expect(reads(file, { fileName: 'a.pdf', base64: 'QQ==' })).toBe(false);
});

test('rules §2 an error code may be a number or text, and every part may be missing', () => {
  expect(z.parse(readError, { code: 5004 }).code).toBe(5004);
  expect(z.parse(readError, { code: '5004', description: null }).code).toBe('5004');
  expect(z.safeParse(readError, {}).success).toBe(true);
});
