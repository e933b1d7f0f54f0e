import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { checkCart, readCartSummary } from '#contract/calls/carts.ts';
import { readFeatures } from '#contract/calls/features.ts';
import { searchPatients } from '#contract/calls/patients.ts';
import { checkPurchase } from '#contract/calls/purchases.ts';
import { storedCart } from '#src/providers/session/unfinished-cart.ts';
import { answer } from '../../network.ts';
import { button, renderPatient, renderSummary } from './render-sale.tsx';
import { bread, newSaleServer, patient, voucher } from './sale-server.ts';

const offered = answer(readFeatures, { features: { sorts: {}, filters: {}, calls: ['patients.readBalance'] } });
const vouchers = [{ ...voucher, residualAmount: 78.2 }];
const items = [{ product: bread, quantity: 2, pricePerUnit: 2.5, totalPrice: 5 }];
const CART_PIN = 'Inserire il codice PIN per creare il carrello';
const PURCHASE_PIN = "Inserire il codice PIN per confermare l'acquisto";
const BALANCE = 'Saldo buoni';

/** Holds an answer back until the test lets it come. */
function held() {
  let come: () => void = () => undefined;
  const until = new Promise<void>((resolve) => {
    come = resolve;
  });
  return { come: () => come(), until };
}
type Held = ReturnType<typeof held>;

const checked = async (late: Held) => {
  await late.until;
  return { txCommand: { txCommandId: 91, otpRequired: true } };
};

/** Each opens the first dialog while the answer that opens the second one is on its way. */
const MEMBERS: readonly (readonly [string, first: string, second: string, (late: Held) => Promise<UserEvent>])[] = [
  [
    "the balance, after 'Avanti'",
    CART_PIN,
    BALANCE,
    async (late) => {
      const rows = answer(searchPatients, async () => {
        await late.until;
        return { patients: [{ ...patient, activeVouchers: vouchers }] };
      });
      const user = await renderPatient(newSaleServer(), [offered, rows], { activeVouchers: vouchers });
      await user.click(await screen.findByRole('button', { name: BALANCE }));
      await user.click(button('Avanti'));
      return user;
    },
  ],
  [
    "the PIN of the cart, after 'Saldo buoni'",
    BALANCE,
    CART_PIN,
    async (late) => {
      const user = await renderPatient(newSaleServer(), [offered, answer(checkCart, () => checked(late))]);
      await user.click(button('Avanti'));
      await user.click(await screen.findByRole('button', { name: BALANCE }));
      return user;
    },
  ],
  [
    "the question about an unfinished cart, after 'Saldo buoni'",
    BALANCE,
    'Carrello non concluso',
    async (late) => {
      storedCart.write({ cartId: 80, username: 'rossi', businessId: 1 });
      const summary = answer(readCartSummary, async () => {
        await late.until;
        const cart = { cartId: 80, items, itemsAmount: 5, residualAmount: 105, voucherInitialAmount: 110 };
        return { cart };
      });
      const user = await renderPatient(newSaleServer(), [offered, summary]);
      await user.click(button('Avanti'));
      await user.click(await screen.findByRole('button', { name: BALANCE }));
      return user;
    },
  ],
  [
    "the PIN of the purchase, after 'Dettaglio buono'",
    'Dettaglio buono',
    PURCHASE_PIN,
    async (late) => {
      const user = await renderSummary(newSaleServer({ items }), [answer(checkPurchase, () => checked(late))]);
      await user.click(button('Conferma'));
      await user.click(button('Dettaglio buono'));
      return user;
    },
  ],
];

test.each(MEMBERS)('design §5 dialog: %s, opens once the other one is closed', async (_what, first, second, begin) => {
  const late = held();
  const user = await begin(late);
  expect(await screen.findByRole('dialog', { name: first })).toBeVisible();
  late.come();
  const field = screen.queryByPlaceholderText(/codice PIN/);
  if (field) await waitFor(() => expect(field).toHaveFocus());
  // What comes after the answer has had its turn when this press is heard.
  await user.keyboard('12345');
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
  if (field) expect(field).toHaveValue('12345');
  await user.keyboard('{Escape}');
  const other = await screen.findByRole('dialog', { name: second });
  await waitFor(() => expect(other).toBeVisible());
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
