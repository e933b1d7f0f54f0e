import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { listAsl } from '#contract/calls/asl.ts';
import { executeCart } from '#contract/calls/carts.ts';
import { downloadBillProducts, downloadBillSummary } from '#contract/calls/billing-summary.ts';
import { downloadReceipt } from '#contract/calls/purchases.ts';
import { Component as BillingSummaryPage } from '#src/pages/billing/index.tsx';
import { filterSearch } from '#tests/support/filter-address.ts';
import { dialogButton } from '../dialogs.ts';
import { renderScreen } from '../render-screen.tsx';
import { answer, network, refuse } from '../network.ts';
import {
  button,
  eanField,
  heading,
  openPatient,
  pinField,
  quantityField,
  renderSearchWithStores,
  renderSummary,
  scan,
} from './sale/render-sale.tsx';
import { bread, newSaleServer } from './sale/sale-server.ts';

const FILE = { fileName: 'documento.pdf', base64: 'JVBERg==', mimeType: 'application/pdf' };

/** Records requests that change something or fetch a document, by method and path. */
function watchRequests(): string[] {
  const requests: string[] = [];
  const note = ({ request: { method, url } }: { readonly request: Request }) => {
    const { pathname } = new URL(url);
    if (method !== 'GET' || /pdf|csv/.test(pathname)) requests.push(`${method} ${pathname.replace('/api/v1/', '')}`);
  };
  network.events.on('request:start', note);
  onTestFinished(() => network.events.removeListener('request:start', note));
  return requests;
}

/** The second click of a double click, after the server has answered the first. */
const clickAgain = (element: HTMLElement) => fireEvent.click(element, { detail: 2 });

test('design §5 a whole sale by double clicks: every button is one request', async () => {
  const requests = watchRequests();
  const user = await renderSearchWithStores(newSaleServer(), [answer(downloadReceipt, FILE)]);
  await openPatient(user);
  await user.dblClick(button('Avanti'));
  await user.type(await pinField(), '12345');
  await user.dblClick(await dialogButton('Conferma'));
  await heading('Scarico Prodotti');
  await scan(user, bread.ean1);
  await waitFor(() => expect(quantityField()).toHaveFocus());
  await user.dblClick(button('Aggiungi'));
  await waitFor(() => expect(button('Avanti')).toBeEnabled());
  expect(eanField()).toHaveFocus();
  await user.dblClick(button('Avanti'));
  await heading('Riepilogo');
  await waitFor(() => expect(button('Conferma')).toHaveFocus());
  await user.dblClick(button('Conferma'));
  const pin = await pinField();
  await user.type(pin, '12345');
  fireEvent.submit(pin);
  fireEvent.submit(pin);
  await screen.findByText('Operazione avvenuto con successo');
  await user.dblClick(button('Stampa'));
  await waitFor(() => expect(button('Stampa')).toBeEnabled());
  clickAgain(button('Stampa'));
  expect(requests).toEqual([
    'POST carts/check',
    'POST carts/execute',
    'PUT carts/81/products',
    'POST purchases/carts/81/check',
    'POST purchases/carts/81/execute',
    'GET purchases/99/receipt-pdf',
  ]);
});

test("design §5 the Enter that brings up 'Sì' does not answer it too: a purchase is read before it is confirmed", async () => {
  const requests = watchRequests();
  const server = newSaleServer({ items: [{ product: bread, quantity: 2, pricePerUnit: 2.5, totalPrice: 5 }] });
  server.otpRequired = null;
  const user = await renderSummary(server);
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  onTestFinished(() => clock.mockRestore());
  await user.keyboard('{Enter}');
  const yes = await dialogButton('Sì');
  await waitFor(() => expect(yes).toHaveFocus());
  await user.keyboard('{Enter} {Enter}');
  expect(yes).not.toHaveClass('ant-btn-loading');
  expect(requests).toEqual(['POST purchases/carts/81/check']);
  clock.mockReturnValue(performance.now() + 501);
  // The times of events are those of the system's clock.
  const system = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 501);
  onTestFinished(() => system.mockRestore());
  await user.keyboard('{Enter}');
  await screen.findByText('Operazione avvenuto con successo');
  expect(requests.slice(1)).toEqual(['POST purchases/carts/81/execute']);
});

test("design §5 the Enter pressed twice on the PIN does not print at once: 'Stampa' waits", async () => {
  const server = newSaleServer({ items: [{ product: bread, quantity: 2, pricePerUnit: 2.5, totalPrice: 5 }] });
  const user = await renderSummary(server);
  await user.keyboard('{Enter}');
  await user.type(await pinField(), '12345');
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  onTestFinished(() => clock.mockRestore());
  await user.keyboard('{Enter}');
  await screen.findByText('Operazione avvenuto con successo');
  await waitFor(() => expect(button('Stampa')).toHaveFocus());
  const requests = watchRequests();
  await user.keyboard('{Enter} ');
  clickAgain(button('Stampa'));
  clickAgain(button('Nuova ricerca'));
  expect(screen.getByText('Operazione avvenuto con successo')).toBeVisible();
  expect(requests).toEqual([]);
  clock.mockReturnValue(performance.now() + 501);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(requests).toEqual(['GET purchases/99/receipt-pdf']));
});

test.each(['PDF', 'CSV'])(
  "design §5 'Esporta' %s by a double click and by Enter twice: one request each",
  async (kind) => {
    const requests = watchRequests();
    const held: (() => void)[] = [];
    const lateFile = async () => {
      await new Promise<void>((resolve) => held.push(resolve));
      return FILE;
    };
    const { user } = await renderScreen(<BillingSummaryPage />, {
      as: 'BUSINESS',
      path: `/prospetto-fatturazione?${filterSearch({ aslId: 1, dateStart: '2026-02-01', dateEnd: '2026-02-28' })}`,
      texts: ['billing', 'period', 'table'],
      handlers: [
        answer(listAsl, { asls: [{ aslId: 1, name: 'ASL Nord' }] }),
        answer(downloadBillSummary, lateFile),
        answer(downloadBillProducts, lateFile),
      ],
    });
    const exporting = await screen.findByRole('button', { name: new RegExp(`^Esporta .* ${kind}$`) });
    await user.dblClick(exporting);
    await waitFor(() => expect(held).toHaveLength(1));
    held.pop()?.();
    exporting.focus();
    await waitFor(() => expect(exporting).not.toHaveClass('ant-btn-loading'));
    await user.keyboard('{Enter}{Enter}');
    await waitFor(() => expect(held).toHaveLength(1));
    held.pop()?.();
    await waitFor(() => expect(exporting).not.toHaveClass('ant-btn-loading'));
    expect(requests).toHaveLength(2);
  },
);

test('design §5 a wrong PIN that is answered between two presses is not sent twice: a second try is typed', async () => {
  const requests = watchRequests();
  const user = await renderSearchWithStores(newSaleServer(), [refuse(executeCart, 'TRANSACTION_WRONG_OTP')]);
  await openPatient(user);
  await user.click(button('Avanti'));
  const field = await pinField();
  // However long the machine takes, the presses follow each other.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  onTestFinished(() => clock.mockRestore());
  await user.type(field, '0{Enter}');
  await screen.findByText("Attenzione il PIN inserito non e' corretto");
  clickAgain(await dialogButton('Conferma'));
  fireEvent.submit(await pinField());
  await user.type(await pinField(), '1{Enter}');
  await waitFor(() => expect(requests).toEqual(['POST carts/check', 'POST carts/execute', 'POST carts/execute']));
});
