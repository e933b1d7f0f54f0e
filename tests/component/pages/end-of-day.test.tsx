import { screen, waitFor, within } from '@testing-library/react';
import type { HttpHandler } from 'msw';
import { useLocation } from 'react-router-dom';
import { expect, test } from 'vitest';
import { readEndOfDay } from '#contract/calls/end-of-day.ts';
import { readFeatures } from '#contract/calls/features.ts';
import { listMyStores } from '#contract/calls/stores.ts';
import { setClockError } from '#contract/rules/clock.ts';
import { formatDay, romeDay } from '#contract/rules/dates.ts';
import { Component as EndOfDayPage } from '#src/pages/end-of-day/index.tsx';
import { selectStore } from '#src/providers/session/selected-store.ts';
import { renderScreen } from '../render-screen.tsx';
import { answer, lose, network, refuse } from '../network.ts';

const PATH = '/chiusura-giornata';
const THREE_DAYS_MS = 3 * 24 * 3_600_000;
const NOTHING = { count: 0, amount: 0 };

function Address() {
  const { pathname, search } = useLocation();
  return <output aria-label="Address">{pathname + search}</output>;
}

async function renderPage(path = PATH, own: readonly HttpHandler[] = []) {
  const asked: string[] = [];
  let storesRead = 0;
  const rendered = await renderScreen(
    <>
      <EndOfDayPage />
      <Address />
    </>,
    {
      as: 'BUSINESS',
      path,
      texts: ['end-of-day', 'table'],
      handlers: [
        ...own,
        answer(listMyStores, () => {
          storesRead += 1;
          return {
            stores: [
              { storeId: 41, name: 'Centro' },
              { storeId: 42, name: 'Mare' },
            ],
          };
        }),
        answer(readEndOfDay, ({ params: { storeId }, query: { day } }) => {
          asked.push(`${String(storeId)} ${day}`);
          const first = { sales: { count: 12345, amount: 2000.5 }, cancellations: NOTHING, total: 2000.5 };
          const second = { sales: NOTHING, cancellations: { count: 1, amount: -0.5 }, total: -0.5 };
          return {
            endOfDay: {
              storeId,
              storeName: storeId === 41 ? 'Centro' : 'Mare',
              sales: first.sales,
              cancellations: second.cancellations,
              total: 2000,
              users: [{ username: 'rossi', ...first }, second],
            },
          };
        }),
      ],
    },
  );
  await screen.findByRole('heading', { level: 1, name: 'Chiusura di giornata' });
  return { ...rendered, asked, storesRead: () => storesRead };
}

test('rules §1 end of day: today in the store chosen last; totals, and by user, who may not be known any more', async () => {
  selectStore(42);
  const { asked } = await renderPage();
  const today = romeDay(new Date());
  expect(await screen.findByRole('heading', { level: 2, name: `Mare · ${formatDay(today)}` })).toBeVisible();
  const totals = screen.getByRole('region', { name: 'Totali del giorno' });
  expect(totals).toHaveTextContent(/Vendite12\.345 · 2\.000,50\s€Storni1 · -0,50\s€Totale2\.000,00\s€/);
  const [, first, second] = within(screen.getByRole('table', { name: 'Vendite e storni per utente' })).getAllByRole(
    'row',
  );
  expect(first).toHaveTextContent(/^rossi12\.3452\.000,50\s€00,00\s€2\.000,50\s€$/);
  expect(second).toHaveTextContent(/^Non più noto00,00\s€1-0,50\s€-0,50\s€$/);
  expect(asked).toEqual([`42 ${today}`]);
});

test('rules §1 end of day: with a clock that is three days ahead it is the day of the server', async () => {
  selectStore(42);
  setClockError(THREE_DAYS_MS);
  const { asked } = await renderPage();
  await screen.findByRole('region', { name: 'Totali del giorno' });
  expect(asked).toEqual([`42 ${romeDay(new Date(Date.now() - THREE_DAYS_MS))}`]);
});

test('design §5 end of day: store and day stand in the address, and what makes no sense there is left out', async () => {
  const { user, asked, storesRead } = await renderPage(`${PATH}?storeId=41&day=2026-02-03`);
  expect(await screen.findByRole('heading', { level: 2, name: 'Centro · 03/02/2026' })).toBeVisible();
  await user.clear(screen.getByLabelText('Giorno'));
  expect(screen.getByText('Inserisci una data valida, come 01/10/2026')).toBeVisible();
  expect(screen.queryByRole('heading', { level: 2 })).not.toBeInTheDocument();
  await user.type(screen.getByLabelText('Giorno'), '04/02/2026');
  expect(await screen.findByRole('heading', { level: 2, name: 'Centro · 04/02/2026' })).toBeVisible();
  await user.click(screen.getByLabelText('Punto vendita'));
  await user.click(await screen.findByTitle('Mare'));
  expect(await screen.findByRole('heading', { level: 2, name: 'Mare · 04/02/2026' })).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText('Address')).toHaveTextContent(`${PATH}?storeId=42&day=2026-02-04`));
  expect(asked).toEqual(['41 2026-02-03', '41 2026-02-04', '42 2026-02-04']);
  expect(storesRead()).toBe(1);
});

test('§8 end of day: a store that is not found is said in the place of its figures', async () => {
  await renderPage(`${PATH}?storeId=99&day=2026-02-30`, [refuse(readEndOfDay, 'STORE_NOT_FOUND')]);
  expect(await screen.findByText('Per questo punto vendita non ci sono dati.')).toBeVisible();
});

test('rules §1 end of day: every user of the day at once, and when the figures were read', async () => {
  const { user } = await renderPage(`${PATH}?storeId=41&day=2026-02-03`);
  await screen.findByRole('heading', { level: 2, name: 'Centro · 03/02/2026' });
  const today = formatDay(romeDay(new Date())).replaceAll('/', '\\/');
  expect(screen.getByText(new RegExp(`^Situazione al ${today} \\d\\d:\\d\\d:\\d\\d$`))).toBeVisible();

  const each = { sales: { count: 1, amount: 2 }, cancellations: NOTHING, total: 2 };
  const users = ['a', 'b', 'c', 'd', 'e', 'f'].map((username) => ({ username, ...each }));
  const all = { sales: { count: 6, amount: 12 }, cancellations: NOTHING, total: 12 };
  network.use(answer(readEndOfDay, { endOfDay: { storeId: 42, storeName: 'Mare', ...all, users } }));
  await user.click(screen.getByLabelText('Punto vendita'));
  await user.click(await screen.findByTitle('Mare'));
  await screen.findByRole('heading', { level: 2, name: 'Mare · 03/02/2026' });
  expect(within(screen.getByRole('table')).getAllByRole('row')).toHaveLength(1 + users.length);
});

test('rules §2 end of day: stores that could not be loaded are asked for again in their place', async () => {
  const { user } = await renderPage(PATH, [lose(listMyStores)]);
  const retry = await screen.findByRole('button', { name: 'Riprova' });
  network.use(answer(listMyStores, { stores: [{ storeId: 42, name: 'Mare' }] }));
  await user.click(retry);
  expect(await screen.findByRole('heading', { level: 2, name: /^Mare/ })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Riprova' })).not.toBeInTheDocument();
});

test('rules §9 end of day: a store that is closed now can be chosen where the server lists it', async () => {
  const open = { storeId: 41, name: 'Centro' };
  const closed = { storeId: 42, name: 'Mare' };
  const { user } = await renderPage(`${PATH}?storeId=41`, [
    answer(readFeatures, { features: { sorts: {}, filters: { stores: ['closed'] }, calls: [] } }),
    answer(listMyStores, ({ query }) => ({ stores: query.closed === true ? [open, closed] : [open] })),
  ]);
  await user.click(screen.getByLabelText('Punto vendita'));
  await user.click(await screen.findByTitle('Mare'));
  expect(await screen.findByRole('heading', { level: 2, name: /^Mare/ })).toBeVisible();
});
