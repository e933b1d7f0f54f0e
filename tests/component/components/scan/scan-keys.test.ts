import { fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type HeardScan, listenForScans, scanEnd } from '#src/components/scan/scan-keys.ts';
import { CARD, CARDS, EAN8, EAN13, PACES, PRODUCTS } from '../../../scans.ts';
import { type Ending, insert, press, scanAt, pause } from '../../scanner.ts';

/** All paces are those of `recognise.test.ts`. */
const SOME_PACES = PACES.filter(([name]) => ['5 ms', '45 ms', 'with a pause inside'].includes(name));
const ENDINGS: readonly Ending[] = ['Enter', 'Tab', 'CR+LF', 'LF'];

let heard: HeardScan[] = [];
let pressed: string[] = [];
let stop: (() => void) | undefined;

beforeEach(() => {
  document.body.innerHTML = `
    <button id="button"></button>
    <div data-codes="other">
      <input id="ean" data-codes="product" /><input id="quantity" value="4" /><input id="price" value="2,50" />
      <input id="name" value="pane" /><textarea id="note">x</textarea>
    </div>
    <input id="card" data-codes="card" /><input id="any" value="abc" />
    <form id="form"><input id="pin" type="password" maxlength="20" /></form>`;
  for (const id of ['button', 'pin']) {
    document.getElementById(id)?.addEventListener('keydown', ({ key }) => key === 'Enter' && pressed.push(id));
  }
  heard = [];
  pressed = [];
  stop = listenForScans((scan) => heard.push(scan));
});
afterEach(() => {
  stop?.();
  document.body.replaceChildren();
});

const field = (id: string) => document.getElementById(id) as HTMLInputElement;
const told = () => heard.map(({ scan }) => `${scan.kind} ${scan.code}`);

/** Focuses an element as a user who comes with Tab does: its text is selected. */
function enter(id: string): void {
  pause();
  if (id === 'nothing') (document.activeElement as HTMLElement | null)?.blur();
  else field(id).focus();
  if (id !== 'nothing' && id !== 'button') field(id).select();
}

const PLACES: readonly (readonly [string, string])[] = [
  ['nothing', ''],
  ['button', ''],
  ['ean', ''],
  ['quantity', '4'],
  ['price', '2,50'],
  ['name', 'pane'],
];

describe.each(SOME_PACES)('§5 scan, %s between two keys', (_, gaps) => {
  test.each(PRODUCTS)('%s, wherever the focus is, is heard once, and leaves nothing', (_name, text, code) => {
    for (const [index, [place, before]] of PLACES.entries()) {
      heard = [];
      enter(place);
      // Each place meets each ending, with one code or the other.
      const ending = ENDINGS[(index + text.length) % ENDINGS.length] ?? 'Enter';
      const isOn = scanAt(text, { gaps, ending });
      const where = `${place}, ${ending}`;
      expect([where, told(), isOn]).toEqual([where, [`product ${code}`], false]);
      if (before !== '') expect([where, field(place).value]).toEqual([where, before]);
    }
    expect(pressed).toEqual([]);
    expect(field('ean')).toHaveValue('');
  });

  test.each(CARDS)('§2 card: its %s is heard as a card, and never as a product', (_name, text, code) => {
    for (const [place, before] of [...PLACES, ['card', '']] as const) {
      heard = [];
      enter(place);
      scanAt(text, { gaps });
      expect([place, told()]).toEqual([place, [`card ${code}`]]);
      if (before !== '') expect(field(place).value).toBe(before);
    }
  });

  test.each([
    ...[...PRODUCTS, ...CARDS].map(([name, text]) => [name, text] as const),
    ['two packs without an ending', `${EAN13}${EAN13}`],
    ['digits and a blank', `${EAN13} `],
  ] as const)('rules §6 PIN: %s is not sent, and taken out of the field', (_name, text) => {
    for (const ending of ENDINGS) {
      heard = [];
      enter('pin');
      expect([ending, scanAt(text, { gaps, ending })]).toEqual([ending, false]);
      expect([heard.length, heard[0]?.inSecret !== undefined, field('pin').value]).toEqual([1, true, '']);
    }
    expect(pressed).toEqual([]);
  });
});

test.each([1, 5, 15, 30, 40, 45, 50])(
  '§5 scan: what is no code and %d ms apart is taken out and said, never a code',
  (gap) => {
    for (const [place, before] of PLACES) {
      for (const text of ['800123', '4567890', '8001234567890', '80012345678', 'AB12345']) {
        heard = [];
        enter(place);
        expect(scanAt(text, { gap })).toBe(false);
        expect(told()).toEqual([`unreadable ${text}`]);
        if (before !== '') expect(field(place).value).toBe(before);
      }
    }
  },
);

test.each([
  ['three digits in the quantity', 'quantity', '12', 15],
  ['a price', 'price', '1.234,56', 15],
  ['a product id', 'ean', '1234', 15],
  ['words', 'name', 'bottega', 5],
  ['the beginning of a fiscal code', 'card', 'RSSMRA80', 15],
  ['an EAN by hand in its field', 'ean', EAN13, 150],
  ['a fiscal code by hand in its field', 'card', CARD, 150],
  ['a date in another field', 'any', '31.12.1980', 5],
  ['a VAT number in another field', 'any', '12345678903', 5],
  ['letters and digits in another field', 'any', 'abc12345', 5],
])('§5 scan: %s stay, and their Enter goes on', (_, place, text, gap) => {
  enter(place);
  expect(scanAt(text, { gap })).toBe(true);
  expect(field(place)).toHaveValue(text);
  expect(heard).toEqual([]);
});

test.each([
  ['5 digits at once', '12345', 1],
  ['6 digits that a pharmacy may have', '000000', 5],
  ['7 digits fast', '1234567', 20],
  ['8 digits of an EAN-8 by hand', EAN8, 110],
  ['9 digits by hand', '023853029', 140],
  ['letters and digits', 'codice 7', 100],
])('rules §6 PIN: %s go on to be sent', (_, text, gap) => {
  enter('pin');
  expect(scanAt(text, { gap })).toBe(true);
  expect(field('pin')).toHaveValue(text);
  const sending = new Event('submit', { bubbles: true, cancelable: true });
  document.querySelector('form')?.dispatchEvent(sending);
  expect(sending.defaultPrevented).toBe(false);
  expect(pressed).toEqual(['pin']);
  expect(heard).toEqual([]);
});

test('§2 scan: what is typed behind a PIN belongs to its own field', () => {
  enter('pin');
  scanAt('12345', { gap: 15 });
  enter('card');
  insert(field('card'), CARD, 'insertFromPaste');
  expect(press('Enter', 20)).toBe(true);
  expect(field('card')).toHaveValue(CARD);
  expect(heard).toEqual([]);
});

test('rules §6 PIN: a wrong one typed over by a right one that is an EAN-8 by chance', () => {
  enter('pin');
  scanAt('11112222', { gap: 130 });
  field('pin').select();
  expect(scanAt(EAN8, { gap: 130 })).toBe(true);
  expect(heard).toEqual([]);
});

test.each<[string, (pin: string) => void]>([
  ['the keys of a phone', (pin) => scanAt(pin, { gap: 130, ending: 'none', isUnnamed: true })],
  ['a paste', (pin) => insert(field('pin'), pin, 'insertFromPaste')],
])('rules §6 PIN: three wrong ones by %s are three texts, and no code of 15 digits', (_, type) => {
  for (const pin of ['00001', '00002', '00003']) {
    enter('pin');
    type(pin);
    const sending = new Event('submit', { bubbles: true, cancelable: true });
    document.querySelector('form')?.dispatchEvent(sending);
    expect([pin, sending.defaultPrevented, field('pin').value]).toEqual([pin, false, pin]);
  }
  expect(heard).toEqual([]);
});

test('rules §6 PIN: one that a program fills in over 20 digits, of which a key more typed nothing, goes on', () => {
  enter('pin');
  scanAt('12345678901234567890', { gap: 130, ending: 'none' });
  const { activeElement } = document;
  fireEvent.keyDown(activeElement ?? document.body, { key: '1' });
  fireEvent.keyUp(activeElement ?? document.body, { key: '1' });
  field('pin').select();
  insert(field('pin'), '12345', 'insertFromPaste');
  const sending = new Event('submit', { bubbles: true, cancelable: true });
  document.querySelector('form')?.dispatchEvent(sending);
  expect([sending.defaultPrevented, heard]).toEqual([false, []]);
});

test('rules §6 PIN: one that a program puts without a key in the place of 20 typed digits goes on', () => {
  enter('pin');
  scanAt('12345678901234567890', { gap: 130, ending: 'none' });
  fireEvent.input(field('pin'), { target: { value: '00000' } });
  const sending = new Event('submit', { bubbles: true, cancelable: true });
  document.querySelector('form')?.dispatchEvent(sending);
  expect([sending.defaultPrevented, heard]).toEqual([false, []]);
});

test.each([
  ['pasted', 'insertFromPaste'],
  ['sent at once by a phone', 'insertText'],
])('rules §6 PIN: a pack that was %s is not sent by the form', (_, inputType) => {
  enter('pin');
  insert(field('pin'), EAN13, inputType);
  const sending = new Event('submit', { bubbles: true, cancelable: true });
  document.querySelector('form')?.dispatchEvent(sending);
  expect(sending.defaultPrevented).toBe(true);
  expect(heard).toMatchObject([{ inSecret: EAN13 }]);
});

test.each(SOME_PACES)('§5 scan: keys that are not named, %s, are read from the field', (_, gaps) => {
  enter('quantity');
  scanAt(EAN13, { gaps, isUnnamed: true });
  expect(told()).toEqual([`product ${EAN13}`]);
  expect(field('quantity')).toHaveValue('4');
});

test('§5 scan: a scanner in ALT mode types the number of each character', () => {
  enter('quantity');
  for (const digit of EAN13) {
    for (const part of '5x') press('Clear', 5, { altKey: true, code: `Numpad${part === 'x' ? digit : part}` });
    insert(field('quantity'), digit);
  }
  press('Enter', 5);
  expect(told()).toEqual([`product ${EAN13}`]);
  expect(field('quantity')).toHaveValue('4');
});

test('§5 scan: a quantity typed before it stays, what a failed scan has left goes', () => {
  enter('quantity');
  scanAt('7', { gap: 200, ending: 'none' });
  scanAt(EAN13, { gap: 45 });
  expect(field('quantity')).toHaveValue('7');
  scanAt('80012', { gap: 45, ending: 'none' });
  scanAt(EAN8, { gap: 45 });
  expect(field('quantity')).toHaveValue('7');
  expect(told()).toEqual([`product ${EAN13}`, 'unreadable 80012', `product ${EAN8}`]);
});

test('§5 scan: a scan that moves the focus in its middle is one, and both fields are as before', () => {
  enter('ean');
  scanAt(EAN13.slice(0, 5), { gap: 45, ending: 'none' });
  field('quantity').focus();
  field('quantity').select();
  for (const digit of EAN13.slice(5)) press(digit, 45);
  press('Enter', 45);
  expect(told()).toEqual([`product ${EAN13}`]);
  expect([field('ean').value, field('quantity').value]).toEqual(['', '4']);
});

test('rules §6 PIN: a scan that began before the dialog opened is not sent', () => {
  enter('quantity');
  for (const digit of EAN13.slice(0, 6)) press(digit, 45);
  field('pin').focus();
  for (const digit of EAN13.slice(6)) press(digit, 45);
  expect(press('Enter', 45)).toBe(false);
  expect(heard).toMatchObject([{ scan: { kind: 'product', code: EAN13 } }]);
  expect([field('quantity').value, field('pin').value]).toEqual(['4', '']);
});

test('§5 scan: without an ending it is read after a pause, or by the next press', async () => {
  enter('quantity');
  scanAt(EAN13, { gap: 15, ending: 'none' });
  scanAt(EAN8, { gap: 15, ending: 'none' });
  await expect.poll(told).toEqual([`product ${EAN13}`, `product ${EAN8}`]);
  expect(field('quantity')).toHaveValue('4');
  scanAt(EAN13, { gap: 15, ending: 'none' });
  field('button').dispatchEvent(new Event('pointerdown', { bubbles: true }));
  expect(told()).toHaveLength(3);
});

test.each<[string, readonly (readonly [string, KeyboardEventInit])[]]>([
  [
    'two keys',
    [
      ['Tab', {}],
      ['Enter', {}],
    ],
  ],
  [
    'the same key twice',
    [
      ['Enter', {}],
      ['Enter', {}],
    ],
  ],
  ['an arrow', [['ArrowDown', {}]]],
  ['the end of a text', [['c', { ctrlKey: true }]]],
  ['the end of a transmission', [['d', { ctrlKey: true }]]],
])('§5 scan: an ending by %s is one, at any pace, and nothing of it goes on', (_, keys) => {
  for (const gap of [3, 45, 80]) {
    heard = [];
    enter('quantity');
    scanAt(EAN13, { gap, ending: 'none' });
    expect(keys.map(([key, init]) => press(key, gap, init))).toEqual(keys.map(() => false));
    expect([told(), field('quantity').value]).toEqual([[`product ${EAN13}`], '4']);
  }
});

test.each(['ArrowDown', 'ArrowUp', 'Home', 'F2'])('§5 scan: %s behind a word is no ending, so Enter goes on', (key) => {
  enter('name');
  for (const letter of 'riso') press(letter, 5);
  expect([press(key, 5), press('Enter', 5)]).toEqual([true, true]);
  expect(heard).toEqual([]);
});

test("§5 scan: Ctrl+J that follows no scan is the browser's", () => {
  enter('quantity');
  expect(press('j', 5000, { ctrlKey: true })).toBe(true);
  press('3', 500);
  expect(press('j', 500, { ctrlKey: true })).toBe(true);
});

test.each([[1], [2]])(
  '§5 scan: the first %i digits of a scan that pauses are waited for, and are no quantity',
  async (typed) => {
    enter('quantity');
    for (const digit of EAN13.slice(0, typed)) press(digit, 45);
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 500);
    onTestFinished(() => clock.mockRestore());
    let isOver = false;
    const ended = scanEnd().then(() => {
      isOver = true;
    });
    await Promise.resolve();
    await Promise.resolve();
    expect(isOver).toBe(false);
    for (const digit of EAN13.slice(typed)) press(digit, 45);
    press('Enter', 45);
    await ended;
    expect([told(), field('quantity').value]).toEqual([[`product ${EAN13}`], '4']);
  },
);

test('§5 scan: the beginning that is removed while the rest is late stays known, and the code is whole', async () => {
  enter('quantity');
  for (const digit of EAN13.slice(0, 5)) press(digit, 45);
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 400);
  onTestFinished(() => clock.mockRestore());
  await scanEnd();
  expect(field('quantity')).toHaveValue('4');
  for (const digit of EAN13.slice(5)) press(digit, 45);
  press('Enter', 45);
  expect([told(), field('quantity').value]).toEqual([[`product ${EAN13}`], '4']);
});
