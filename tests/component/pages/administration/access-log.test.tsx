import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { HttpHandler } from 'msw';
import { expect, test } from 'vitest';
import { downloadConsultations, downloadPatientData, searchConsultations } from '#contract/admin/consultations.ts';
import { addDays, romeDay } from '#contract/rules/dates.ts';
import { answer, network, refuse } from '../../network.ts';
import { renderPortal } from '../../render-portal.tsx';
import { scanHere } from '../../scanner.ts';
import { renderOperator } from './render-operator.tsx';

const FISCAL_CODE = 'RSSMRA80A01H501U';
const SALE = {
  entryId: 'CHANGE-5',
  at: '2026-05-15T10:00:00.000+02:00',
  kind: 'CHANGE',
  action: 'PURCHASE_MADE',
  operation: 'PURCHASE_MADE',
  userName: 'Aurora Melis',
  username: 'aurora.melis',
  companyName: 'Farmacia Aurora',
  storeName: 'Aurora Centro',
} as const;
const RENEWAL = {
  entryId: 'CHANGE-6',
  at: '2026-05-16T00:05:00.000+02:00',
  kind: 'CHANGE',
  action: 'OTHER',
  operation: 'VOUCHERS_RENEWED',
} as const;
const FILE = { fileName: 'file', mimeType: 'application/pdf', base64: 'JVBERg==' };

function pageOf(totalCount: number) {
  return { page: 0, pageSize: 10, totalCount, totalPages: Math.ceil(totalCount / 10) };
}

/** Opens the page and searches by a fiscal code and the other given fields. */
async function searchFor(handlers: readonly HttpHandler[], more: Readonly<Record<string, string>> = {}) {
  const { user } = renderOperator('/gestione/accessi', { operatorAslId: 1, handlers });
  await fill(user, { "Codice fiscale dell'assistito": FISCAL_CODE.toLowerCase(), ...more });
  await user.click(screen.getByRole('button', { name: 'Cerca' }));
  return user;
}

async function fill(user: UserEvent, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    const field = await screen.findByRole('textbox', { name });
    await user.clear(field);
    await user.type(field, value);
  }
}

test('rules §9 access log: who did what, in words, of the last days; nothing of the patient is in address or storage', async () => {
  const bodies: unknown[] = [];
  const handler = answer(searchConsultations, ({ body }) => {
    bodies.push(body);
    return { rows: [SALE, RENEWAL], pagination: pageOf(12) };
  });
  const user = await searchFor([handler], { 'Utente (facoltativo)': 'mel', 'Esercente (facoltativo)': ' aurora ' });
  const table = within(await screen.findByRole('table', { name: "Accessi ai dati dell'assistito" }));
  const [, ...rows] = await table.findAllByRole('row');
  const cells = rows.map((row) =>
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  );
  expect(cells).toEqual([
    [
      '15/05/2026 10:00:00',
      'Acquisto',
      'Registrazione',
      'Aurora Melis (aurora.melis)',
      'Farmacia Aurora',
      'Aurora Centro',
    ],
    ['16/05/2026 00:05:00', 'Altra operazione (VOUCHERS_RENEWED)', 'Registrazione', 'Sistema', '-', '-'],
  ]);
  const today = romeDay(new Date());
  const asked = { fiscalCode: FISCAL_CODE, user: 'mel', companyName: 'aurora', size: 10 };
  const period = { dateStart: addDays(today, -30), dateEnd: today };
  expect(bodies).toEqual([{ ...asked, ...period, page: 0 }]);
  await user.click(screen.getByRole('button', { name: 'Pagina successiva' }));
  await waitFor(() => expect(bodies.at(-1)).toEqual({ ...asked, ...period, page: 1 }));
  expect(window.location.pathname + window.location.search).toBe('/gestione/accessi');
  expect(JSON.stringify([window.history.state, sessionStorage, localStorage])).not.toMatch(/RSSMRA/i);
});

test('rules §9 access log: a wrong fiscal code and days in the wrong order are said at their fields, and nothing is asked', async () => {
  const { user } = renderOperator('/gestione/accessi');
  const code = await screen.findByRole('textbox', { name: "Codice fiscale dell'assistito" });
  await user.type(code, `${FISCAL_CODE.slice(0, -1)}A`);
  await fill(user, { 'Data fine': '01/01/2020' });
  // A call would fail the test: it has no handler.
  await user.click(screen.getByRole('button', { name: 'Cerca' }));
  await waitFor(() =>
    expect(code).toHaveAccessibleDescription('Inserire un codice fiscale valido: 16 caratteri, oppure 11 cifre'),
  );
  expect(screen.getByRole('textbox', { name: 'Data fine' })).toHaveAccessibleDescription(
    'La data di fine periodo precede quella di inizio',
  );
  expect(screen.queryByRole('table', { name: "Accessi ai dati dell'assistito" })).not.toBeInTheDocument();
});

test('rules §9 access log: nobody of another office is found, and a failure is asked for again', async () => {
  const user = await searchFor([refuse(searchConsultations, 'PATIENT_NOT_FOUND')]);
  expect(await screen.findByText(/Nessun assistito con questo codice fiscale/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Registro in PDF' })).not.toBeInTheDocument();
  network.use(answer(searchConsultations, { rows: [], pagination: pageOf(0) }));
  await user.click(screen.getByRole('button', { name: 'Riprova' }));
  expect(await screen.findByText('Nessun accesso nel periodo')).toBeVisible();
});

test('rules §9 access log: the log as PDF and the data of the patient are those of the search', async () => {
  const asked: unknown[] = [];
  const user = await searchFor([
    answer(searchConsultations, { rows: [SALE], pagination: pageOf(1) }),
    answer(downloadConsultations, ({ body }) => {
      asked.push(body);
      return FILE;
    }),
    answer(downloadPatientData, ({ body }) => {
      asked.push(body);
      return FILE;
    }),
  ]);
  const today = romeDay(new Date());
  await user.click(await screen.findByRole('button', { name: 'Registro in PDF' }));
  await waitFor(() => expect(asked).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: "Dati dell'assistito" }));
  await waitFor(() =>
    expect(asked).toEqual([
      { fiscalCode: FISCAL_CODE, dateStart: addDays(today, -30), dateEnd: today },
      { fiscalCode: FISCAL_CODE },
    ]),
  );
});

test('rules §9 access log: the health card may be scanned', async () => {
  const { user } = renderOperator('/gestione/accessi', {
    handlers: [answer(searchConsultations, { rows: [SALE], pagination: pageOf(1) })],
  });
  const code = await screen.findByRole('textbox', { name: "Codice fiscale dell'assistito" });
  await user.click(await screen.findByRole('textbox', { name: 'Utente (facoltativo)' }));
  await scanHere(FISCAL_CODE);
  expect(await screen.findByText('Acquisto')).toBeVisible();
  expect(code).toHaveValue(FISCAL_CODE);
});

test('§6 the access log is an empty page to whoever is no operator', async () => {
  renderPortal('/gestione/accessi', { as: 'BUSINESS' });
  expect(
    await screen.findByRole('heading', { level: 1, name: 'Pagina non disponibile per questo profilo' }),
  ).toBeInTheDocument();
  expect(screen.queryByRole('search')).not.toBeInTheDocument();
});
