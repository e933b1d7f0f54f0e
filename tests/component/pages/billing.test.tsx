import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { HttpHandler } from 'msw';
import { Suspense, use } from 'react';
import { useLocation } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { listAsl } from '#contract/calls/asl.ts';
import {
  downloadBillProducts,
  downloadBillSummary,
  downloadInvoiceDraft,
  readBillParts,
  readBillTotals,
} from '#contract/calls/billing-summary.ts';
import { listBusinesses } from '#contract/calls/businesses.ts';
import { readFeatures } from '#contract/calls/features.ts';
import type { Profile } from '#contract/entities/shared.ts';
import { formatDay, romeDay } from '#contract/rules/dates.ts';
import { Component as BillingSummaryPage } from '#src/pages/billing/index.tsx';
import { currentAlerts } from '#src/providers/notifications/alert-store.ts';
import { addressed, filterSearch } from '#tests/support/filter-address.ts';
import { answer, network, refuse } from '../network.ts';
import { renderPortal } from '../render-portal.tsx';
import { renderScreen } from '../render-screen.tsx';

const FILE = { fileName: 'prospetto.pdf', base64: 'JVBERg==', mimeType: 'application/pdf' };
const PATH = '/prospetto-fatturazione';
const FEBRUARY = { dateStart: '2026-02-01', dateEnd: '2026-02-28' };
const at = (filters: Readonly<Record<string, string | number>>) => `${PATH}?${filterSearch(filters)}`;

async function renderPage(as: Profile, path = PATH, handlers: readonly HttpHandler[] = []) {
  const rendered = await renderScreen(<BillingSummaryPage />, {
    as,
    path,
    texts: ['billing', 'period', 'table'],
    handlers: [
      ...handlers,
      answer(listAsl, {
        asls: [
          { aslId: 2, name: 'ASL Sud' },
          { aslId: 1, name: 'ASL Nord' },
        ],
      }),
      answer(listBusinesses, {
        businesses: [
          { businessId: 7, companyName: 'Farmacia Verdi', stores: [] },
          { businessId: 8, stores: [] },
        ],
      }),
    ],
  });
  await screen.findByRole('heading', { level: 1, name: 'Prospetto fatturazione' });
  return rendered;
}

const start = () => screen.getByLabelText('Data inizio');
const end = () => screen.getByLabelText('Data fine');
const pdfButton = () => screen.getByRole('button', { name: 'Esporta riepilogo PDF' });
const csvButton = () => screen.getByRole('button', { name: 'Esporta dettaglio CSV' });

async function choose(user: UserEvent, field: string, option: string): Promise<void> {
  await user.click(screen.getByLabelText(field));
  await user.click(await screen.findByTitle(option));
}

afterEach(() => vi.useRealTimers());

test.each([
  [
    'BUSINESS',
    [
      "La selezione dell'ASL è obbligatoria",
      'La data di inizio periodo è obbligatoria',
      'La data di fine periodo è obbligatoria',
    ],
  ],
  ['ASL', ['La data di inizio periodo è obbligatoria', 'La data di fine periodo è obbligatoria']],
] as const)('§5 billing summary: what %s must fill in, and the banner for 5 s', async (profile, texts) => {
  const { user } = await renderPage(profile);
  expect(screen.queryByText(/obbligatoria/)).toBeNull();
  await user.click(csvButton());
  await screen.findAllByText(/obbligatoria/);
  expect(screen.getAllByText(/obbligatoria/).map((error) => error.textContent)).toEqual(texts);
  expect(currentAlerts()).toMatchObject([
    { kind: 'danger', text: "Risolvere gli errori per poter completare l'operazione richiesta", duration: 5000 },
  ]);
  const first = profile === 'BUSINESS' ? screen.getByLabelText('ASL') : start();
  await waitFor(() => expect(first).toHaveFocus());
  expect(start()).toHaveAccessibleDescription('La data di inizio periodo è obbligatoria');
});

test('§2 billing summary: Enter exports the PDF of what was typed, and the filters are in the URL', async () => {
  const queries: unknown[] = [];
  const { user, location } = await renderPage('BUSINESS', PATH, [
    answer(downloadBillSummary, ({ query }) => {
      queries.push(query);
      return FILE;
    }),
  ]);
  await choose(user, 'ASL', 'ASL Sud');
  await user.type(start(), '1/2/2026');
  await user.type(end(), '28022026{Enter}');
  await waitFor(() => expect(currentAlerts()).toMatchObject([{ title: 'Operazione avvenuta con successo' }]));
  expect(queries).toEqual([{ aslId: 2, dateStart: '2026-02-01', dateEnd: '2026-02-28' }]);
  expect(addressed(location())).toEqual({ aslId: '2', ...FEBRUARY });
  expect(start()).toHaveValue('01/02/2026');
});

test('design §5 billing summary: a copied link fills the form; Cancella empties form and URL', async () => {
  const queries: unknown[] = [];
  const { user, location } = await renderPage('BUSINESS', at({ aslId: 1, ...FEBRUARY }), [
    answer(downloadBillProducts, ({ query }) => {
      queries.push(query);
      return FILE;
    }),
  ]);
  expect(start()).toHaveValue('01/02/2026');
  expect(end()).toHaveValue('28/02/2026');
  expect(await screen.findByText('ASL Nord')).toBeVisible();
  await user.click(csvButton());
  await waitFor(() => expect(queries).toEqual([{ aslId: 1, dateStart: '2026-02-01', dateEnd: '2026-02-28' }]));
  await user.click(screen.getByRole('button', { name: 'Cancella' }));
  expect(start()).toHaveValue('');
  expect(screen.queryByText('ASL Nord')).toBeNull();
  await waitFor(() => expect(location()).toBe(PATH));
});

const NOTHING = { count: 0, amount: 0 };
const EMPTY = { purchases: NOTHING, cancellations: NOTHING, corrections: NOTHING, total: 0, isPeriodOver: true };
const offered = answer(readFeatures, {
  features: { sorts: {}, filters: {}, calls: ['billing-summary.readTotals'] },
});

test('rules §1 billing summary: what the documents would say stands there before one is made', async () => {
  const queries: unknown[] = [];
  const { user } = await renderPage('BUSINESS', at({ aslId: 1, ...FEBRUARY }), [
    offered,
    answer(readBillTotals, ({ query }) => {
      queries.push(query);
      return {
        totals: {
          purchases: { count: 12345, amount: 5000.5 },
          cancellations: { count: 2, amount: -20 },
          corrections: { count: 1, amount: -5.33 },
          total: 4975.17,
          isPeriodOver: queries.length === 1,
          closedMonths: [
            {
              month: '2026-02-01',
              closeTime: '2026-03-03T10:00:00.000+01:00',
              rows: 12348,
              controlTotal: '0A1B-2C3D-4E5F-6071',
            },
          ],
        },
      };
    }),
  ]);
  const card = await screen.findByRole('region', { name: 'Nel periodo scelto' });
  const [region] = screen.getAllByRole('status');
  expect(region).toContainElement(card);
  expect(card).toHaveTextContent(/Acquisti12\.345 · 5\.000,50\s€Storni2 · -20,00\s€/);
  expect(card).toHaveTextContent(/Rettifiche di periodi precedenti1 · -5,33\s€Totale generale4\.975,17\s€/);
  expect(card).toHaveTextContent(/Mese chiuso 02\/2026Codice di controllo 0A1B-2C3D-4E5F-6071 · operazioni: 12\.348/);
  expect(screen.queryByText('Periodo non concluso')).toBeNull();
  expect(queries).toEqual([{ aslId: 1, ...FEBRUARY }]);
  await user.clear(end());
  await waitFor(() => expect(card).not.toBeInTheDocument());
  expect(region).toBeInTheDocument();
  await user.type(end(), '27/02/2026{Enter}');
  expect(await screen.findByText('Periodo non concluso')).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('rules §7 billing summary: on paper, where forms are left out, it says for whom, which period and when', async () => {
  await renderPage('BUSINESS', at({ aslId: 2, ...FEBRUARY }), [offered, answer(readBillTotals, { totals: EMPTY })]);
  const told = /^ASL Sud · Periodo dal 01\/02\/2026 al 28\/02\/2026 · Stampato il \d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/;
  expect(await screen.findByText(told)).toHaveClass('print-only');
});

test('§8 billing summary: an empty period is said before a file is made', async () => {
  await renderPage('ASL', at(FEBRUARY), [offered, answer(readBillTotals, { totals: EMPTY })]);
  expect(await screen.findByText('Nessun acquisto trovato per il periodo selezionato.')).toBeVisible();
});

test('§8 billing summary: totals that cannot be had are told once, in their place, and the buttons stay', async () => {
  const { user } = await renderPage('ASL', at(FEBRUARY), [offered, refuse(readBillTotals, 'INTERNAL_ERROR')]);
  const retry = await screen.findByRole('button', { name: 'Riprova' });
  expect(pdfButton()).toBeEnabled();
  expect(currentAlerts()).toEqual([]);
  network.use(answer(readBillTotals, { totals: EMPTY }));
  await user.click(retry);
  expect(await screen.findByText('Nessun acquisto trovato per il periodo selezionato.')).toBeVisible();
});

test('rules §1 billing summary: a server that does not name the totals is not asked for them', async () => {
  await renderPage('BUSINESS', at({ aslId: 1, ...FEBRUARY }));
  expect(await screen.findByText('ASL Nord')).toBeVisible();
  expect(screen.queryByText(/periodo scelto|Calcolo dei totali/)).toBeNull();
  expect(currentAlerts()).toEqual([]);
});

test('§6 billing summary: an ASL user sends the own authority, and may choose a business', async () => {
  const queries: unknown[] = [];
  const { user } = await renderPage('ASL', at({ aslId: 2, ...FEBRUARY }), [
    answer(downloadBillSummary, ({ query }) => {
      queries.push(query);
      return FILE;
    }),
  ]);
  await user.click(pdfButton());
  await waitFor(() => expect(queries).toEqual([{ aslId: 1, dateStart: '2026-02-01', dateEnd: '2026-02-28' }]));
  await choose(user, 'Esercente (facoltativo)', 'Farmacia Verdi');
  await user.click(pdfButton());
  await waitFor(() => expect(queries).toHaveLength(2));
  expect(queries[1]).toEqual({ aslId: 1, businessId: 7, dateStart: '2026-02-01', dateEnd: '2026-02-28' });
});

test('design §3 billing summary: the periods that are asked for most, by the days of Rome, of a page left open overnight too', async () => {
  const { user } = await renderPage('BUSINESS');
  await choose(user, 'ASL', 'ASL Sud');
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2025-12-31T23:30:00Z') });
  const periods = [
    ['Oggi', '01/01/2026', '01/01/2026'],
    ['Questa settimana', '29/12/2025', '04/01/2026'],
    ['Mese corrente', '01/01/2026', '31/01/2026'],
    ['Mese precedente', '01/12/2025', '31/12/2025'],
    ['Trimestre corrente', '01/01/2026', '31/03/2026'],
  ];
  for (const [name = '', ...days] of periods) {
    await user.click(screen.getByRole('button', { name }));
    expect([start(), end()].map((field) => field.getAttribute('value'))).toEqual(days);
  }
});

test('§5 billing summary: a day that does not exist, and an end before the start, export nothing', async () => {
  const { user } = await renderPage('ASL');
  await user.type(start(), '31/02/2026');
  await user.type(end(), '01/02/2026{Enter}');
  expect(await screen.findByText('«31/02/2026»: Inserire una data esistente nel formato gg/mm/aaaa')).toBeVisible();
  await waitFor(() => expect(start()).toHaveFocus());
  expect(start()).toHaveValue('31/02/2026');
  await user.clear(start());
  await user.type(start(), '02/02/2026');
  expect(await screen.findByText('La data di fine periodo precede quella di inizio')).toBeVisible();
  expect(end()).toHaveAttribute('aria-invalid', 'true');
});

test('§8 billing summary: an export that fails says so, and the other documents are still to be had', async () => {
  const { user } = await renderPage('BUSINESS', at({ aslId: 1, ...FEBRUARY }), [
    refuse(downloadBillSummary, 'ASL_NOT_FOUND'),
    answer(downloadBillProducts, FILE),
  ]);
  await user.click(pdfButton());
  await waitFor(() =>
    expect(currentAlerts()).toMatchObject([
      {
        kind: 'danger',
        title: 'Errore durante il download',
        text: 'Si è verificato un errore durante il download del file. Elemento non trovato',
      },
    ]),
  );
  await user.click(csvButton());
  await waitFor(() => expect(currentAlerts().at(-1)).toMatchObject({ title: 'Operazione avvenuta con successo' }));
});

test('rules §2 billing summary: authorities that could not be loaded are asked for again', async () => {
  const { user } = await renderPage('BUSINESS', PATH, [refuse(listAsl, 'INTERNAL_ERROR')]);
  const retry = await screen.findByRole('button', { name: 'Riprova' });
  network.use(answer(listAsl, { asls: [{ aslId: 5, name: 'ASL Est' }] }));
  await user.click(retry);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Riprova' })).toBeNull());
  await choose(user, 'ASL', 'ASL Est');
});

test('§2 billing summary: what is no date stays in its field when it is left, and goes with Cancella or a preset', async () => {
  const { user } = await renderPage('ASL');
  for (const [name, left] of [
    ['Cancella', ''],
    ['Oggi', formatDay(romeDay(new Date()))],
  ] as const) {
    await user.clear(start());
    await user.type(start(), 'ieri');
    await user.tab();
    expect(start()).toHaveValue('ieri');
    await user.click(screen.getByRole('button', { name }));
    expect(start()).toHaveValue(left);
  }
});

test('§2 billing summary: a day is picked in a calendar in Italian that begins on Monday', async () => {
  const handlers = [answer(listBusinesses, { businesses: [] })];
  const { user } = renderPortal(at(FEBRUARY), { as: 'ASL', handlers });
  await user.click(await screen.findByLabelText('Data inizio'));
  const calendar = within(await screen.findByRole('table'));
  expect(calendar.getAllByRole('columnheader')[0]).toHaveTextContent('lu');
  await user.click(calendar.getByTitle('2026-02-11'));
  expect(start()).toHaveValue('11/02/2026');
});

test('§5 what is typed while a changed address is being drawn is not lost', async () => {
  let finish: () => void = () => undefined;
  const drawn = new Promise<null>((resolve) => {
    finish = () => resolve(null);
  });
  /** The rest of the screen, which renders slowly after a change of the address. */
  function SlowRest() {
    return useLocation().search === '' ? null : use(drawn);
  }
  const { user, location } = await renderScreen(
    <>
      <BillingSummaryPage />
      <Suspense>
        <SlowRest />
      </Suspense>
    </>,
    {
      as: 'ASL',
      path: PATH,
      texts: ['billing', 'period', 'table'],
      handlers: [answer(listBusinesses, { businesses: [] })],
    },
  );
  await user.type(await screen.findByLabelText('Data inizio'), '01/11/2026');
  await user.type(end(), '30/11/2026');
  finish();
  await waitFor(() => expect(addressed(location())).toEqual({ dateStart: '2026-11-01', dateEnd: '2026-11-30' }));
  expect(start()).toHaveValue('01/11/2026');
  expect(end()).toHaveValue('30/11/2026');
});

test.each([
  ['BUSINESS', '/storico-acquisti', { storeId: '3' }],
  ['ASL', PATH, { businessId: '7' }],
] as const)(
  '§2 billing: %s sees the days and the stores of the documents, each with a link',
  async (profile, to, of) => {
    const part = {
      purchases: { count: 2, amount: 30 },
      cancellations: { count: 1, amount: -10 },
      total: 20,
    };
    const features = {
      sorts: {},
      filters: { purchases: ['storeId'] },
      calls: [readBillTotals.name, readBillParts.name],
    };
    await renderPage(profile, at({ aslId: 1, ...FEBRUARY }), [
      answer(readFeatures, { features }),
      answer(readBillTotals, {
        totals: { ...part, corrections: { count: 0, amount: 0 }, isPeriodOver: true },
      }),
      answer(readBillParts, {
        days: [{ day: '2026-02-03', ...part }],
        stores: [{ businessId: 7, companyName: 'Farmacia Verdi', storeId: 3, storeName: 'Verdi Centro', ...part }],
      }),
    ]);
    const day = await screen.findByRole('link', { name: '03/02/2026' });
    const store = screen.getByRole('link', { name: 'Verdi Centro' });
    const places = [day, store].map((link) => {
      const address = link.getAttribute('href') ?? '';
      return [address.split('?')[0], addressed(address)];
    });
    expect(places).toEqual([
      [to, { dateStart: '2026-02-03', dateEnd: '2026-02-03' }],
      [to, { ...FEBRUARY, ...of }],
    ]);
    expect(store.closest('tr')).toHaveTextContent('20,00 €');
  },
);

const INVOICED = {
  purchases: { count: 1, amount: 10 },
  cancellations: { count: 0, amount: 0 },
  corrections: { count: 0, amount: 0 },
  total: 10,
  isPeriodOver: true,
  invoiceMonths: ['2026-02-01'],
};

test('rules §7 billing: the draft of the invoice of a closed month, and what it lacks as a list', async () => {
  const asked: unknown[] = [];
  const missing = [
    { field: 'business.taxRegime', of: 'Farmacia Verdi' },
    { field: 'product.vatRate', of: 'Pane' },
  ];
  const { user } = await renderPage('BUSINESS', at({ aslId: 1, ...FEBRUARY }), [
    answer(readFeatures, {
      features: { sorts: {}, filters: {}, calls: [readBillTotals.name, downloadInvoiceDraft.name] },
    }),
    answer(readBillTotals, { totals: INVOICED }),
    refuse(downloadInvoiceDraft, 'DATA_MISSING', { missing }),
  ]);
  const button = await screen.findByRole('button', { name: 'Fattura elettronica (bozza), 02/2026' });
  await user.click(button);
  expect(await screen.findByText('Dati da completare per la fattura elettronica')).toBeVisible();
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['regime fiscale, Farmacia Verdi', 'aliquota IVA, Pane']),
  );
  expect(currentAlerts()).toEqual([]);
  network.use(
    answer(downloadInvoiceDraft, ({ query }) => {
      asked.push(query);
      return FILE;
    }),
  );
  await user.click(button);
  await waitFor(() => expect(currentAlerts()).toMatchObject([{ kind: 'success' }]));
  expect(asked).toEqual([{ aslId: 1, month: '2026-02-01' }]);
  expect(screen.queryByText('regime fiscale, Farmacia Verdi')).toBeNull();
});

test.each([
  ['of a month that is not closed', [downloadInvoiceDraft.name], []],
  ['where the server has none', [], ['2026-02-01']],
])('rules §7 billing: no draft of an invoice %s', async (_, calls, invoiceMonths) => {
  await renderPage('BUSINESS', at({ aslId: 1, ...FEBRUARY }), [
    answer(readFeatures, { features: { sorts: {}, filters: {}, calls: [readBillTotals.name, ...calls] } }),
    answer(readBillTotals, { totals: { ...INVOICED, invoiceMonths } }),
  ]);
  await screen.findByText('Nel periodo scelto');
  expect(screen.queryByRole('button', { name: /bozza/ })).toBeNull();
});
