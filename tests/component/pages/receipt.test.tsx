import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { verifyReceipt } from '#contract/calls/purchases.ts';
import { answer, lose } from '../network.ts';
import { renderPortal } from '../render-portal.tsx';

const receipt = {
  purchaseId: 4711,
  companyName: 'Farmacia Rossi',
  storeName: 'Farmacia Rossi',
  address: 'Via Roma 1, Cagliari',
  day: '2026-05-15',
  amount: 8,
};

function openWith(reply: object, code = 'abc') {
  const asked: unknown[] = [];
  const handler = answer(verifyReceipt, ({ body }) => {
    asked.push(body);
    return reply;
  });
  renderPortal(`/verifica-ricevuta#${code}`, { handlers: [handler] });
  return asked;
}

test('§2 step 4 receipt: the page of its QR code says that it stands, with number, store, day and amount', async () => {
  const asked = openWith({ receipt });
  expect(await screen.findByRole('heading', { level: 2, name: 'Ricevuta autentica' })).toBeVisible();
  for (const text of ['4711', 'Farmacia Rossi, Via Roma 1, Cagliari', '15/05/2026', '8,00 €']) {
    expect(screen.getByText(text)).toBeVisible();
  }
  expect(asked).toEqual([{ code: 'abc' }]);
});

test('§4 cancelled purchase: the page says since when it stands no more', async () => {
  openWith({ receipt: { ...receipt, cancelledOn: '2026-05-16' } });
  expect(await screen.findByText("L'acquisto è stato stornato il 16/05/2026: non vale più.")).toBeVisible();
});

test.each(['abc', 'x'.repeat(101), 'no%20code'])(
  '§2 step 4 receipt: the unknown code %s says what to do',
  async (code) => {
    openWith({}, code);
    expect(await screen.findByText(/^Questo codice non appartiene a nessuna ricevuta/)).toBeVisible();
  },
);

test('§2 step 4 receipt: without a code nothing is asked', async () => {
  expect(openWith({}, '')).toEqual([]);
  expect(await screen.findByText(/^Apri questa pagina inquadrando/)).toBeVisible();
});

test('rules §2 receipt: a verification that fails can be repeated', async () => {
  renderPortal('/verifica-ricevuta#abc', { handlers: [lose(verifyReceipt)] });
  expect(await screen.findByText('Non è stato possibile verificare la ricevuta.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Riprova' })).toBeVisible();
});
