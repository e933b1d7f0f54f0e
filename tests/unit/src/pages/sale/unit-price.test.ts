import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Money, money } from '#contract/rules/money.ts';
import { isSuspiciousPrice, priceText, readUnitPrice } from '#src/pages/sale/products/sale-line.ts';

const reference = (euro: string) => (euro === '' ? undefined : money(euro));

/** The result of reading a text: the price, or the kind of its error. */
function outcome(typed: string, refPrice = ''): string {
  const read = readUnitPrice(typed, reference(refPrice));
  return read.kind === 'plain' ? read.unitPrice.toFixed() : read.kind;
}

test.each([
  ['2,5', '2.5'],
  ['2.5', '2.5'],
  ['12', '12'],
  ['1,', '1'],
  ['.5', '0.5'],
  [',5', '0.5'],
  ['1,234.56', '1234.56'],
  ['1,234,567', '1234567'],
  [' 3,20 € ', '3.2'],
  ['€ 3,20', '3.2'],
  ['0,000001', '0.000001'],
  ['0.125', '0.125'],
  ['012.345', '12.345'],
  ['1234.5', '1234.5'],
  ['1234.567', '1234.567'],
  ['1.2345', '1.2345'],
  ['1.234,50', '1234.5'],
  ['1.234,567', '1234.567'],
  ['1.234.567', '1234567'],
  ['1.234.567,8', '1234567.8'],
  ['1 234,50', '1234.5'],
  ['1\u00a0234', '1234'],
])('§9 a price typed as %j is %s euro', (typed, euro) => expect(outcome(typed)).toBe(euro));

test.each(['', ',', '1,,', '-1', '1e3', 'abc', '0', '0,00', '1,1234567', '1234567890123'])(
  '§5 %j is no price',
  (typed) => expect(outcome(typed)).toBe('invalidPrice'),
);

test.each([
  '1,2.3',
  '1,2,3',
  '1.23.4',
  '1.2345.678',
  '0.123.456',
  '12.34,56',
  '1234.567,8',
  '0.123,45',
  '1.234 567',
  '1 2,50',
])('§5 %j is refused as unclear, not guessed', (typed) => expect(outcome(typed, '1.5')).toBe('unclearPrice'));

test.each(['1.234', '12.345', '999.000', ' 1.234 € ', '1,234', '12,345 €'])('§5 %j is asked about', (typed) => {
  expect(outcome(typed)).toBe('ambiguousPrice');
});

test('§5 the question about a price: both readings', () => {
  expect(readUnitPrice('1.234', undefined)).toEqual({
    kind: 'ambiguousPrice',
    typed: '1.234',
    asDecimals: money('1.234'),
    asThousands: money('1234'),
  });
});

test.each([
  ['0.616', 'ambiguousPrice'],
  ['0.617', '1.234'],
  ['2.468', '1.234'],
  ['2.469', 'ambiguousPrice'],
  ['616.9', 'ambiguousPrice'],
  ['617', '1234'],
  ['2468', '1234'],
  ['2468.1', 'ambiguousPrice'],
  ['0', 'ambiguousPrice'],
])("§5 '1.234' at a reference price of %s euro: %s, plain from half of it to twice as much", (refPrice, read) => {
  expect(outcome('1.234', refPrice)).toBe(read);
});

test.each([
  ['3.2', '3,20'],
  ['3', '3,00'],
  ['0.123456', '0,123456'],
  ['1.234', '1,2340'],
])('§9 a reference price of %s stands in the field as %s', (euro, text) => expect(priceText(money(euro))).toBe(text));

test('rules §5 a price above twice the reference price is suspicious, twice itself is not', () => {
  expect(isSuspiciousPrice(money('5.000001'), money('2.5'))).toBe(true);
  expect(isSuspiciousPrice(money('5'), money('2.5'))).toBe(false);
  expect(isSuspiciousPrice(money('500'), undefined)).toBe(false);
});

const price = fc.bigInt({ min: 1n, max: 10n ** 15n }).map((millionths) => money(String(millionths)).div(1_000_000));
const refPrice = fc.option(price, { nil: undefined });

test('§9 what the portal writes into the field is read back and never asked about', () => {
  fc.assert(
    fc.property(price, refPrice, (unitPrice, reference) => {
      expect(readUnitPrice(priceText(unitPrice), reference)).toEqual({ kind: 'plain', unitPrice });
    }),
  );
});

/** The significant digits of an amount. */
const digitsOf = (text: string) => text.replace(/\D/g, '').replace(/^0+/, '').replace(/0+$/, '');
const readings = (typed: string, reference: Money | undefined): readonly Money[] => {
  const read = readUnitPrice(typed, reference);
  if (read.kind === 'plain') return [read.unitPrice];
  return read.kind === 'ambiguousPrice' ? [read.asDecimals, read.asThousands] : [];
};

test('§5 of no text is a digit lost or a reading made that the reference price alone gives', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{1,4}([., ]\d{1,4}){0,3}$/), refPrice, (typed, reference) => {
      const read = readings(typed, reference);
      for (const unitPrice of read) expect(digitsOf(unitPrice.toFixed())).toBe(digitsOf(typed));
      const possible = readings(typed, undefined).map((one) => one.toFixed());
      expect(possible).toEqual(expect.arrayContaining(read.map((one) => one.toFixed())));
    }),
    { numRuns: 1000 },
  );
});
