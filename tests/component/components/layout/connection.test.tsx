import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, expect, test, vi } from 'vitest';
import { searchPatients } from '#contract/calls/patients.ts';
import { listMyStores } from '#contract/calls/stores.ts';
import { ConnectionNotice } from '#src/components/layout/alerts-region.tsx';
import { SignInButton } from '#src/components/plain/public-page.tsx';
import { Component as PatientSearch } from '#src/pages/sale/patient-search.tsx';
import { checkConnection } from '#src/providers/api/connection.ts';
import { currentAlerts } from '#src/providers/notifications/alert-store.ts';
import { answer, lose, network } from '../../network.ts';
import { renderScreen } from '../../render-screen.tsx';
import { setNetwork } from '../../set-network.ts';

const FISCAL_CODE = 'RSSMRA80A01H501U';
const ABSENT = 'Connessione assente';

afterEach(() => vi.restoreAllMocks());

function texts(): (string | undefined)[] {
  return currentAlerts().map(({ text }) => text);
}

test('design §5 offline: said, what needs the connection is refused in words, what is typed stays', async () => {
  const asked: unknown[] = [];
  const { user } = await renderScreen(
    <>
      <ConnectionNotice />
      <PatientSearch />
    </>,
    {
      as: 'BUSINESS',
      texts: ['patients', 'sale', 'table'],
      handlers: [
        answer(listMyStores, { stores: [] }),
        answer(searchPatients, ({ query }) => {
          asked.push(query.fiscalCode);
          return { patients: [] };
        }),
      ],
    },
  );
  const field = await screen.findByRole('textbox', { name: 'Codice fiscale' });
  await user.type(field, FISCAL_CODE);
  setNetwork(false);
  expect(screen.getByText(ABSENT)).toBeVisible();
  const search = screen.getByRole('button', { name: /Cerca$/ });
  expect(search).toHaveAttribute('aria-disabled', 'true');
  await user.click(search);
  await user.type(field, '{Enter}');
  expect(texts()).toEqual(['Operazione non eseguita: la connessione è assente. Riprova quando torna.']);
  expect(asked).toEqual([]);
  expect(field).toHaveValue(FISCAL_CODE);

  setNetwork(true);
  expect(screen.queryByText(ABSENT)).toBeNull();
  expect(texts()).toEqual([]);
  expect(search).not.toHaveAttribute('aria-disabled');
  await user.click(search);
  await waitFor(() => expect(asked).toEqual([FISCAL_CODE]));
});

test('design §5 offline: a lost answer alone is no lost connection; a silent server is one until it answers', async () => {
  let isAnswering = true;
  let asked = 0;
  network.use(
    http.get('/config.json', () => {
      asked += 1;
      return isAnswering ? HttpResponse.json({}) : HttpResponse.error();
    }),
  );
  await renderScreen(
    <>
      <ConnectionNotice />
      <SignInButton />
    </>,
  );
  act(checkConnection);
  await waitFor(() => expect(asked).toBe(1));
  expect(screen.queryByText(ABSENT)).toBeNull();

  isAnswering = false;
  await waitFor(() => {
    checkConnection();
    expect(screen.getByText(ABSENT)).toBeVisible();
  });
  expect(screen.getByRole('button', { name: 'Accedi' })).toHaveAttribute('aria-disabled', 'true');
  isAnswering = true;
  setNetwork(true);
  await waitFor(() => expect(screen.queryByText(ABSENT)).toBeNull());
});

test('§8 offline: a list that could not be loaded is loaded by itself when the connection is back', async () => {
  const { user } = await renderScreen(
    <>
      <ConnectionNotice />
      <PatientSearch />
    </>,
    {
      as: 'BUSINESS',
      texts: ['patients', 'sale', 'table'],
      handlers: [lose(searchPatients), answer(listMyStores, { stores: [] })],
    },
  );
  await user.type(await screen.findByRole('textbox', { name: 'Codice fiscale' }), `${FISCAL_CODE}{Enter}`);
  expect(await screen.findByText('Non è stato possibile caricare i dati.')).toBeVisible();
  setNetwork(false);
  network.use(answer(searchPatients, { patients: [] }));
  setNetwork(true);
  await waitFor(() => expect(screen.queryByText('Non è stato possibile caricare i dati.')).toBeNull());
});
