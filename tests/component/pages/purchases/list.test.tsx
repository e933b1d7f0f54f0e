import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { downloadReceipt, searchPurchases } from '#contract/calls/purchases.ts';
import { Component as PurchaseHistoryPage } from '#src/pages/purchases/index.tsx';
import { currentAlerts } from '#src/providers/notifications/alert-store.ts';
import { answer, answerRaw } from '../../network.ts';
import { renderScreen } from '../../render-screen.tsx';

const purchase = {
  purchaseId: 7,
  createTime: '2026-07-01T10:00:00+02:00',
  itemsAmount: 12.5,
  status: 'ACTIVE' as const,
  items: [],
  patient: { firstName: 'Mario', lastName: 'Rossi' },
  business: { businessId: 1, companyName: 'Farmacia Rossi' },
};
const cancelled = { ...purchase, purchaseId: 8, status: 'CANCELLED' as const };
const TEXTS = ['purchases', 'table'];

test('§2 purchase history: columns, statuses, the total and the page in the URL', async () => {
  const pages: unknown[] = [];
  const { user, location } = await renderScreen(<PurchaseHistoryPage />, {
    as: 'BUSINESS',
    path: '/storico-acquisti',
    texts: TEXTS,
    handlers: [
      answer(searchPurchases, ({ query }) => {
        pages.push([query.page, query.size, query.sort]);
        return { purchases: [purchase, cancelled], pagination: { totalCount: 12 } };
      }),
    ],
  });
  expect(await screen.findAllByText('01/07/2026 10:00:00')).toHaveLength(2);
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Dettaglio',
    'Data acquisto',
    'Numero',
    'Assistito',
    'Esercente',
    'Totale speso',
    'Stato',
    'Ricevuta',
    'Storno',
    'Ricrea carrello',
  ]);
  expect(screen.getByText('COMPLETATO')).toBeVisible();
  expect(screen.getByText('STORNATO')).toBeVisible();
  expect(screen.getByRole('row', { name: /STORNATO/ }).className).toMatch(/struckOut/);
  expect(screen.getByRole('row', { name: /COMPLETATO/ }).className).not.toMatch(/struckOut/);
  expect(screen.getByText('Totale elementi: 12')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Pagina 2' }));
  await waitFor(() => expect(pages.at(-1)).toEqual([1, 5, 'createTime,desc']));
  expect(location()).toMatch(/currentPage=2/);
});

test('rules §1 counts: a list says where its server has not counted all rows, on paper too', async () => {
  await renderScreen(<PurchaseHistoryPage />, {
    as: 'BUSINESS',
    path: '/storico-acquisti?currentPage=2001&pageSize=5',
    texts: TEXTS,
    handlers: [
      answer(searchPurchases, () => ({
        purchases: [purchase],
        pagination: { totalCount: 10_000, hasMore: true },
      })),
    ],
  });
  expect(await screen.findByText('Totale elementi: oltre 10.000')).toBeVisible();
  expect(screen.getByText('2.001 / oltre 2.000')).toBeVisible();
  expect(screen.getByText(/Righe 10\.001-10\.005 \(su oltre 10\.000\)/)).toHaveClass('print-only');
});

test('§9 history page sizes: a size that is not offered, typed into the address, is the default', async () => {
  const sizes: unknown[] = [];
  const { user } = await renderScreen(<PurchaseHistoryPage />, {
    as: 'BUSINESS',
    path: '/storico-acquisti?pageSize=1000000&currentPage=1',
    texts: TEXTS,
    handlers: [
      answer(searchPurchases, ({ query }) => {
        sizes.push(query.size);
        return { purchases: [purchase], pagination: { totalCount: 1 } };
      }),
    ],
  });
  expect(await screen.findByText('5/pagina')).toBeVisible();
  expect(new Set(sizes)).toEqual(new Set([5]));
  await user.click(screen.getByRole('combobox', { name: 'Elementi per pagina' }));
  const offered = screen.getAllByText(/^\d+\/pagina$/, { selector: '.ant-select-item-option-content' });
  expect(offered.map(({ textContent }) => textContent)).toEqual(['5/pagina', '10/pagina', '20/pagina']);
});

test('§3 a purchase of any other status is COMPLETATO', async () => {
  const data = { purchases: [{ ...purchase, status: 'DELIVERED' }], pagination: { totalCount: 1 } };
  const handlers = [answerRaw(searchPurchases, { data })];
  await renderScreen(<PurchaseHistoryPage />, { as: 'BUSINESS', texts: TEXTS, handlers });
  expect(await screen.findByText('COMPLETATO')).toBeVisible();
});

test('§2 an empty purchase history says so', async () => {
  await renderScreen(<PurchaseHistoryPage />, {
    as: 'BUSINESS',
    texts: TEXTS,
    handlers: [answer(searchPurchases, { purchases: [], pagination: { totalCount: 0 } })],
  });
  expect(await screen.findByText('Al momento non ci sono acquisti')).toBeVisible();
});

test('§8 a receipt of the history: its own text of success', async () => {
  const requested: unknown[] = [];
  const { user } = await renderScreen(<PurchaseHistoryPage />, {
    as: 'BUSINESS',
    texts: TEXTS,
    handlers: [
      answer(searchPurchases, { purchases: [purchase], pagination: { totalCount: 1 } }),
      answer(downloadReceipt, ({ params }) => {
        requested.push(params.purchaseId);
        return { fileName: 'r.pdf', base64: 'JVBERg==', mimeType: 'application/pdf' };
      }),
    ],
  });
  await user.click(await screen.findByRole('button', { name: "Scarica la ricevuta dell'acquisto 7" }));
  await waitFor(() => expect(currentAlerts()).toMatchObject([{ title: 'Operazione avvenuta con successo' }]));
  expect(requested).toEqual([7]);
});

test('§4 cancellation and new cart are offered only where `cancelable` and the status allow it', async () => {
  const rows = [
    { ...purchase, cancelable: true },
    { ...cancelled, cancelable: true },
    { ...purchase, purchaseId: 9, cancelable: false },
    { ...cancelled, purchaseId: 10, cancelable: false },
    { ...purchase, purchaseId: 11 },
  ];
  await renderScreen(<PurchaseHistoryPage />, {
    as: 'BUSINESS',
    texts: TEXTS,
    handlers: [answer(searchPurchases, { purchases: rows, pagination: { totalCount: 5 } })],
  });
  await screen.findAllByText('COMPLETATO');
  const names = screen.getAllByRole('button', { name: /^(Storna|Ricrea)/ }).map((found) => found.ariaLabel);
  expect(names).toEqual(["Storna l'acquisto 7", "Ricrea il carrello dell'acquisto 8"]);
});

test('§7 history: the purchases of one patient alone, who is named in neither address nor storage, and all again', async () => {
  const asked: unknown[] = [];
  const { user, location } = await renderScreen(<PurchaseHistoryPage />, {
    as: 'BUSINESS',
    path: '/storico-acquisti',
    texts: TEXTS,
    handlers: [
      answer(searchPurchases, ({ query }) => {
        asked.push(query.patientId);
        return {
          purchases: [{ ...purchase, patient: { ...purchase.patient, patientId: 4 } }],
          pagination: { totalCount: 1 },
        };
      }),
    ],
  });
  await user.click(await screen.findByRole('cell', { name: 'Mario Rossi' }));
  await user.click(await screen.findByRole('button', { name: /Solo gli acquisti di questo assistito$/ }));
  const all = await screen.findByRole('button', { name: 'Tutti gli acquisti' });
  await waitFor(() => expect(asked.at(-1)).toBe(4));
  expect(all).toHaveFocus();
  expect(location()).not.toMatch(/patient/i);
  expect(JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])).not.toMatch(/Rossi|patient/i);
  await user.click(all);
  await waitFor(() => expect(asked.at(-1)).toBeUndefined());
});
