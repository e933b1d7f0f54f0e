import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { readFeatures } from '#contract/calls/features.ts';
import { executeCart } from '#contract/calls/carts.ts';
import { readBalance } from '#contract/calls/patients.ts';
import { setClockError } from '#contract/rules/clock.ts';
import { currentAlerts } from '#src/providers/notifications/alert-store.ts';
import { storedCart } from '#src/providers/session/unfinished-cart.ts';
import { answer, network, refuse, revealed } from '../../network.ts';
import { button, pinField, renderPatient } from './render-sale.tsx';
import { newSaleServer, voucher } from './sale-server.ts';

const MINUTE_MS = 60_000;
const offered = answer(readFeatures, { features: { sorts: {}, filters: {}, calls: ['patients.readBalance'] } });

test('rules §1 balance: with the PIN, what is left on the vouchers, and no cart', async () => {
  const asked: unknown[] = [];
  const server = newSaleServer();
  const user = await renderPatient(server, [offered, refuse(readBalance, 'TRANSACTION_WRONG_OTP')]);
  await user.click(await screen.findByRole('button', { name: 'Saldo buoni' }));
  const asking = await pinField();
  expect(screen.getByRole('dialog')).toHaveTextContent(/^Saldo buoniAssistitoMario RossiPunto vendita/);
  await user.type(asking, '00000{Enter}');
  expect(await screen.findByText("Attenzione il PIN inserito non e' corretto")).toBeVisible();
  network.use(
    answer(readBalance, ({ body }) => {
      asked.push(revealed(body));
      return { vouchers: [{ ...voucher, residualAmount: 78.2 }] };
    }),
  );
  const field = await pinField();
  await user.clear(field);
  await user.type(field, '12345{Enter}');
  const row = await screen.findByRole('row', { name: /B-31/ });
  expect(row).toHaveTextContent(/Valido30\/11\/2099110,00\s€78,20\s€$/);
  const dialog = screen.getByRole('dialog');
  expect(dialog).toHaveTextContent('Mario Rossi RSSMRA80A01H501U');
  await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Stampa' })).toBeVisible());
  expect(asked).toEqual([{ patientId: 11, dossierId: 21, storeId: 41, otp: '12345' }]);
  expect(storedCart.read()).toBeNull();
  expect(server.calls.filter((call) => call.includes('Cart'))).toEqual([]);
  expect(currentAlerts()).toEqual([]);
});

test('rules §7 balance: all vouchers stand on one page, which is what is printed', async () => {
  const vouchers = Array.from({ length: 7 }, (_, index) => ({
    ...voucher,
    voucherId: 31 + index,
    code: `B-${31 + index}`,
  }));
  const user = await renderPatient(newSaleServer(), [offered, answer(readBalance, { vouchers })]);
  await user.click(await screen.findByRole('button', { name: 'Saldo buoni' }));
  await user.type(await pinField(), '12345{Enter}');
  await screen.findByRole('row', { name: /B-31/ });
  expect(screen.getAllByRole('row', { name: /B-/ })).toHaveLength(7);
});

test('rules §6 balance: a locked PIN is told, and cannot be tried again', async () => {
  const user = await renderPatient(newSaleServer(), [offered, refuse(readBalance, 'TRANSACTION_LOCKED')]);
  await user.click(await screen.findByRole('button', { name: 'Saldo buoni' }));
  await user.type(await pinField(), '00000{Enter}');
  expect(await screen.findByText(/PIN bloccato/)).toBeVisible();
  await user.click(button('Chiudi'));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('rules §6 balance: a PIN that this sale has locked is not asked for', async () => {
  const lockedUntil = new Date(Date.now() + MINUTE_MS).toISOString();
  const handlers = [offered, refuse(executeCart, 'TRANSACTION_LOCKED', { lockedUntil })];
  const user = await renderPatient(newSaleServer(), handlers);
  await user.click(await screen.findByRole('button', { name: 'Avanti' }));
  await user.type(await pinField(), '00000{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Chiudi' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await user.click(screen.getByRole('button', { name: 'Saldo buoni' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/PIN bloccato/)).toBeVisible();
  expect(dialog.queryByLabelText('Codice PIN')).toBeNull();
});

test('rules §6 balance: a PIN whose lock has ended by the clock of the server is asked for again', async () => {
  const lockedUntil = new Date(Date.now() + MINUTE_MS).toISOString();
  const user = await renderPatient(newSaleServer(), [offered], { lockedUntil });
  const enquiry = await screen.findByRole('button', { name: 'Saldo buoni' });
  await user.click(enquiry);
  expect(within(await screen.findByRole('dialog')).getByText(/PIN bloccato/)).toBeVisible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  setClockError(-2 * MINUTE_MS);
  await user.click(enquiry);
  expect(await pinField()).toBeVisible();
  expect(within(screen.getByRole('dialog')).queryByText(/PIN bloccato/)).not.toBeInTheDocument();
});

test('rules §6 balance: of few tries that are left it is said how many, as in a sale', async () => {
  const user = await renderPatient(newSaleServer(), [
    offered,
    refuse(readBalance, 'TRANSACTION_WRONG_OTP', { attemptsLeft: 1 }),
  ]);
  await user.click(await screen.findByRole('button', { name: 'Saldo buoni' }));
  await user.type(await pinField(), '00000{Enter}');
  expect(await screen.findByText('Resta 1 tentativo prima del blocco.')).toBeVisible();
});

test('rules §6 balance: a PIN that the row does not know of is asked once the server wants it', async () => {
  const asked: unknown[] = [];
  const handlers = [offered, refuse(readBalance, 'TRANSACTION_WRONG_OTP')];
  const user = await renderPatient(newSaleServer(), handlers, { otpMode: undefined });
  await user.click(await screen.findByRole('button', { name: 'Saldo buoni' }));
  const field = await pinField();
  expect(screen.getByText("Attenzione il PIN inserito non e' corretto")).toBeVisible();
  network.use(
    answer(readBalance, ({ body }) => {
      asked.push(revealed(body));
      return { vouchers: [voucher] };
    }),
  );
  await user.type(field, '12345{Enter}');
  expect(await screen.findByRole('row', { name: /B-31/ })).toBeVisible();
  expect(asked).toMatchObject([{ otp: '12345' }]);
});

test('design §5 balance: the focus is in the dialog when the PIN gives way to the result, and goes back after Esc', async () => {
  const user = await renderPatient(newSaleServer(), [offered, answer(readBalance, { vouchers: [voucher] })]);
  const opener = await screen.findByRole('button', { name: 'Saldo buoni' });
  await user.click(opener);
  await user.type(await pinField(), '12345{Enter}');
  await screen.findByRole('row', { name: /B-31/ });
  await waitFor(() => expect(screen.getByText('Mario Rossi').parentElement?.parentElement).toHaveFocus());
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(opener).toHaveFocus();
});

test('rules §1 balance: a server that does not name the call offers none', async () => {
  await renderPatient(newSaleServer());
  expect(await screen.findByRole('button', { name: 'Storico acquisti' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Saldo buoni' })).not.toBeInTheDocument();
});
