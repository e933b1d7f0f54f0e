import { renderHook, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, onTestFinished, test } from 'vitest';
import { refreshTokens } from '#contract/calls/authentication.ts';
import { readMyBusiness } from '#contract/calls/businesses.ts';
import { readCartSummary } from '#contract/calls/carts.ts';
import { readFeatures } from '#contract/calls/features.ts';
import { downloadReceipt, downloadRollReceipt, executePurchase } from '#contract/calls/purchases.ts';
import { useIsLoading } from '#src/providers/loading/loading-store.ts';
import { currentAlerts } from '#src/providers/notifications/alert-store.ts';
import { storedCart } from '#src/providers/session/unfinished-cart.ts';
import { answer, answerRaw, network, refuse } from '../../network.ts';
import { scanAt } from '../../scanner.ts';
import { button, factsIn, goToSummary, heading, pinField, renderProducts } from './render-sale.tsx';
import { type SaleServer, bread, newSaleServer, saleHandlers } from './sale-server.ts';

const filled = (facts: Partial<SaleServer> = {}) =>
  newSaleServer({ items: [{ product: bread, quantity: 2, pricePerUnit: 2.5, totalPrice: 5 }], ...facts });

const BENEFICIARY = [
  ['Nome', 'Mario'],
  ['Cognome', 'Rossi'],
  ['Codice fiscale', 'RSSMRA80A01H501U'],
  ['Data di nascita', '01/01/1980'],
];

async function confirm(user: UserEvent): Promise<void> {
  await goToSummary(user);
  await waitFor(() => expect(button('Conferma')).toHaveFocus());
  await user.keyboard('{Enter}');
}

test('§2 step 3 shows the cart as the server has it; Avanti is disabled, Indietro goes back', async () => {
  const { items } = filled();
  const loading = renderHook(useIsLoading).result;
  const held: (() => void)[] = [];
  const user = await renderProducts(filled(), [
    answer(readCartSummary, async () => {
      await new Promise<void>((resolve) => held.push(resolve));
      return { cart: { cartId: 81, items, itemsAmount: 5, residualAmount: 105, voucherInitialAmount: 110 } };
    }),
  ]);
  await goToSummary(user);
  await waitFor(() => expect([held.length, loading.current]).toEqual([1, true]));
  held.pop()?.();
  const merchant = await screen.findByRole('region', { name: 'Dati esercente' });
  expect(await within(merchant).findByText('Farmacia Rossi')).toBeVisible();
  expect(within(merchant).getAllByText('-')).toHaveLength(3);
  expect(within(screen.getByRole('region', { name: 'Budget a disposizione' })).getByText('110,00 €')).toBeVisible();
  expect(within(screen.getByRole('region', { name: 'Budget residuo' })).getByText('105,00 €')).toBeVisible();
  expect(factsIn(screen.getByRole('region', { name: "Dati anagrafici dell'assistito" }))).toEqual(BENEFICIARY);
  expect(loading.current).toBe(false);
  expect(button('Avanti')).toBeDisabled();
  expect(button('Conferma')).toBeEnabled();
  await user.click(button('Indietro'));
  expect(await heading('Scarico Prodotti')).toBeVisible();
});

test('§8 a failed summary shows no error message, but Riprova', async () => {
  const loading = renderHook(useIsLoading).result;
  const server = filled();
  const user = await renderProducts(server);
  network.use(answerRaw(readCartSummary, {}, 500));
  await goToSummary(user);
  const retry = await screen.findByRole('button', { name: 'Riprova' });
  await waitFor(() => expect(loading.current).toBe(false));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(currentAlerts()).toEqual([]);
  expect(button('Conferma')).toBeDisabled();
  network.use(...saleHandlers(server));
  await user.click(retry);
  await waitFor(() => expect(button('Conferma')).toBeEnabled());
});

test('§4 a session that ends on step 3 is told', async () => {
  const user = await renderProducts(filled());
  network.use(answerRaw(readCartSummary, {}, 403), answerRaw(refreshTokens, {}, 403));
  await goToSummary(user);
  await waitFor(() => expect(currentAlerts()).toMatchObject([{ text: 'La sessione è scaduta, accedi di nuovo' }]));
});

test("§4 Conferma, PIN: the purchase is complete, the cart id is forgotten, 'Stampa' has the focus", async () => {
  const six = Array.from({ length: 6 }, (_, index) => ({
    ...{ product: { ...bread, productId: index, name: `Pane ${index}` }, quantity: 1 },
    ...{ pricePerUnit: 2.5, totalPrice: 2.5 },
  }));
  const server = filled({ items: six });
  const merchant = { companyName: 'Farmacia Rossi', address: 'Via Roma 1', fiscalCode: 'RSSMRA80A01H501U' };
  const user = await renderProducts(server, [
    answer(readMyBusiness, { business: { businessId: 1, vat: '01234567890', ...merchant } }),
  ]);
  await confirm(user);
  await user.type(await pinField(), '12345{Enter}');
  expect(await screen.findByText('Operazione avvenuto con successo')).toBeVisible();
  expect(screen.getByText("L'acquisto è stato effettuato con successo.")).toBeVisible();
  expect(server.calls.slice(-2)).toEqual(['checkPurchase', 'executePurchase 92 12345']);
  expect(storedCart.read()).toBeNull();
  expect(button('Stampa')).toHaveFocus();
  expect(screen.getByRole('region', { name: 'Numero acquisto' })).toHaveTextContent(/99$/);
  expect(within(screen.getByRole('region', { name: 'Budget speso' })).getByText('15,00 €')).toBeVisible();
  expect(await within(screen.getByRole('region', { name: 'Budget residuo' })).findByText('95,00 €')).toBeVisible();
  expect(factsIn(screen.getByRole('region', { name: "Dati anagrafici dell'assistito" }))).toEqual(BENEFICIARY);
  await waitFor(() =>
    expect(factsIn(screen.getByRole('region', { name: 'Dati esercente' }))).toEqual([
      ['Ragione sociale', 'Farmacia Rossi'],
      ['Indirizzo', 'Via Roma 1'],
      ['Codice fiscale', 'RSSMRA80A01H501U'],
      ['Partita IVA', '01234567890'],
    ]),
  );
  const products = screen.getByRole('table', { name: 'Prodotti acquistati' });
  expect(within(products).getAllByRole('row').slice(1)).toHaveLength(5);
  expect(products.closest('[class*="darkHeader"]')).not.toBeNull();
});

const NOT_SENT = /^Nel campo è arrivata la lettura di uno scanner/;

test('rules §6 PIN: packs and cards read into its dialog are told there and not sent; the PIN then is', async () => {
  const server = filled();
  const user = await renderProducts(server);
  await confirm(user);
  const pin = await pinField();
  pin.focus();
  for (const [text, gap] of [
    ['8001234567897', 5],
    ['12345670', 45],
    ['036000291452', 80],
    [']C10108001234567897', 45],
    ['A023853029', 15],
    ['%RSSMRA80A01H501UROSSI  MARIO?', 15],
  ] as const) {
    scanAt(text, { gap });
    expect(await screen.findByText(NOT_SENT)).toBeVisible();
    expect(pin).toHaveValue('');
    expect(pin).toHaveFocus();
  }
  expect(server.calls.filter((call) => call.startsWith('executePurchase'))).toEqual([]);
  await user.keyboard('12345{Enter}');
  await heading('Acquisto completato');
  expect(server.calls).toContain('executePurchase 92 12345');
});

test('rules §6 PIN: one that looks like a pack goes out when the patient says to have typed it', async () => {
  const server = filled();
  const user = await renderProducts(server);
  await confirm(user);
  (await pinField()).focus();
  scanAt('12345670', { gap: 70 });
  await user.click(await screen.findByRole('button', { name: "L'ho digitato io: invialo" }));
  await heading('Acquisto completato');
  expect(server.calls).toContain('executePurchase 92 12345670');
});

test('§4 otpRequired absent on a purchase: yes/no, and a double click is one request', async () => {
  const server = filled();
  const user = await renderProducts(server);
  server.otpRequired = null;
  await goToSummary(user);
  await waitFor(() => expect(button('Conferma')).toBeEnabled());
  await user.dblClick(button('Conferma'));
  const dialog = await screen.findByRole('dialog');
  await user.dblClick(within(dialog).getByRole('button', { name: /^Sì, conferma 5,00\s€$/ }));
  expect(await screen.findByText('Operazione avvenuto con successo')).toBeVisible();
  expect(server.calls.filter((call) => call.includes('Purchase'))).toEqual(['checkPurchase', 'executePurchase 92 -']);
});

test('§8 412 on the execute: the alert, the dialog closes, the cart is loaded again', async () => {
  const server = filled();
  const user = await renderProducts(server, [refuse(executePurchase, 'VOUCHER_AMOUNT_NOT_SUFFICIENT')]);
  await confirm(user);
  server.initialAmount = 3;
  await user.type(await pinField(), '12345{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(currentAlerts()).toMatchObject([{ text: 'Non hai sufficiente disponibilità nel voucher' }]);
  const overspent = await screen.findByText('-2,00 €');
  expect(overspent).toBeVisible();
  expect(overspent.className).toContain('negative');
  expect(screen.getByText('3,00 €').className).not.toContain('negative');
  expect(button('Conferma')).toBeDisabled();
});

test('rules §2 CART_CHANGED is told in the dialog, and a new check is needed', async () => {
  const user = await renderProducts(filled(), [refuse(executePurchase, 'CART_CHANGED')]);
  await confirm(user);
  await user.type(await pinField(), '12345{Enter}');
  expect(await screen.findByText('Il carrello è cambiato: controlla il riepilogo e conferma di nuovo')).toBeVisible();
  await user.click(button('Chiudi'));
  await waitFor(() => expect(button('Conferma')).toBeEnabled());
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(button('Conferma')).toHaveFocus();
});

test('rules §2 a cart that was bought meanwhile is complete as soon as step 3 reads it', async () => {
  const server = filled();
  const user = await renderProducts(server);
  server.purchaseId = 99;
  await user.click(button('Avanti'));
  expect(await screen.findByText('Operazione avvenuto con successo')).toBeVisible();
  expect(storedCart.read()).toBeNull();
});

const NOT_PRINTED = 'Questo browser non può stampare la ricevuta da qui: aprila per stamparla.';

test('§2 step 4, where the server lays out receipts for a roll too, the paper is chosen once for this browser', async () => {
  const file = { fileName: 'ricevuta.pdf', base64: 'JVBERg==', mimeType: 'application/pdf' };
  const fetched: string[] = [];
  const user = await renderProducts(filled(), [
    answer(readFeatures, {
      features: {
        ...{ sorts: {}, filters: {}, calls: ['purchases.downloadRollReceipt'] },
        formats: { 'purchases.downloadRollReceipt': ['58'] },
      },
    }),
    answer(downloadReceipt, () => {
      fetched.push('A4');
      return file;
    }),
    answer(downloadRollReceipt, ({ query }) => {
      fetched.push(`roll ${query.format ?? '80'}`);
      return file;
    }),
  ]);
  await confirm(user);
  await user.type(await pinField(), '12345{Enter}');
  await screen.findByText('Operazione avvenuto con successo');
  await user.click(button('Stampa'));
  await waitFor(() => expect(fetched).toEqual(['A4']));
  const papers = { '80 mm': 'ROLL', '58 mm': 'ROLL_58' };
  for (const [name, stored] of Object.entries(papers)) {
    await user.click(screen.getByRole('button', { name: /^Formato di stampa: / }));
    await user.click(await screen.findByRole('menuitem', { name }));
    expect(localStorage.getItem('receiptPaper')).toBe(stored);
    expect(screen.getByRole('button', { name: `Formato di stampa: ${name}` })).toBeVisible();
    await waitFor(() => expect(button('Stampa')).toBeEnabled());
    await user.click(button('Stampa'));
  }
  await waitFor(() => expect(fetched).toEqual(['A4', 'roll 80', 'roll 58']));
});

test("§8 'Stampa' downloads the receipt and says so; a failure has its own text", async () => {
  const file = { fileName: 'ricevuta.pdf', base64: 'JVBERg==', mimeType: 'application/pdf' };
  const user = await renderProducts(filled(), [answer(downloadReceipt, file)]);
  await confirm(user);
  await user.type(await pinField(), '12345{Enter}');
  await screen.findByText('Operazione avvenuto con successo');
  await user.click(button('Stampa'));
  await waitFor(() =>
    expect(currentAlerts().at(-1)).toMatchObject({
      ...{ kind: 'success', duration: 3000 },
      title: 'Download Completato',
      text: 'La ricevuta è stata scaricata con successo.',
    }),
  );
  // jsdom cannot show a PDF.
  expect(currentAlerts()).toContainEqual(expect.objectContaining({ text: NOT_PRINTED }));
  network.use(refuse(downloadReceipt, 'PURCHASE_NOT_FOUND'));
  await user.click(button('Stampa'));
  await waitFor(() =>
    expect(currentAlerts().at(-1)).toMatchObject({
      ...{ kind: 'danger', duration: 5000 },
      title: 'Errore',
      text: 'Si è verificato un errore durante il download della ricevuta. Elemento non trovato',
    }),
  );
});

test("§2 step 4: a receipt that comes after 'Nuova ricerca' is downloaded, and neither printed nor kept in the page", async () => {
  Object.defineProperty(navigator, 'pdfViewerEnabled', { value: true, configurable: true });
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'pdfViewerEnabled');
  });
  let send: () => void = () => undefined;
  const sent = new Promise<void>((resolve) => {
    send = resolve;
  });
  const user = await renderProducts(filled(), [
    answer(downloadReceipt, async () => {
      await sent;
      return { fileName: 'ricevuta.pdf', base64: 'JVBERg==', mimeType: 'application/pdf' };
    }),
  ]);
  await confirm(user);
  await user.type(await pinField(), '12345{Enter}');
  await screen.findByText('Operazione avvenuto con successo');
  await user.click(button('Stampa'));
  await user.click(button('Nuova ricerca'));
  await screen.findByRole('heading', { level: 1, name: 'Ricerca Assistiti' });
  send();
  await waitFor(() => expect(currentAlerts()).toMatchObject([{ title: 'Download Completato' }]));
  expect(document.querySelector('iframe')).toBeNull();
});
