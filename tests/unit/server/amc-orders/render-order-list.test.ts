import { expect, test } from 'vitest';
import { money, ZERO } from '#contract/rules/money.ts';
import type { AmcOrder } from '#server/amc-orders/amc-order.ts';
import { type OrderList, orderListDocument, orderListSheet } from '#server/amc-orders/order-list.ts';
import { drawPdf } from '#server/documents/draw-pdf.ts';
import { renderPdf } from '#server/documents/render-pdf.ts';
import { renderCsv } from '#server/documents/sheet-file.ts';
import { readPdf } from '#tests/pdf-text.ts';
import { inBatchesOf, readAll } from '../documents/batches.ts';

const order: AmcOrder = {
  amcOrderId: 1,
  businessId: 1,
  businessName: 'Emporio',
  storeCode: 'PV1',
  storeName: 'Centro',
  districtCode: 'D1',
  asl: { aslId: 1, name: 'ASL Nord' },
  orderDate: new Date('2026-05-15T08:00:00Z'),
  amount: money(2),
  esbStatus: 'SENT',
  esbReason: null,
  esbNumber: null,
};

function listOf(count: number, leftOut: number, asked: Partial<OrderList> = {}): OrderList {
  const valid = { count: count + leftOut, amount: money(2 * count) };
  return {
    madeAt: new Date('2026-05-15T08:00:00Z'),
    requester: { name: 'Anna Blu', organisation: 'ASL Nord' },
    filters: {},
    filterNames: {},
    orders: inBatchesOf(new Array<AmcOrder>(count).fill(order)),
    totals: { valid, rejected: { count: 0, amount: ZERO } },
    leftOut: () => leftOut,
    ...asked,
  };
}

test('design §4 client gone: a PDF that nobody wants any more is not drawn to its end', async () => {
  const document = await orderListDocument(listOf(200, 0));
  const gone = new AbortController();
  const rendered = renderPdf(document, gone.signal);
  gone.abort(new Error('gone'));
  await expect(rendered).rejects.toThrow('gone');
  const { texts } = readPdf(await renderPdf(document));
  expect(texts.filter((text) => text === 'Emporio')).toHaveLength(200);
});

async function textOf(content: OrderList): Promise<string> {
  return readPdf(await drawPdf(await orderListDocument(content))).texts.join(' ');
}

test('rules §1 orders, an extra: the PDF says how many orders only the CSV has, and what neither has', async () => {
  const cut = await textOf(listOf(2001, 3));
  expect(cut).toContain('Un altro ordine nel CSV');
  expect(cut).toContain('Ordini non leggibili 3');
  const whole = await textOf(listOf(1, 1));
  expect(whole).not.toContain('nel CSV');
  expect(whole).toContain('2 ordini ');
  expect(await textOf(listOf(1, 0))).not.toContain('non leggibili');
});

test('rules §1 orders, an extra: both documents say by what the orders were filtered', async () => {
  const asked = {
    filters: { amcOrderId: 1, esbStatus: ['SENT', 'REJECTED'], dateStart: '2026-05-01T23:00:00Z' },
    filterNames: { asl: 'ASL Nord' },
  } as const;
  const said = 'Numero ordine: 1 · Ente pagatore: ASL Nord · Stato ESB: Inviato, Rifiutato';
  const csv = await readAll(renderCsv(orderListSheet(listOf(1, 0, asked))));
  expect(csv).toContain(`\r\nPeriodo;02/05/2026;–\r\nFiltri;${said}\r\n`);
  expect(await textOf(listOf(1, 0, asked))).toContain(`Filtri ${said}`);
  expect(await textOf(listOf(1, 0))).toContain('Filtri nessuno');
});
