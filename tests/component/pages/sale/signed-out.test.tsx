import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { findCommandCart, readCartSummary } from '#contract/calls/carts.ts';
import { readFeatures } from '#contract/calls/features.ts';
import { authProvider } from '#src/providers/session/auth-provider.ts';
import { expireSession, forgetSession, leaveSession } from '#src/providers/session/session.ts';
import { writeTokens } from '#src/providers/session/tokens.ts';
import { addUnconfirmed, storedCart, storedUnconfirmed } from '#src/providers/session/unfinished-cart.ts';
import { answer, refuse } from '../../network.ts';
import { shortenPollingPauses } from '../../timeouts.ts';
import { button, renderSearchWithStores } from './render-sale.tsx';
import { bread, newSaleServer, patient } from './sale-server.ts';

const OWNER = { username: 'rossi', businessId: 1 };
const DOUBT = { txCommandId: 92, ...OWNER };
const NOT_KNOWN = "Esito dell'ultimo acquisto non ancora noto";
const items = [{ product: bread, quantity: 2, pricePerUnit: 2.5, totalPrice: 5 }];
const summary = { cartId: 81, items, itemsAmount: 5, residualAmount: 105, voucherInitialAmount: 110, patient };
const offered = answer(readFeatures, { features: { sorts: {}, filters: {}, calls: ['carts.findOfCommand'] } });

beforeEach(() => {
  shortenPollingPauses();
});

const ENDS = {
  'a sign-out here': async () => void (await authProvider.logout({})),
  'a sign-out in another tab': leaveSession,
  'a switch of the business': forgetSession,
};

test.each(Object.entries(ENDS))(
  '§4 %s: of a purchase in doubt the command, user and business alone stay',
  async (_end, end) => {
    writeTokens({ accessToken: 'a', refreshToken: 'r' });
    storedCart.write({ cartId: 81, ...OWNER });
    addUnconfirmed({ cartId: 81, ...DOUBT });
    addUnconfirmed({ cartId: 82, ...OWNER });
    await end();
    expect(Object.entries(sessionStorage)).toEqual([['purchasesInDoubt', JSON.stringify([DOUBT])]]);
    await end();
    expect(storedUnconfirmed.read()).toEqual([DOUBT]);
  },
);

test('§4 a purchase in doubt outlasts a sign-out and then an expiry', () => {
  writeTokens({ accessToken: 'a', refreshToken: 'r' });
  addUnconfirmed({ cartId: 81, ...DOUBT });
  forgetSession();
  writeTokens({ accessToken: 'b', refreshToken: 's' });
  expireSession();
  expect(storedUnconfirmed.read()).toEqual([DOUBT]);
});

test('rules §3 after a sign-out a purchase that went through is told to its user', async () => {
  storedUnconfirmed.write([DOUBT]);
  const asked: unknown[] = [];
  const user = await renderSearchWithStores(newSaleServer(), [
    offered,
    answer(findCommandCart, ({ params }) => {
      asked.push(params.txCommandId);
      return { cart: { cartId: 81 } };
    }),
    answer(readCartSummary, { cart: { ...summary, purchaseId: 99 } }),
  ]);
  expect(await screen.findByText("L'ultimo acquisto è andato a buon fine")).toBeVisible();
  expect(screen.getByText(/^Mario Rossi, totale 5,00\s€/)).toBeVisible();
  expect(asked).toEqual([92]);
  await user.click(button('Chiudi'));
  expect(storedUnconfirmed.read()).toBeNull();
});

test('rules §3 after a sign-out a purchase that is not on record is offered as its cart, as after an expiry', async () => {
  storedUnconfirmed.write([{ ...DOUBT, since: Date.now() - 120_000 }]);
  await renderSearchWithStores(newSaleServer(), [
    offered,
    answer(findCommandCart, { cart: { cartId: 81 } }),
    answer(readCartSummary, { cart: summary }),
  ]);
  expect(await screen.findByText('Carrello non concluso')).toBeVisible();
  expect(storedUnconfirmed.read()).toBeNull();
  expect(storedCart.read()).toMatchObject({ cartId: 81, username: 'rossi' });
});

test('rules §3 where a server does not tell the cart of a command, the doubt is told, and its user can close it', async () => {
  storedUnconfirmed.write([DOUBT]);
  const user = await renderSearchWithStores(newSaleServer());
  expect(await screen.findByText(NOT_KNOWN)).toBeVisible();
  expect(screen.getByText(/verificato qui o nello storico acquisti/)).toBeVisible();
  await user.click(button('Chiudi'));
  expect(storedUnconfirmed.read()).toBeNull();
});

test.each([
  ['another user', { ...DOUBT, username: 'bianchi' }],
  ['another business', { ...DOUBT, businessId: 2 }],
])('rules §3 a purchase in doubt of %s is not told', async (_whose, doubt) => {
  storedUnconfirmed.write([doubt]);
  await renderSearchWithStores(newSaleServer(), [offered, refuse(findCommandCart, 'TRANSACTION_NOT_FOUND')]);
  await waitFor(() => expect(screen.queryByText(/Verifica dell'esito/)).toBeNull());
  expect(screen.queryByText(NOT_KNOWN)).toBeNull();
  expect(storedUnconfirmed.read()).toEqual([doubt]);
});
