import { useList, useTable, useTranslate } from '@refinedev/core';
import { useIdentity } from '#src/providers/session/use-identity.ts';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { listAsl } from '#contract/calls/asl.ts';
import { checkCart, readCart } from '#contract/calls/carts.ts';
import { searchPatients } from '#contract/calls/patients.ts';
import { listCategories, searchProducts } from '#contract/calls/products.ts';
import type { Patient } from '#contract/entities/patient.ts';
import { useCallQuery, useCallMutation } from '#src/providers/api/call-hooks.ts';
import { useErrorText } from '#src/providers/notifications/use-notify.ts';
import { ApiError } from '#src/providers/api/api-error.ts';
import { useIsLoading } from '#src/providers/loading/loading-store.ts';
import { currentAlerts } from '#src/providers/notifications/alert-store.ts';
import { renderScreen } from '../render-screen.tsx';
import { answer, answerRaw, lose, network, refuse } from '../network.ts';

const cart = { cartId: 1, items: [], residualAmount: 10.5, voucherInitialAmount: 110 };

function CommandProbe() {
  const { run, isRunning } = useCallMutation(checkCart);
  const errorText = useErrorText();
  const [said, say] = useState('');
  async function check(): Promise<void> {
    try {
      const { txCommand } = await run({ body: { patientId: 1, voucherId: 2, storeId: 3 } });
      say(`command ${txCommand.txCommandId}`);
    } catch (error) {
      say(error instanceof ApiError ? errorText(error) : 'unknown');
    }
  }
  return (
    <button type="button" onClick={() => void check()}>
      {isRunning ? 'running' : said || 'check'}
    </button>
  );
}

test('design §2 a command goes through Refine to the call, and answers what the contract reads', async () => {
  const { user } = await renderScreen(<CommandProbe />, {
    as: 'BUSINESS',
    handlers: [answer(checkCart, ({ body }) => ({ txCommand: { txCommandId: body.voucherId, otpRequired: true } }))],
  });
  await user.click(screen.getByRole('button', { name: 'check' }));
  expect(await screen.findByRole('button', { name: 'command 2' })).toBeVisible();
});

afterEach(() => {
  vi.useRealTimers();
});

test.each([
  ['TRANSACTION_WRONG_OTP', {}, "Attenzione il PIN inserito non e' corretto"],
  ['TRANSACTION_ALREADY_EXECUTED', {}, "La transazione e' gia' stata eseguita"],
  ['PATIENT_NOT_FOUND', {}, 'Elemento non trovato'],
  ['INVALID_REQUEST', { field: 'storeId' }, 'Dati non validi: storeId'],
  ['INVALID_REQUEST', {}, 'Dati non validi'],
  [
    'TRANSACTION_LOCKED',
    { lockedUntil: '2026-07-01T10:15:00+02:00' },
    'PIN bloccato per troppi tentativi: riprova dopo le 10:15 del 01/07/2026',
  ],
  ['TRANSACTION_LOCKED', {}, 'PIN bloccato per troppi tentativi: riprova più tardi'],
] as const)('§8 the text of %s %o in a dialog', async (description, more, text) => {
  const { user } = await renderScreen(<CommandProbe />, {
    as: 'BUSINESS',
    handlers: [refuse(checkCart, description, more)],
  });
  await user.click(screen.getByRole('button'));
  expect(await screen.findByRole('button', { name: text })).toBeVisible();
  expect(currentAlerts()).toEqual([]);
});

test('§8 the text of TRANSACTION_LOCKED in a dialog: the time alone says until when, if it is today', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-07-01T08:00:00Z') });
  const { user } = await renderScreen(<CommandProbe />, {
    as: 'BUSINESS',
    handlers: [refuse(checkCart, 'TRANSACTION_LOCKED', { lockedUntil: '2026-07-01T10:15:00+02:00' })],
  });
  await user.click(screen.getByRole('button'));
  const text = 'PIN bloccato per troppi tentativi: riprova dopo le 10:15';
  expect(await screen.findByRole('button', { name: text })).toBeVisible();
});

test('rules §2 too many requests: how long to wait stands in the dialog, and beside the alert of §8', async () => {
  const { user } = await renderScreen(<CommandProbe />, {
    as: 'BUSINESS',
    handlers: [refuse(checkCart, 'TOO_MANY_REQUESTS', { retryAfter: 12 })],
  });
  await user.click(screen.getByRole('button'));
  const hint = 'Troppe richieste: riprova tra 12 secondi';
  expect(await screen.findByRole('button', { name: hint })).toBeVisible();
  expect(currentAlerts()).toMatchObject([
    { title: 'Attenzione!', text: `Si è vericato un errore 429 (codice: trace-1). ${hint}` },
  ]);
});

test('rules §2 a description that the portal does not know shows the generic text with the trace', async () => {
  const { user } = await renderScreen(<CommandProbe />, {
    as: 'BUSINESS',
    handlers: [answerRaw(checkCart, { error: { code: 1, description: 'status' }, status: { trace: 'T9' } }, 409)],
  });
  await user.click(screen.getByRole('button'));
  expect(await screen.findByRole('button', { name: 'Si è vericato un errore (codice: T9)' })).toBeVisible();
});

function ReadProbe() {
  const { data, error, isLoading, refetch } = useCallQuery(readCart, { params: { cartId: 1 } });
  const isSpinning = useIsLoading();
  return (
    <>
      <p>{isLoading ? 'loading' : (error?.description ?? data?.cart.residualAmount.toString())}</p>
      <p>{isSpinning ? 'spinner' : 'still'}</p>
      <button type="button" onClick={() => void refetch()}>
        again
      </button>
    </>
  );
}

test('design §2 a read goes through Refine to the call, with money as a decimal and the spinner meanwhile', async () => {
  await renderScreen(<ReadProbe />, { as: 'BUSINESS', handlers: [answer(readCart, { cart })] });
  expect(await screen.findByText('spinner')).toBeVisible();
  expect(await screen.findByText('10.5')).toBeVisible();
  expect(await screen.findByText('still')).toBeVisible();
});

test('§8 a read whose answer is lost: the generic alert once, and a retry that works', async () => {
  const { user } = await renderScreen(<ReadProbe />, { as: 'BUSINESS', handlers: [lose(readCart)] });
  expect(await screen.findByText('GENERIC')).toBeVisible();
  expect(currentAlerts()).toMatchObject([{ text: 'Si è vericato un errore' }]);
  network.use(answer(readCart, { cart }));
  await user.click(screen.getByRole('button'));
  expect(await screen.findByText('10.5')).toBeVisible();
});

function PatientsProbe({ fiscalCode }: { readonly fiscalCode: string }) {
  const { result, tableQuery } = useTable<Patient>({
    resource: 'patients',
    syncWithLocation: false,
    pagination: { mode: 'client', pageSize: 5 },
    filters: { permanent: fiscalCode ? [{ field: 'fiscalCode', operator: 'eq', value: fiscalCode }] : [] },
  });
  return <p>{tableQuery.isSuccess ? `${result.data.length} of ${String(result.total)}` : 'waiting'}</p>;
}

test('§2 a list whose form is empty is empty, without a call', async () => {
  await renderScreen(<PatientsProbe fiscalCode="" />, { as: 'BUSINESS' });
  expect(await screen.findByText('0 of 0')).toBeVisible();
});

test.each([
  ['INVALID_REQUEST', '0 of 0'],
  ['NOT_ALLOWED', '0 of 0'],
] as const)('§8 a list load refused with %s is quietly empty', async (description, text) => {
  await renderScreen(<PatientsProbe fiscalCode="RSSMRA" />, { handlers: [refuse(searchPatients, description)] });
  expect(await screen.findByText(text)).toBeVisible();
  expect(currentAlerts()).toEqual([]);
});

function ListProbe({ resource }: { readonly resource: string }) {
  const { query } = useList({ resource });
  return <p>{query.error ? query.error.message : 'no error'}</p>;
}

test('rules §2 a list load that fails with 500: the alert once, and the error in its place', async () => {
  await renderScreen(<ListProbe resource="asl" />, { handlers: [refuse(listAsl, 'INTERNAL_ERROR')] });
  expect(await screen.findByText('INTERNAL_ERROR')).toBeVisible();
  expect(currentAlerts()).toMatchObject([{ text: 'Si è vericato un errore 500 (codice: trace-1)' }]);
});

test('design §2 a list of a resource without one is not supported', async () => {
  await renderScreen(<ListProbe resource="carts" />);
  expect(await screen.findByText('not supported: carts.list')).toBeVisible();
  expect(currentAlerts()).toEqual([]);
});

function ProductsProbe() {
  const { result, setCurrentPage } = useTable({ resource: 'products', pagination: { pageSize: 5 } });
  const { data } = useCallQuery(listCategories, { query: { type: 'CELIAC', size: 9999, sort: 'name,asc' } });
  return (
    <button type="button" onClick={() => setCurrentPage(2)}>
      {`${String(result.total)} products, ${String(data?.categories.length)} categories`}
    </button>
  );
}

test('rules §1 pages count from one on the screen and from zero on the wire', async () => {
  const pages: unknown[] = [];
  const { user } = await renderScreen(<ProductsProbe />, {
    as: 'BUSINESS',
    handlers: [
      answer(listCategories, { categories: [{ categoryId: 1, name: 'Pane' }] }),
      answer(searchProducts, ({ query: { page, size, sort } }) => {
        pages.push({ page, size, sort });
        return { products: [], pagination: { totalCount: 12 } };
      }),
    ],
  });
  await user.click(await screen.findByRole('button', { name: '12 products, 1 categories' }));
  await waitFor(() =>
    expect(pages).toEqual([
      { page: 0, size: 5, sort: 'name,asc' },
      { page: 1, size: 5, sort: 'name,asc' },
    ]),
  );
});

function IdentityProbe() {
  const { data } = useIdentity();
  const translate = useTranslate();
  return <p>{data ? `${data.username}, ${String(data.companyName)}` : translate('common:user.signIn')}</p>;
}

test.each([
  ['BUSINESS', 'rossi, Farmacia Rossi'],
  ['ASL', 'rossi, ASL di Prova'],
] as const)('rules §1 the header of a %s user names its company', async (profile, text) => {
  await renderScreen(<IdentityProbe />, { as: profile });
  expect(await screen.findByText(text)).toBeVisible();
});

test('§9 English is available too', async () => {
  await renderScreen(<IdentityProbe />, { language: 'en' });
  expect(await screen.findByText('Sign in')).toBeVisible();
  expect(document.documentElement.lang).toBe('en');
});
