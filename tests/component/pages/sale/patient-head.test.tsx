import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { checkCart } from '#contract/calls/carts.ts';
import { readFeatures } from '#contract/calls/features.ts';
import { listKinds, readBalance, searchPatients } from '#contract/calls/patients.ts';
import { today } from '#contract/rules/clock.ts';
import { addDays, firstOfMonth, formatDay } from '#contract/rules/dates.ts';
import { answer } from '../../network.ts';
import { button, renderPatient } from './render-sale.tsx';
import { newSaleServer, patient, voucher } from './sale-server.ts';

const head = () => screen.getByRole('region', { name: "Dati anagrafici dell'assistito" });
const approved = { dossierId: 21, type: 'CELIAC' as const, status: 'APPROVED' as const };
const nextMonth = firstOfMonth(today(), 1);

test.each([
  ['no dossier', { activeDossiers: [], activeVouchers: [] }, /^Non risulta nessuna pratica: .*distretto sanitario/],
  [
    'a revoked dossier',
    { activeDossiers: [{ ...approved, status: 'REVOKED' }], activeVouchers: [] },
    /^La pratica risulta revocata: il distretto/,
  ],
  [
    'a revoked voucher',
    { activeVouchers: [{ ...voucher, status: 'REVOKED' }] },
    /^Il buono di questo mese risulta revocato: il distretto/,
  ],
  [
    'paper vouchers',
    { activeDossiers: [{ ...approved, switchMonth: nextMonth }], activeVouchers: [] },
    new RegExp(`^I suoi buoni sono ancora cartacei: quelli elettronici partono dal ${formatDay(nextMonth)}.*distretto`),
  ],
  ['none yet', { activeVouchers: [] }, /^Per questo mese non risulta ancora nessun buono: il distretto/],
])('§5 step 1 without an ENABLED voucher says why and who can help: %s', async (_why, facts, reason) => {
  await renderPatient(newSaleServer(), [], facts);
  const alert = screen.getByRole('alert');
  expect(alert).toHaveTextContent('Il paziente selezionato al momento non ha voucher attivi');
  expect(within(alert).getByText(reason)).toBeVisible();
});

test('§2 step 1: a spent voucher is told with the day of the next one', async () => {
  await renderPatient(newSaleServer(), [], { activeVouchers: [{ ...voucher, residualAmount: 0 }] });
  expect(screen.getByText("Il buono dell'assistito selezionato è esaurito o scaduto")).toBeVisible();
  expect(screen.getByText(`Il prossimo buono sarà disponibile dal ${formatDay(nextMonth)}.`)).toBeVisible();
});

test.each([
  [0, 'scade oggi'],
  [1, 'scade domani'],
  [4, 'scade tra 4 giorni'],
  [8, `scade il ${formatDay(addDays(today(), 8))}`],
])('§2 step 1: a voucher of %i more days', async (days, said) => {
  const dateDisabled = `${addDays(today(), days)}T23:59:59+01:00`;
  await renderPatient(newSaleServer(), [], { activeVouchers: [{ ...voucher, dateDisabled, residualAmount: 1.27 }] });
  expect(within(head()).getByText(said)).toBeVisible();
  expect(within(head()).getByText(/^restano 1,27\s€ \(su 110,00\s€\)$/)).toBeVisible();
});

const lockedUntil = '2099-01-20T10:15:00+01:00';
const LOCKED = 'PIN bloccato per troppi tentativi: riprova dopo le 10:15 del 20/01/2099';

test('rules §6 step 1: a locked PIN is said at once, and not asked for', async () => {
  const user = await renderPatient(
    newSaleServer(),
    [answer(checkCart, { txCommand: { txCommandId: 91, otpRequired: true, lockedUntil } })],
    { lockedUntil },
  );
  expect(screen.getByText(LOCKED)).toBeVisible();
  await user.click(button('Avanti'));
  await waitFor(() => expect(screen.getAllByText(LOCKED)).toHaveLength(1));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('§2 balance: what step 1 shows already is read anew without a PIN', async () => {
  const asked: unknown[] = [];
  const left = { ...voucher, residualAmount: 43.21 };
  const user = await renderPatient(
    newSaleServer(),
    [
      answer(readFeatures, { features: { sorts: {}, filters: {}, calls: [readBalance.name] } }),
      answer(searchPatients, ({ query }) => {
        asked.push(query.fiscalCode);
        return { patients: [{ ...patient, activeVouchers: [{ ...left, residualAmount: 40 }] }] };
      }),
    ],
    { activeVouchers: [left] },
  );
  await user.click(await screen.findByRole('button', { name: 'Saldo buoni' }));
  expect(await screen.findByRole('row', { name: /B-31/ })).toHaveTextContent(/40,00\s€$/);
  expect(asked).toEqual([patient.fiscalCode]);
});

const NEPHRO = {
  code: 'NEPHRO',
  nameIt: 'Insufficienza renale',
  nameEn: 'Kidney',
  hasOwnAmounts: false,
  disabled: false,
};
const TOLD = [
  answer(readFeatures, { features: { sorts: {}, filters: {}, calls: [listKinds.name] } }),
  answer(listKinds, { kinds: [NEPHRO] }),
];

const NAMED_AS_CODE = [
  answer(readFeatures, { features: { sorts: {}, filters: {}, calls: [listKinds.name] } }),
  answer(listKinds, { kinds: [{ ...NEPHRO, nameIt: 'NEPHRO' }] }),
];

test.each([
  ['an added kind has the name of its row', 'NEPHRO', TOLD, 'Insufficienza renale'],
  ['a kind whose name is its code has that name', 'NEPHRO', NAMED_AS_CODE, 'NEPHRO'],
  ['a kind of §4 has its text', 'CELIAC', TOLD, 'CELIACHIA'],
  ['a kind of §4 has its text on any server', 'PROTEIN_FREE', [], 'APROTEICO'],
  ['a kind that nobody names has a word of its own', 'NEPHRO', [], 'ALTRO (NEPHRO)'],
])('§2 step 1, §4: %s', async (_what, type, handlers, shown) => {
  await renderPatient(newSaleServer(), handlers, { categoryType: type, activeDossiers: [{ ...approved, type }] });
  expect(await within(head()).findByText(shown)).toBeVisible();
});
