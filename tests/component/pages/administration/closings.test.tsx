import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { HttpHandler } from 'msw';
import { expect, test } from 'vitest';
import { adminAsl } from '#contract/admin/asl.ts';
import { closeMonth, readMonthFigures, searchClosings, searchMonthMismatches } from '#contract/admin/closings.ts';
import type { CallReply } from '#contract/call.ts';
import { answer, loseAfter, network, refuse } from '../../network.ts';
import { renderOperator } from './render-operator.tsx';

const PATH = '/gestione/chiusure?aslId=4&month=2026-02-01';
const CONTROL = '0A1B-2C3D-4E5F-6071';
const FIGURES = {
  purchases: { count: 1200, amount: 4321.5 },
  cancellations: { count: 2, amount: -10 },
  corrections: { count: 1, amount: -1.5 },
  total: 4310,
  orders: { count: 3, amount: 4000 },
  rejections: { count: 0, amount: 0 },
  controlTotal: CONTROL,
};
type Month = CallReply<typeof readMonthFigures>['month'];
const BUSINESS = { businessId: 7, companyName: 'Farmacia Aurora', figures: FIGURES };
const OPEN: Month = {
  aslId: 4,
  aslName: 'ASL di Prova',
  month: '2026-02-01',
  isOver: true,
  figures: FIGURES,
  businesses: [BUSINESS],
};
const SHOWN = { controlTotal: CONTROL, ordersAmount: 4000, rejectionsAmount: 0 };
const CLOSING = {
  closingId: 1,
  aslId: 4,
  aslName: 'ASL di Prova',
  month: '2026-02-01',
  closeTime: '2026-03-03T10:00:00.000+01:00',
  username: 'gestore',
  figures: FIGURES,
};

function pageOf(totalCount: number) {
  return { page: 0, pageSize: 10, totalCount, totalPages: Math.ceil(totalCount / 10) };
}

function open(
  handlers: readonly HttpHandler[],
  path = PATH,
  office: { operatorAslId?: number; names?: string[] } = {},
) {
  return renderOperator(path, {
    ...office,
    handlers: [
      ...handlers,
      answer(adminAsl.calls.search, {
        rows: [{ aslId: 4, code: '104', name: 'ASL di Prova', version: 1 }],
        pagination: pageOf(1),
      }),
      answer(readMonthFigures, { month: OPEN }),
      answer(searchMonthMismatches, { rows: [], pagination: pageOf(0) }),
      answer(searchClosings, { rows: [], pagination: pageOf(0) }),
    ],
  });
}

test('rules §9 closing: a month is closed after its figures were shown, and stands in the list with its control total', async () => {
  const closed: unknown[] = [];
  const { user } = open([]);
  const card = within(await screen.findByRole('region', { name: 'Mese 02/2026 · ASL di Prova' }));
  expect(card.getByText('Acquisti').nextSibling).toHaveTextContent('1.200 · 4.321,50 €');
  expect(card.getByText('Totale').nextSibling).toHaveTextContent('4.310,00 €');
  expect(card.getByText(CONTROL)).toBeVisible();
  await user.click(await card.findByRole('button', { name: 'Chiudi mese' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Chiudere il mese 02/2026?' }));
  expect(dialog.getByText('Storni di acquisti di mesi precedenti').nextSibling).toHaveTextContent('1 · -1,50 €');
  expect(closed).toEqual([]);
  network.use(
    answer(closeMonth, ({ body }) => {
      closed.push(body);
      return { row: CLOSING };
    }),
    answer(readMonthFigures, { month: { ...OPEN, closeTime: CLOSING.closeTime } }),
    answer(searchClosings, { rows: [CLOSING], pagination: pageOf(1) }),
  );
  await user.click(dialog.getByRole('button', { name: 'Chiudi mese' }));
  const list = within(await screen.findByRole('region', { name: 'Mesi chiusi' }));
  expect(await list.findByText(CONTROL)).toBeVisible();
  expect(list.getByText('Tutti gli esercenti')).toBeVisible();
  expect(closed).toEqual([{ aslId: 4, month: '2026-02-01', shown: SHOWN }]);
  expect(await screen.findByText('Chiuso il 03/03/2026 10:00:00')).toBeVisible();
  expect(card.queryByRole('button', { name: 'Chiudi mese' })).not.toBeInTheDocument();
});

test('design §5 closing: the authorities are asked for once, also when the month in the address changes', async () => {
  let asked = 0;
  const rows = [{ aslId: 4, code: '104', name: 'ASL di Prova', version: 1 }];
  open([
    answer(adminAsl.calls.search, () => {
      asked += 1;
      return { rows, pagination: pageOf(1) };
    }),
  ]);
  await screen.findByRole('region', { name: 'Mese 02/2026 · ASL di Prova' });
  network.use(answer(readMonthFigures, { month: { ...OPEN, month: '2026-03-01' } }));
  const month = screen.getByRole('textbox', { name: 'Mese' });
  fireEvent.change(month, { target: { value: '03/2026' } });
  fireEvent.keyDown(month, { key: 'Enter' });
  await screen.findByRole('region', { name: 'Mese 03/2026 · ASL di Prova' });
  expect(asked).toBe(1);
});

test('rules §9 closing: one business of a month, and a refusal told in the question', async () => {
  const { user } = open([]);
  network.use(refuse(closeMonth, 'MONTH_ALREADY_CLOSED'));
  await user.click(await screen.findByRole('button', { name: 'Chiudi il mese di «Farmacia Aurora»' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole('region', { name: 'Farmacia Aurora' })).toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Chiudi mese' }));
  expect(await dialog.findByText('Il mese è già chiuso')).toBeInTheDocument();
  const closed: unknown[] = [];
  network.use(
    answer(closeMonth, ({ body }) => {
      closed.push(body);
      return { row: { ...CLOSING, businessId: 7, companyName: 'Farmacia Aurora' } };
    }),
  );
  await user.click(dialog.getByRole('button', { name: 'Chiudi mese' }));
  await waitFor(() => expect(closed).toEqual([{ aslId: 4, businessId: 7, month: '2026-02-01', shown: SHOWN }]));
});

test('rules §9 closing: figures that have changed meanwhile are refused, shown anew and agreed to as they are then', async () => {
  const { user } = open([]);
  await user.click(await screen.findByRole('button', { name: 'Chiudi il mese di «Farmacia Aurora»' }));
  const dialog = within(await screen.findByRole('dialog'));
  const changed = { ...FIGURES, total: 4300, controlTotal: '1111-2222-3333-4444' };
  network.use(
    refuse(closeMonth, 'MONTH_FIGURES_CHANGED'),
    answer(readMonthFigures, { month: { ...OPEN, businesses: [{ ...BUSINESS, figures: changed }] } }),
  );
  await user.click(dialog.getByRole('button', { name: 'Chiudi mese' }));
  expect(await dialog.findByText(/^Gli importi del mese sono cambiati/)).toBeInTheDocument();
  expect(await dialog.findByText('1111-2222-3333-4444')).toBeInTheDocument();
  const closed: unknown[] = [];
  network.use(
    answer(closeMonth, ({ body }) => {
      closed.push(body.shown);
      return { row: { ...CLOSING, businessId: 7, companyName: 'Farmacia Aurora' } };
    }),
  );
  await user.click(dialog.getByRole('button', { name: 'Chiudi mese' }));
  await waitFor(() => expect(closed).toEqual([{ ...SHOWN, controlTotal: '1111-2222-3333-4444' }]));
});

test('rules §9 closing: one whose answer is lost is not asked about again where the month is closed', async () => {
  const { user } = open([]);
  let isClosed = false;
  network.use(
    loseAfter(closeMonth, () => {
      isClosed = true;
    }),
    answer(readMonthFigures, () => ({ month: isClosed ? { ...OPEN, closeTime: CLOSING.closeTime } : OPEN })),
  );
  await user.click(await screen.findByRole('button', { name: 'Chiudi mese' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Chiudi mese' }));
  expect(await screen.findByText('Chiuso il 03/03/2026 10:00:00')).toBeVisible();
  // Of a dialog that fades out, which never ends here.
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Chiudere/ })).not.toBeInTheDocument());
});

test('rules §9 closing: what does not match is named; a month under way cannot be closed', async () => {
  open([
    answer(readMonthFigures, { month: { ...OPEN, isOver: false } }),
    answer(searchMonthMismatches, {
      rows: [
        {
          kind: 'ORDER_AMOUNT_DIFFERS',
          at: '2026-02-10T10:00:00.000+01:00',
          amcOrderId: 88,
          companyName: 'Farmacia Aurora',
          storeName: 'Aurora Centro',
          amount: 9.99,
          expectedAmount: 1.33,
        },
      ],
      pagination: pageOf(1),
    }),
  ]);
  expect(await screen.findByText("Importo dell'ordine diverso dagli acquisti")).toBeVisible();
  expect(screen.getByText('88')).toBeVisible();
  expect(screen.getByText('Farmacia Aurora · Aurora Centro')).toBeVisible();
  expect(await screen.findByText(/^Il mese non è ancora concluso/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Chiudi/ })).not.toBeInTheDocument();
});

test('rules §9 closing: an operator of the region chooses the authority, one of an office has its own', async () => {
  const asked: unknown[] = [];
  const figures = answer(readMonthFigures, ({ query }) => {
    asked.push([query.aslId, query.month]);
    return { month: OPEN };
  });
  const { user } = open([figures], '/gestione/chiusure?month=2026-02-01');
  await user.click(await screen.findByRole('combobox', { name: 'Azienda sanitaria' }));
  expect(screen.getByText("Scegli un'azienda sanitaria per vedere gli importi del mese.")).toBeVisible();
  expect(asked).toEqual([]);
  await user.click(await screen.findByRole('option', { name: 'ASL di Prova' }));
  // The month changes before the screen shows the authority.
  fireEvent.change(screen.getByRole('textbox', { name: 'Mese' }), { target: { value: '03/2026' } });
  fireEvent.keyDown(screen.getByRole('textbox', { name: 'Mese' }), { key: 'Enter' });
  await waitFor(() => expect(asked.at(-1)).toEqual([4, '2026-03-01']));
});

test('rules §9 closing: an office is shown the month of its own authority', async () => {
  open([], '/gestione/chiusure', { operatorAslId: 4 });
  expect(await screen.findByRole('heading', { level: 2, name: /ASL di Prova/ })).toBeVisible();
  expect(screen.queryByRole('combobox', { name: 'Azienda sanitaria' })).not.toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: 'Mese' })).toBeInTheDocument();
});

test('rules §1 closing: a server that only shows the months offers no closing', async () => {
  const names = [adminAsl.calls.search, readMonthFigures, searchClosings, searchMonthMismatches].map(
    ({ name }) => name,
  );
  open([], PATH, { names });
  expect(await screen.findByRole('cell', { name: 'Farmacia Aurora' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Chiudi/ })).not.toBeInTheDocument();
});

test('rules §9 closing: an authority in the address that is no number is not asked for', async () => {
  const asked: unknown[] = [];
  const figures = answer(readMonthFigures, ({ query }) => {
    asked.push(query);
    return { month: OPEN };
  });
  open([figures], '/gestione/chiusure?aslId=x');
  expect(await screen.findByText("Scegli un'azienda sanitaria per vedere gli importi del mese.")).toBeVisible();
  expect(asked).toEqual([]);
});

test('design §5 closing: the pager of the mismatches keeps the focus when their next page is asked for', async () => {
  const all = Array.from({ length: 12 }, (_, index) => ({
    kind: 'ORDER_AMOUNT_DIFFERS' as const,
    at: '2026-02-10T10:00:00.000+01:00',
    amcOrderId: 81 + index,
    companyName: 'Farmacia Aurora',
    storeName: 'Aurora Centro',
    amount: 9.99,
    expectedAmount: 1.33,
  }));
  const { user } = open([
    answer(searchMonthMismatches, ({ query }) => {
      expect([query.aslId, query.month, query.size]).toEqual([4, '2026-02-01', 10]);
      const page = Number(query.page);
      return { rows: all.slice(page * 10, page * 10 + 10), pagination: { ...pageOf(12), page } };
    }),
  ]);
  expect(await screen.findByText('90')).toBeVisible();
  const next = screen.getByRole('button', { name: 'Pagina 2' });
  await user.click(next);
  expect(next).toHaveFocus();
  expect(await screen.findByText('92')).toBeVisible();
  expect(next).toHaveFocus();
});

test('rules §9 closing: the question says what does not match yet, and names the first', async () => {
  const mismatch = {
    kind: 'PURCHASE_NOT_ORDERED' as const,
    at: '2026-02-03T10:00:00+01:00',
    purchaseId: 2032,
    companyName: 'Farmacia Aurora',
    storeName: 'Aurora Centro',
    amount: 21.95,
  };
  const { user } = open([answer(searchMonthMismatches, { rows: [mismatch], pagination: pageOf(7) })]);
  await user.click(await screen.findByRole('button', { name: 'Chiudi mese' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Chiudere il mese 02/2026?' }));
  expect(await dialog.findByText('Ci sono ancora 7 situazioni da verificare:')).toBeVisible();
  expect(dialog.getByText(/^Acquisto non incluso in un ordine AMC/)).toHaveTextContent(
    '2032 · Aurora Centro · 21,95 €',
  );
});
