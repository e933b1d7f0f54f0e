import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { checkCart, executeCart, readCart } from '#contract/calls/carts.ts';
import { currentAlerts } from '#src/providers/notifications/alert-store.ts';
import { storedCart } from '#src/providers/session/unfinished-cart.ts';
import { answer, answerRaw, lose, loseAfter, network, refuse } from '../../network.ts';
import { button, factsIn, heading, openCart, pinField, renderPatient, renderSearchWithStores } from './render-sale.tsx';
import { newSaleServer, saleHandlers, voucher } from './sale-server.ts';

const TWO_VOUCHERS = { activeVouchers: [voucher, { ...voucher, voucherId: 32, code: 'B-32' }] };

test("§2 'Avanti' has the focus on step 1 and calls the check; the PIN dialog opens with its texts", async () => {
  const user = await renderPatient(newSaleServer());
  const card = screen.getByRole('region', { name: "Dati anagrafici dell'assistito" });
  expect(factsIn(card)).toEqual([
    ['Nome', 'Mario'],
    ['Cognome', 'Rossi'],
    ['Codice fiscale', 'RSSMRA80A01H501U'],
    ['Data di nascita', '01/01/1980'],
    ['Tipo Pratica', 'CELIACHIA'],
    ['Stato Pratica', 'Approvata'],
    ['Stato Buono', 'Valido'],
  ]);
  for (const name of ['Approvata', 'Valido']) {
    expect(within(card).getByText(name).closest('.ant-tag')).toHaveClass('ant-tag-success');
  }
  expect(button('Avanti')).toHaveFocus();
  await user.keyboard('{Enter}');
  const pin = await pinField();
  await waitFor(() => expect(pin).toHaveFocus());
  const title = screen.getByText('Inserire il codice PIN per creare il carrello');
  await waitFor(() => expect(title).toBeVisible());
  expect(pin).toHaveAttribute('type', 'password');
  expect(pin).toHaveAttribute('maxLength', '20');
  expect(button('Conferma')).toBeVisible();
});

test('§4 a valid PIN opens the cart: its id is kept, the stepper moves forward, the EAN has the focus', async () => {
  const server = newSaleServer();
  const user = await renderSearchWithStores(server);
  await openCart(user);
  expect(server.calls).toEqual(['checkCart', 'executeCart 91 12345']);
  expect(storedCart.read()).toMatchObject({ cartId: 81 });
  expect(screen.getByLabelText('EAN o ID prodotto')).toHaveFocus();
  expect(button('Avanti')).toBeDisabled();
});

test('§8 a wrong PIN: the text in place, the dialog stays, another try works', async () => {
  const user = await renderPatient(newSaleServer(), [refuse(executeCart, 'TRANSACTION_WRONG_OTP')]);
  await user.click(button('Avanti'));
  await user.type(await pinField(), '0{Enter}');
  expect(await screen.findByText("Attenzione il PIN inserito non e' corretto")).toBeVisible();
  expect(currentAlerts()).toEqual([]);
  network.use(answer(executeCart, { cart: { cartId: 81, items: [], residualAmount: 110, voucherInitialAmount: 110 } }));
  await user.type(await pinField(), '12345{Enter}');
  expect(await heading('Scarico Prodotti')).toBeVisible();
});

test('§8 a wrong PIN: beside the text the tries that are left, from two on', async () => {
  const wrong = (attemptsLeft: number) => refuse(executeCart, 'TRANSACTION_WRONG_OTP', { attemptsLeft });
  const user = await renderPatient(newSaleServer(), [wrong(3)]);
  await user.click(button('Avanti'));
  await user.type(await pinField(), '0{Enter}');
  expect(await screen.findByText("Attenzione il PIN inserito non e' corretto")).toBeVisible();
  expect(screen.queryByText(/tentativ/)).not.toBeInTheDocument();
  for (const [left, said] of [
    [2, 'Restano 2 tentativi prima del blocco.'],
    [1, 'Resta 1 tentativo prima del blocco.'],
  ] as const) {
    network.use(wrong(left));
    await user.type(await pinField(), '0{Enter}');
    expect(await screen.findByText(said)).toBeVisible();
    expect(screen.getByText("Attenzione il PIN inserito non e' corretto")).toBeVisible();
  }
});

test('§5 an empty PIN is not sent, and the dialog says what is missing', async () => {
  const server = newSaleServer();
  const user = await renderPatient(server);
  await user.click(button('Avanti'));
  await user.type(await pinField(), '{Enter}');
  expect(await screen.findByText('Digita il codice PIN prima di confermare')).toBeVisible();
  expect(server.calls).toEqual(['checkCart']);
});

test('§8 a locked PIN says until when and offers to close', async () => {
  const lockedUntil = '2026-01-20T10:15:00+01:00';
  const user = await renderPatient(newSaleServer(), [refuse(executeCart, 'TRANSACTION_LOCKED', { lockedUntil })]);
  await user.click(button('Avanti'));
  await user.type(await pinField(), '1{Enter}');
  expect(
    await screen.findByText('PIN bloccato per troppi tentativi: riprova dopo le 10:15 del 20/01/2026'),
  ).toBeVisible();
  await user.click(button('Chiudi'));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('§2 step 1 says until when the last wrong PIN has locked it, once its dialog is closed', async () => {
  const lockedUntil = '2099-01-20T10:15:00+01:00';
  const user = await renderPatient(newSaleServer(), [refuse(executeCart, 'TRANSACTION_LOCKED', { lockedUntil })]);
  await user.click(button('Avanti'));
  await user.type(await pinField(), '1{Enter}');
  const text = 'PIN bloccato per troppi tentativi: riprova dopo le 10:15 del 20/01/2099';
  await within(await screen.findByRole('dialog')).findByText(text);
  await user.click(button('Chiudi'));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(screen.getByText(text)).toBeVisible();
});

test('§4 closing the dialog clears the PIN and the error', async () => {
  const user = await renderPatient(newSaleServer(), [refuse(executeCart, 'TRANSACTION_WRONG_OTP')]);
  await user.click(button('Avanti'));
  await user.type(await pinField(), '00000{Enter}');
  await screen.findByText("Attenzione il PIN inserito non e' corretto");
  fireEvent.keyDown(await pinField(), { key: 'Escape', keyCode: 27 });
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await user.click(button('Avanti'));
  expect(await pinField()).toHaveValue('');
  expect(screen.queryByText("Attenzione il PIN inserito non e' corretto")).not.toBeInTheDocument();
});

test('§2 otpRequired false: a yes/no confirmation with its texts; no PIN is sent', async () => {
  const server = newSaleServer({ otpRequired: false });
  const user = await renderPatient(server);
  await user.click(button('Avanti'));
  const dialog = await screen.findByRole('dialog');
  await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Sì' })).toHaveFocus());
  await waitFor(() => expect(within(dialog).getByText('Conferma creazione carrello')).toBeVisible());
  expect(within(dialog).getByText('Sei sicuro di voler creare il carrello?')).toBeVisible();
  expect(within(dialog).getByRole('button', { name: 'No' })).toBeVisible();
  await user.dblClick(within(dialog).getByRole('button', { name: 'Sì' }));
  expect(await heading('Scarico Prodotti')).toBeVisible();
  expect(server.calls).toEqual(['checkCart', 'executeCart 91 -']);
});

test("§4 'No' closes the confirmation, and no cart is opened", async () => {
  const server = newSaleServer({ otpRequired: false });
  const user = await renderPatient(server);
  await user.click(button('Avanti'));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'No' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(server.calls).toEqual(['checkCart']);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Anagrafica');
});

test('rules §6 otpRequired absent: yes or no is asked, and nothing is executed before', async () => {
  const server = newSaleServer({ otpRequired: null });
  const user = await renderPatient(server);
  await user.click(button('Avanti'));
  const yes = within(await screen.findByRole('dialog')).getByRole('button', { name: 'Sì' });
  expect(server.calls).toEqual(['checkCart']);
  await user.click(yes);
  expect(await heading('Scarico Prodotti')).toBeVisible();
  expect(server.calls).toEqual(['checkCart', 'executeCart 91 -']);
});

test('rules §6 TRANSACTION_WRONG_OTP after a yes: the PIN dialog opens with its text, and the same command goes on', async () => {
  const server = newSaleServer({ otpRequired: false });
  const user = await renderPatient(server, [refuse(executeCart, 'TRANSACTION_WRONG_OTP')]);
  await user.click(button('Avanti'));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Sì' }));
  const pin = await pinField();
  expect(await screen.findByText("Attenzione il PIN inserito non e' corretto")).toBeVisible();
  network.use(...saleHandlers(server));
  await user.type(pin, '12345{Enter}');
  expect(await heading('Scarico Prodotti')).toBeVisible();
  expect(server.calls).toEqual(['checkCart', 'executeCart 91 12345']);
});

test("design §5 focus: while the check is under way, 'Avanti' is at work and not disabled", async () => {
  const server = newSaleServer();
  const user = await renderPatient(server, [
    answer(checkCart, () => {
      server.calls.push('checkCart');
      return new Promise<never>(() => undefined);
    }),
  ]);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(server.calls).toEqual(['checkCart']));
  expect(screen.getByRole('button', { name: /Avanti/ })).toBeEnabled();
});

test('rules §6 no txCommand in the answer: a failure, nothing advances', async () => {
  const user = await renderPatient(newSaleServer(), [answerRaw(checkCart, { data: {} })]);
  await user.click(button('Avanti'));
  await waitFor(() => expect(currentAlerts()).toMatchObject([{ text: 'Si è vericato un errore' }]));
  expect(await heading('Anagrafica')).toBeVisible();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('rules §2 a refused check is told in the step', async () => {
  const user = await renderPatient(newSaleServer(), [refuse(checkCart, 'DOSSIER_NOT_APPROVED')]);
  await user.click(button('Avanti'));
  expect(await screen.findByText('La pratica non è approvata')).toBeVisible();
  expect(button('Avanti')).toBeEnabled();
});

test("rules §2 a lost opening: never 'failed', and 'Verifica esito' leads to a cart by a new check", async () => {
  const server = newSaleServer();
  const user = await renderPatient(server, [
    loseAfter(executeCart, ({ body }) => void server.calls.push(`executeCart ${String(body.txCommandId)} lost`)),
  ]);
  await user.click(button('Avanti'));
  await pinField();
  expect(screen.getByRole('button', { name: 'Chiudi la finestra' })).toBeEnabled();
  await user.type(await pinField(), '12345{Enter}');
  expect(
    await screen.findByText(/il carrello potrebbe essere stato creato oppure no. Nulla è stato addebitato/),
  ).toBeVisible();
  expect(screen.getByText('Esito non ancora noto.')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(button('Verifica esito')).toHaveFocus();
  expect(currentAlerts()).toEqual([]);
  network.use(lose(checkCart));
  await user.click(button('Verifica esito'));
  await waitFor(() => expect(currentAlerts()).toHaveLength(1));
  network.use(...saleHandlers(server));
  await user.click(await screen.findByRole('button', { name: 'Verifica esito' }));
  await user.type(await pinField(), '12345{Enter}');
  expect(await heading('Scarico Prodotti')).toBeVisible();
  expect(server.calls).toEqual(['checkCart', 'executeCart 91 lost', 'checkCart', 'executeCart 91 12345']);
});

test('rules §2 a cart that was opened and cannot be read yet is not opened a second time', async () => {
  const server = newSaleServer();
  const user = await renderPatient(server, [
    answerRaw(executeCart, { data: { cart: { cartId: 81 } } }),
    lose(readCart),
  ]);
  await user.click(button('Avanti'));
  await user.type(await pinField(), '12345{Enter}');
  const ask = await screen.findByRole('button', { name: 'Verifica esito' });
  expect(storedCart.read()).toMatchObject({ cartId: 81 });
  network.use(...saleHandlers(server));
  await user.click(ask);
  expect(await heading('Scarico Prodotti')).toBeVisible();
  expect(server.calls).toEqual(['checkCart']);
});

test('rules §4 a cart that cannot be read yet is not taken for another voucher than its own', async () => {
  const server = newSaleServer({ otpRequired: false });
  const checked: unknown[] = [];
  const user = await renderPatient(
    server,
    [
      answer(checkCart, ({ body }) => {
        checked.push(body.voucherId);
        return { txCommand: { txCommandId: 91, otpRequired: false } };
      }),
      answerRaw(executeCart, { data: { cart: { cartId: 81 } } }),
      lose(readCart),
    ],
    TWO_VOUCHERS,
  );
  await user.click(button('Avanti'));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Sì' }));
  await screen.findByRole('button', { name: 'Verifica esito' });
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  network.use(answer(readCart, { cart: { cartId: 81, items: [], residualAmount: 110, voucherInitialAmount: 110 } }));
  await user.click(screen.getByRole('radio', { name: /B-32/ }));
  await user.click(button('Avanti'));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Sì' }));
  expect(await heading('Scarico Prodotti')).toBeVisible();
  expect(checked).toEqual([31, 32]);
});

test('§5 step 1 without an ENABLED voucher: NO_VOUCHER, and no way forward', async () => {
  await renderPatient(newSaleServer(), [], { activeVouchers: [] });
  expect(screen.getByText('Il paziente selezionato al momento non ha voucher attivi')).toBeVisible();
  expect(screen.getByText('Disabilitato')).toBeVisible();
  expect(button('Avanti')).toBeDisabled();
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
});

test('rules §4 of several vouchers the assistant chooses the one to charge', async () => {
  const charged: unknown[] = [];
  const charge = answer(checkCart, ({ body }) => {
    charged.push(body.voucherId);
    return { txCommand: { txCommandId: 91, otpRequired: true } };
  });
  const user = await renderPatient(newSaleServer(), [charge], TWO_VOUCHERS);
  await user.click(screen.getByRole('radio', { name: /B-32/ }));
  await user.click(button('Avanti'));
  await pinField();
  expect(charged).toEqual([32]);
});

test('§5 history of a patient without an APPROVED dossier warns: NO_ACTIVE_DOSSIERS', async () => {
  const user = await renderPatient(newSaleServer(), [], { activeDossiers: [] });
  await user.click(button('Storico acquisti'));
  expect(currentAlerts()).toMatchObject([
    { kind: 'warning', text: 'Il paziente selezionato al momento non ha dossier attivi' },
  ]);
});

test('§2 the left arrow goes back to the search', async () => {
  const user = await renderPatient(newSaleServer());
  await user.click(button('Torna alla ricerca'));
  expect(await heading('Ricerca Assistiti')).toBeVisible();
});
