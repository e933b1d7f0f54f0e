import { screen } from '@testing-library/react';
import { Input, InputNumber, Modal } from 'antd';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { expect, test } from 'vitest';
import { ScanListener, type ScanUse, useScan } from '#src/components/scan/scan-listener.tsx';
import type { Scan } from '#src/components/scan/recognise.ts';
import { currentAlerts, dismissAllAlerts } from '#src/providers/notifications/alert-store.ts';
import { renderScreen } from '../../render-screen.tsx';
import { scanHere } from '../../scanner.ts';

const EAN = '8001234567897';
const CARD = 'RSSMRA80A01H501U';

interface Heard {
  readonly scans: Scan[];
  readonly pressed: string[];
  readonly values: () => { readonly text: string; readonly count: number | null };
}

interface Options {
  /** Whether the screen uses scans. */
  readonly isUsed?: boolean;
  /** How the screen uses them. */
  readonly use?: ScanUse;
  readonly hasDialog?: boolean;
}

/** Renders a screen with a form, a button and a PIN field. Returns the scans that it received. */
async function renderFields({ isUsed = true, use = 'taken', hasDialog = false }: Options = {}): Promise<Heard> {
  const scans: Scan[] = [];
  const pressed: string[] = [];
  let values: Heard['values'] = () => ({ text: '', count: null });
  function User() {
    useScan((scan) => {
      scans.push(scan);
      return use;
    });
    return null;
  }
  function Fields() {
    const { control, getValues } = useForm<{ text: string; count: number | null }>({
      defaultValues: { text: 'pane', count: 4 },
    });
    const [native, setNative] = useState('abc');
    values = getValues;
    return (
      <>
        <Controller name="text" control={control} render={({ field }) => <Input {...field} aria-label="text" />} />
        <Controller
          name="count"
          control={control}
          render={({ field }) => <InputNumber {...field} aria-label="count" />}
        />
        <textarea aria-label="native" value={native} onChange={(event) => setNative(event.target.value)} />
        <input aria-label="pin" type="password" onKeyDown={({ key }) => key === 'Enter' && pressed.push('pin')} />
        <button type="button" onClick={() => pressed.push('button')}>
          Conferma
        </button>
        <Modal open={hasDialog} title="Domanda">
          …
        </Modal>
      </>
    );
  }
  await renderScreen(
    <>
      <ScanListener />
      {isUsed && <User />}
      <Fields />
    </>,
  );
  return { scans, pressed, values: () => values() };
}

test('§5 scan: wherever the focus is, it is heard, and its Enter presses no button', async () => {
  const { scans, pressed } = await renderFields();
  await scanHere(EAN);
  screen.getByRole('button', { name: 'Conferma' }).focus();
  await scanHere(EAN, 35);
  expect(scans).toEqual([
    { kind: 'product', code: EAN },
    { kind: 'product', code: EAN },
  ]);
  expect(pressed).toEqual([]);
});

test.each([
  ['five digits', '80012'],
  ['a word', 'bottega'],
  ['a date', '31/08/2026'],
  ['an amount', '1.234,50'],
])('§5 scan: %s and Enter are no scan, however fast, and press the button', async (_, text) => {
  const { scans, pressed } = await renderFields();
  screen.getByRole('button', { name: 'Conferma' }).focus();
  await scanHere(text);
  expect(scans).toEqual([]);
  expect(pressed).toEqual(['button']);
  expect(currentAlerts()).toEqual([]);
});

test('§5 scan: what fell into a field is taken out of it, and the form knows', async () => {
  const { scans, values } = await renderFields();
  for (const name of ['text', 'count', 'native']) {
    screen.getByLabelText(name).focus();
    await scanHere(EAN);
  }
  expect(scans).toHaveLength(3);
  expect(values()).toEqual({ text: 'pane', count: 4 });
  expect(screen.getByLabelText('text')).toHaveValue('pane');
  expect(screen.getByLabelText('count')).toHaveValue('4');
  expect(screen.getByLabelText('native')).toHaveValue('abc');
});

test('rules §6 PIN: a pack or a card is no PIN, and locks none', async () => {
  const { scans, pressed } = await renderFields();
  const field = screen.getByLabelText('pin');
  field.focus();
  for (const code of [EAN, CARD, ';80380001200012345678=1?']) await scanHere(code);
  expect(scans).toMatchObject([
    { kind: 'product', code: EAN },
    { kind: 'card', code: CARD },
  ]);
  expect(field).toHaveValue('');
  expect(pressed).toEqual([]);
  await scanHere('123456');
  expect(field).toHaveValue('123456');
  expect(pressed).toEqual(['pin']);
  expect(scans).toHaveLength(2);
});

test.each([
  [CARD, { kind: 'card', code: CARD }],
  [CARD.toLowerCase(), { kind: 'card', code: CARD }],
  [`%${CARD}ROSSI  MARIO?;80380001200012345678=1?`, { kind: 'card', code: CARD }],
  [`;${CARD}=99?`, { kind: 'card', code: CARD }],
  ['RSSMRA80A01H501X', { kind: 'unreadable', code: 'RSSMRA80A01H501X' }],
  ['%E?;E?+E?', { kind: 'unreadable', code: '%E?;E?+E?' }],
  ['036000291452', { kind: 'product', code: '036000291452' }],
])('§2 scan: %s is read as what it is', async (text, scan) => {
  const { scans, pressed } = await renderFields();
  screen.getByRole('button', { name: 'Conferma' }).focus();
  await scanHere(text);
  expect(scans).toEqual([scan]);
  expect(pressed).toEqual([]);
});

test('§5 scan: where the screen has no use for it, it is announced; a card without its code', async () => {
  await renderFields({ isUsed: false });
  await scanHere(EAN);
  expect(currentAlerts()).toMatchObject([
    { kind: 'warning', text: `${EAN}: codice letto, ma i prodotti si leggono nella fase «Scarico Prodotti».` },
  ]);
  await scanHere(CARD);
  expect(currentAlerts()).toMatchObject([
    { text: "Tessera sanitaria letta: per aprire l'assistito passala nella «Ricerca Assistiti»." },
  ]);
});

test('§5 scan: further tracks of a card are no scans of their own', async () => {
  dismissAllAlerts();
  const { scans } = await renderFields();
  await scanHere(`%${CARD}?`);
  await scanHere(';80380001200012345678=1?');
  expect(scans).toHaveLength(1);
  expect(currentAlerts()).toEqual([]);
});

test('§5 scan: over a dialog each is announced and stays to be read', async () => {
  await renderFields({ isUsed: false, hasDialog: true });
  await scanHere(EAN);
  await scanHere('036000291452');
  expect(currentAlerts()).toMatchObject([{ duration: null }, { duration: null }]);
});

/** What is read wrong, and what the screen shows of it: never anything of a patient. */
const MISREAD = [
  ['a wrong check digit', '8001234567890', ' (8001234567890)'],
  ['too few digits', '8001234', ' (8001234)'],
  ['a cut code', '80012345678', ' (80012345678)'],
  ['a doubled code', EAN.repeat(2), ` (${EAN.repeat(2)})`],
  ['many digits', '8'.repeat(60), ` (${'8'.repeat(40)}…)`],
  ['a letter among the digits', '80012A4567897', ' (80012A4567897)'],
  ["a pharmacy's code", 'A012345679', ' (A012345679)'],
  ['a GTIN in a bar code of elements', ']C1010800123456789015271231', ' (010800123456789015271231)'],
  ['an address with a code', 'HTTPS://ID.GS1.ORG/01/08001234567890', ' (08001234567890)'],
  ['an address without one', 'HTTPS://ESEMPIO.IT/PACCO', ''],
  ['half a health card', 'MRTGRZ85S43', ''],
  ['the other half', 'S43I452G', ''],
  ['a health card with a wrong letter', 'RSSMRA80A01H501X', ''],
  ['a track of a card', ';80380001200012345678=?', ''],
] as const;

/** Where it is read, what the screen does with it, and how to go on. */
const SITUATIONS = [
  ['where the screen uses no scans', { isUsed: false }, 'ripetila.'],
  ['where the screen lists what was not added', { use: 'noted' }, 'ripetila.'],
  ['while a command is under way', { use: 'busy' }, "ripetila al termine dell'operazione in corso."],
  ['while a dialog is open', { use: 'noted', hasDialog: true }, 'chiudi la finestra e ripetila.'],
  [
    'while a dialog of a command is open',
    { use: 'busy', hasDialog: true },
    "ripetila al termine dell'operazione in corso.",
  ],
] as const;

test.each(SITUATIONS)(
  '§5 scan: what was misread %s is told with its digits, and how to go on',
  async (_, options, how) => {
    await renderFields(options);
    for (const [what, text, digits] of MISREAD) {
      dismissAllAlerts();
      await scanHere(text);
      const told = currentAlerts().map((alert) => alert.text);
      expect([what, told]).toEqual([what, [`Lettura non riconosciuta${digits}: ${how}`]]);
    }
  },
);

test('rules §6 PIN: digits that somebody may have typed where nothing takes them are not shown', async () => {
  dismissAllAlerts();
  await renderFields({ isUsed: false });
  await scanHere('24680135', 200);
  expect(currentAlerts().map(({ text }) => text)).toEqual(['Lettura non riconosciuta: ripetila.']);
});
