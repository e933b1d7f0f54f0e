import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { readCart, readCartSummary, recreateCart } from '#contract/calls/carts.ts';
import { searchPatients } from '#contract/calls/patients.ts';
import { searchPurchases } from '#contract/calls/purchases.ts';
import { navigateTo } from '#src/providers/navigation.ts';
import { currentAlerts } from '#src/providers/notifications/alert-store.ts';
import { storedCart } from '#src/providers/session/unfinished-cart.ts';
import { dialogButton, dialogTitled } from '../../dialogs.ts';
import { answer, answerRaw, lose, network, refuse, respondWith } from '../../network.ts';
import { bread, newSaleServer, patient } from '../sale/sale-server.ts';
import { cancelled, openHistory, renderHistory } from './history.tsx';

const cart = {
  cartId: 82,
  items: cancelled.items,
  residualAmount: 97.5,
  voucherInitialAmount: 110,
  patient,
};

const recreateButton = () => screen.findByRole('button', { name: "Ricrea il carrello dell'acquisto 8" });
const stepTwo = () => screen.findByRole('heading', { level: 1, name: 'Scarico Prodotti' });

test("§4 recreate: 'CONFERMA CREAZIONE CARRELLO', one request, then step 2 with prices and quantities kept", async () => {
  const asked: unknown[] = [];
  const recreate = answer(recreateCart, ({ body }) => {
    asked.push(body);
    return { cart };
  });
  const { user, location } = await renderHistory(openHistory([cancelled]), [recreate]);
  await user.click(await recreateButton());
  await dialogTitled('CONFERMA CREAZIONE CARRELLO');
  await user.dblClick(await dialogButton('Sì'));
  await stepTwo();
  expect(location()).toBe('/ricerca-assistiti/vendita/prodotti');
  expect(asked).toEqual([{ purchaseId: 8 }]);
  expect(storedCart.read()).toMatchObject({ cartId: 82 });
  const lines = within(screen.getByRole('table', { name: 'Prodotti inseriti' }));
  const fieldOf = (name: string) => lines.getByRole('textbox', { name });
  for (const [product, quantity, price] of [
    ['Pane casereccio', '2', '2,50'],
    ['Pasta di riso', '5', '1,50'],
  ] as const) {
    expect(fieldOf(`Quantità di ${product}`)).toHaveValue(quantity);
    expect(fieldOf(`Prezzo unitario di ${product}`)).toHaveValue(price);
  }
  expect(screen.getByRole('button', { name: 'Avanti' })).toBeEnabled();
  expect(screen.queryByText(/non sono più erogabili/)).not.toBeInTheDocument();
});

test('rules §6 recreate over the budget: the cart opens red and blocked', async () => {
  const { user } = await renderHistory(openHistory([cancelled]), [
    answer(recreateCart, { cart: { ...cart, residualAmount: -2.5 } }),
  ]);
  await user.click(await recreateButton());
  await user.click(await dialogButton('Sì'));
  await stepTwo();
  // In the head of the patient and in the budget.
  expect(screen.getAllByText('-2,50 €')).toHaveLength(2);
  expect(screen.getByText(/Il carrello supera il budget residuo/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Avanti' })).toBeDisabled();
});

test('rules §6 recreate: lines that are no longer covered are named', async () => {
  const { user } = await renderHistory(openHistory([cancelled]), [
    answer(recreateCart, { cart: { ...cart, items: cancelled.items.slice(1) } }),
  ]);
  await user.click(await recreateButton());
  await user.click(await dialogButton('Sì'));
  await stepTwo();
  expect(within(screen.getByRole('alert')).getByText(bread.name)).toBeVisible();
});

test('rules §1 recreate from a server that answers the id alone: the cart is read, the patient looked up by dossier', async () => {
  const other = { ...patient, activeDossiers: [{ dossierId: 22, status: 'APPROVED' as const }], firstName: 'Altro' };
  const { user } = await renderHistory(openHistory([cancelled]), [
    answerRaw(recreateCart, { data: { cart: { cartId: 82 } } }),
    answer(readCart, { cart: { ...cart, patient: null } }),
    answer(searchPatients, ({ query }) => ({
      patients: query.fiscalCode === patient.fiscalCode ? [other, patient] : [],
    })),
    answer(readCartSummary, { cart: { ...cart, itemsAmount: 12.5, patient: null } }),
  ]);
  await user.click(await recreateButton());
  await user.click(await dialogButton('Sì'));
  await stepTwo();
  await user.click(screen.getByRole('button', { name: 'Avanti' }));
  await screen.findByRole('heading', { level: 1, name: 'Riepilogo' });
  const head = await screen.findByRole('region', { name: 'Assistito' });
  expect(within(head).getByText('Mario')).toBeVisible();
});

test('rules §1 recreate where the patient cannot be told: the search offers the cart', async () => {
  const { user } = await renderHistory(openHistory([{ ...cancelled, patient: null }]), [
    answer(recreateCart, { cart: { ...cart, patient: null } }),
    answer(readCartSummary, { cart: { ...cart, itemsAmount: 12.5, patient: null } }),
  ]);
  await user.click(await recreateButton());
  await user.click(await dialogButton('Sì'));
  expect(await screen.findByRole('heading', { level: 1, name: 'Ricerca Assistiti' })).toBeVisible();
  expect(await screen.findByText(/Cerca di nuovo l'assistito/)).toBeVisible();
});

test('rules §1 recreate after the screen was left: nobody is taken elsewhere, and the search offers the cart', async () => {
  let release: (() => void) | undefined;
  const { user, location } = await renderHistory(openHistory([cancelled]), [
    respondWith(recreateCart, async () => {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      return HttpResponse.json({ data: { cart } });
    }),
    answer(readCartSummary, { cart: { ...cart, itemsAmount: 12.5 } }),
  ]);
  await user.click(await recreateButton());
  await user.click(await dialogButton('Sì'));
  await waitFor(() => expect(release).toBeDefined());
  // The style sheet narrows the alerts beside an open dialog.
  expect(document.body).toHaveClass('has-dialog');
  act(() => navigateTo('/supporto'));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(document.body).not.toHaveClass('has-dialog');
  release?.();
  await waitFor(() =>
    expect(currentAlerts()).toMatchObject([
      { kind: 'success', text: "Il carrello dell'acquisto 8 è pronto: lo trovi in Ricerca Assistiti." },
    ]),
  );
  expect(location()).toBe('/supporto');
  act(() => navigateTo('/ricerca-assistiti'));
  expect(await screen.findByText(/prodotti inseriti: 2, totale 12,50 €/)).toBeVisible();
});

test('design §5 while the list is read again after a refused recreate, it can be confirmed again', async () => {
  const history = openHistory([cancelled]);
  const { user } = await renderHistory(history, [refuse(recreateCart, 'VOUCHER_NOT_ENABLED')]);
  await user.click(await recreateButton());
  const yes = await dialogButton('Sì');
  let isReloading = false;
  network.use(
    answer(searchPurchases, () => {
      isReloading = true;
      return new Promise<never>(() => undefined);
    }),
  );
  await user.click(yes);
  expect(await screen.findByText('Il buono non è attivo')).toBeVisible();
  await waitFor(() => expect(isReloading).toBe(true));
  network.use(answer(recreateCart, { cart }));
  await user.click(await dialogButton('Sì'));
  await stepTwo();
});

test('§8 a refused recreate is told in the dialog, and the list is loaded again', async () => {
  const history = openHistory([cancelled]);
  const { user } = await renderHistory(history, [refuse(recreateCart, 'VOUCHER_NOT_ENABLED')]);
  await user.click(await recreateButton());
  const yes = await dialogButton('Sì');
  history.purchases = [{ ...cancelled, cancelable: false }];
  await user.click(yes);
  expect(await screen.findByText('Il buono non è attivo')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Ricrea/ })).not.toBeInTheDocument());
});

test('rules §2 a lost answer to a recreate charges nothing and may be repeated', async () => {
  const { user } = await renderHistory(openHistory([cancelled]), [lose(recreateCart)]);
  await user.click(await recreateButton());
  await user.click(await dialogButton('Sì'));
  expect(
    await screen.findByText(/il nuovo carrello potrebbe essere stato creato oppure no. Nulla è stato addebitato/),
  ).toBeVisible();
  expect(currentAlerts()).toEqual([]);
  network.use(answer(recreateCart, { cart }));
  await user.click(await dialogButton('Sì'));
  expect(await stepTwo()).toBeVisible();
});

test("§8 a recreate that the shell's alert tells already closes the dialog", async () => {
  const { user } = await renderHistory(openHistory([cancelled]), [answerRaw(recreateCart, {}, 500)]);
  await user.click(await recreateButton());
  await user.click(await dialogButton('Sì'));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(currentAlerts()).toMatchObject([{ text: 'Si è vericato un errore 500' }]);
});

test('rules §3 after leaving a recreated cart, the search is no longer bypassed and offers it', async () => {
  const server = newSaleServer({ items: [] });
  const { user } = await renderHistory(
    openHistory([cancelled]),
    [answer(recreateCart, { cart }), answer(readCartSummary, { cart: { ...cart, itemsAmount: 12.5 } })],
    '/storico-acquisti',
    server,
  );
  await user.click(await recreateButton());
  await user.click(await dialogButton('Sì'));
  await stepTwo();
  await user.click(screen.getByRole('button', { name: 'Torna alla ricerca' }));
  expect(await screen.findByText('Mario Rossi – prodotti inseriti: 2, totale 12,50 €.')).toBeVisible();
});
