import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { refreshTokens } from '#contract/calls/authentication.ts';
import { readMyBusiness } from '#contract/calls/businesses.ts';
import { readFeatures } from '#contract/calls/features.ts';
import { searchPatients } from '#contract/calls/patients.ts';
import { listMyStores } from '#contract/calls/stores.ts';
import { currentAlerts } from '#src/providers/notifications/alert-store.ts';
import { selectedStoreId } from '#src/providers/session/selected-store.ts';
import { expireSession } from '#src/providers/session/session.ts';
import { answer, answerRaw, network, refuse } from '../../network.ts';
import { button, enter, heading, renderSearch, renderSearchWithStores } from './render-sale.tsx';
import { newSaleServer, patient, store } from './sale-server.ts';

const codeField = () => screen.getByRole('textbox', { name: 'Codice fiscale' });
const rows = () => screen.getAllByRole('row').slice(1);

const NOBODY = 'Nessun assistito con questo codice: controllalo, o leggi la tessera sanitaria.';

test('§3 a single store is selected by itself', async () => {
  await renderSearchWithStores(newSaleServer());
  await waitFor(() => expect(selectedStoreId()).toBe(store.storeId));
});

test('§2 the fiscal code field has the focus on arrival, upper-cases and trims', async () => {
  const user = await renderSearchWithStores(newSaleServer());
  expect(codeField()).toHaveFocus();
  await user.type(codeField(), ' rssmra 80');
  expect(codeField()).toHaveValue('RSSMRA80');
});

test('§2 Cerca lists the patients with the translated states; the row opens the stepper', async () => {
  const user = await renderSearchWithStores(newSaleServer());
  await user.type(codeField(), 'RSSMRA');
  await user.click(button('Cerca'));
  const cell = await screen.findByRole('button', { name: patient.fiscalCode });
  expect(rows()).toHaveLength(1);
  for (const text of ['Mario', 'Rossi', '01/01/1980', 'CELIACHIA', 'Approvata', 'Valido']) {
    expect(within(rows()[0] ?? document.body).getByText(text)).toBeVisible();
  }
  await user.click(cell);
  expect(await heading('Anagrafica')).toBeVisible();
});

test('§2 the patient search asks as §7 says, shows five of seven, and keeps the fiscal code out of the URL', async () => {
  const queries: object[] = [];
  const seven = Array.from({ length: 7 }, (_, index) => ({ ...patient, patientId: index, firstName: `Nome ${index}` }));
  const { user, location } = await renderSearch(newSaleServer(), [
    answer(searchPatients, ({ query }) => {
      queries.push(query);
      return { patients: seven };
    }),
  ]);
  await user.type(codeField(), 'RSSMRA');
  await user.click(button('Cerca'));
  await waitFor(() => expect(rows()).toHaveLength(5));
  expect(screen.getAllByRole('columnheader').map((title) => title.textContent)).toEqual([
    'Codice fiscale',
    'Nome',
    'Cognome',
    'Data di nascita',
    'Tipo Pratica',
    'Stato Pratica',
    'Stato Buono',
  ]);
  expect(queries).toEqual([
    { fiscalCode: 'RSSMRA', status: 'ENABLED', sort: 'lastName,firstName,asc', duplicateByDossier: true },
  ]);
  await user.click(button('Pagina 2'));
  expect(rows()).toHaveLength(2);
  expect(location()).toBe('/ricerca-assistiti');
});

test('rules §4 search: of a server that finds by whole codes alone a part is hinted at, searched all the same, and is nobody’s', async () => {
  const queries: string[] = [];
  const features = { sorts: {}, filters: {}, calls: [], wholeCodes: true };
  const user = await renderSearchWithStores(newSaleServer(), [
    answer(readFeatures, { features }),
    answer(searchPatients, ({ query }) => {
      queries.push(query.fiscalCode);
      return { patients: [] };
    }),
  ]);
  await user.type(codeField(), 'RSSMRA80');
  expect(await screen.findByText(/^Inserisci il codice fiscale intero: 16 caratteri, o 11 cifre/)).toBeVisible();
  await user.click(button('Cerca'));
  expect(await screen.findByText('Righe trovate: 0')).toBeInTheDocument();
  expect(queries).toEqual(['RSSMRA80']);
  expect(screen.queryByText(NOBODY)).not.toBeInTheDocument();
});

test('rules §4 lookups: that a user has seen too many patients is told in words', async () => {
  const user = await renderSearchWithStores(newSaleServer(), [
    refuse(searchPatients, 'TOO_MANY_PATIENTS', { retryAfter: 3000 }),
  ]);
  await user.type(codeField(), 'RSSMRA80A01H501U{Enter}');
  await screen.findByRole('button', { name: 'Riprova' });
  const [alert] = currentAlerts();
  expect(alert?.text).toContain('Hai consultato molti assistiti diversi in poco tempo');
  expect(alert?.text).not.toContain('3000');
});

test('§2 the same code searched again asks again', async () => {
  let calls = 0;
  const user = await renderSearchWithStores(newSaleServer(), [
    answer(searchPatients, () => {
      calls += 1;
      return { patients: [{ ...patient, firstName: `Nome ${calls}` }] };
    }),
  ]);
  await user.type(codeField(), 'RSSMRA');
  await user.click(button('Cerca'));
  await screen.findByText('Nome 1');
  await user.click(button('Cerca'));
  expect(await screen.findByText('Nome 2')).toBeVisible();
});

test('§2 patients: a click on a heading sorts all of them, is said, and asks nothing', async () => {
  const names = ['Dario', 'Anna', 'Fabio', 'Carla', 'Elio', 'Bruno'];
  let calls = 0;
  const { user, location } = await renderSearch(newSaleServer(), [
    answer(searchPatients, () => {
      calls += 1;
      return { patients: names.map((firstName, patientId) => ({ ...patient, patientId, firstName })) };
    }),
  ]);
  await user.type(codeField(), 'RSSMRA');
  await user.click(button('Cerca'));
  await user.click(await screen.findByRole('button', { name: 'Pagina 2' }));
  await user.click(screen.getByRole('columnheader', { name: 'Nome' }));
  const shown = rows().map((row) => names.find((name) => within(row).queryByText(name)));
  expect(shown).toEqual(['Anna', 'Bruno', 'Carla', 'Dario', 'Elio']);
  expect(screen.getByRole('columnheader', { name: 'Nome' })).toHaveAttribute('aria-sort', 'ascending');
  expect(calls).toBe(1);
  expect(location()).toBe('/ricerca-assistiti');
});

test('§2 an empty form gives an empty list, without a call', async () => {
  const user = await renderSearchWithStores(newSaleServer(), [answerRaw(searchPatients, {}, 500)]);
  await user.click(button('Cerca'));
  expect(screen.getByText('Nessun elemento da visualizzare')).toBeVisible();
  expect(currentAlerts()).toEqual([]);
});

test('§2 Cancella empties field and list', async () => {
  const user = await renderSearchWithStores(newSaleServer());
  await user.type(codeField(), 'RSSMRA');
  await user.click(button('Cerca'));
  await screen.findByRole('button', { name: patient.fiscalCode });
  await user.click(button('Cancella'));
  expect(codeField()).toHaveValue('');
  expect(codeField()).toHaveFocus();
  expect(screen.getByText('Nessun elemento da visualizzare')).toBeVisible();
});

test('§2 Enter opens a single patient', async () => {
  const user = await renderSearchWithStores(newSaleServer());
  await enter(user, codeField(), patient.fiscalCode);
  expect(await heading('Anagrafica')).toBeVisible();
});

test('rules §4 one row per dossier: Enter on two rows opens none', async () => {
  const other = { ...patient, activeDossiers: [{ dossierId: 22, status: 'REVOKED' as const }] };
  const user = await renderSearchWithStores(newSaleServer(), [answer(searchPatients, { patients: [patient, other] })]);
  await enter(user, codeField(), patient.fiscalCode);
  await waitFor(() => expect(screen.getAllByRole('button', { name: patient.fiscalCode })).toHaveLength(2));
  expect(screen.getByText('Revocata')).toBeVisible();
});

const other = { ...store, storeId: 42, name: 'Altra' };
const chooser = () => screen.findByRole('dialog', { name: 'Scegli il punto vendita' });

const storeRow = (name: RegExp) => screen.findByRole('option', { name });

test('§5 choosing a patient without a selected store warns: NO_STORE; the patient opens once it is chosen', async () => {
  const stores = [store, other];
  const user = await renderSearchWithStores(
    newSaleServer(),
    [answer(listMyStores, { stores })],
    'Scegli il punto vendita',
  );
  await enter(user, codeField(), patient.fiscalCode);
  await waitFor(() =>
    expect(currentAlerts()).toMatchObject([
      { kind: 'warning', text: 'Ti sei dimenticato di selezionare il punto vendita' },
    ]),
  );
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Ricerca Assistiti');
  await user.click(await storeRow(/Altra/));
  expect(await heading('Anagrafica')).toBeVisible();
  expect(currentAlerts()).toEqual([]);
});

test('§2 of several stores none is chosen: the choice does not come over the field, which has the focus after it', async () => {
  const user = await renderSearchWithStores(
    newSaleServer(),
    [answer(listMyStores, { stores: [store, other] })],
    'Scegli il punto vendita',
  );
  expect(codeField()).toHaveFocus();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await user.click(button('Scegli il punto vendita'));
  await chooser();
  await user.click(await storeRow(/^NuoroVia Roma 1 · Altra/));
  await waitFor(() => expect(codeField()).toHaveFocus());
  expect(selectedStoreId()).toBe(42);
});

test('§2 choice of the store: arrows, Home, End and letters move, Ctrl with a letter does not, and Tab comes back', async () => {
  const user = await renderSearchWithStores(
    newSaleServer(),
    [answer(listMyStores, { stores: [store, other, { ...other, storeId: 43, name: 'Terza', city: 'Sassari' }] })],
    'Scegli il punto vendita',
  );
  await user.click(button('Scegli il punto vendita'));
  await chooser();
  const rows = screen.getAllByRole('option');
  await waitFor(() => expect(rows[0]).toHaveFocus());
  for (const [keys, at] of [
    ['{End}', 2],
    ['{Home}', 0],
    ['s', 2],
    ['{Control>}n{/Control}', 2],
    ['{ArrowUp}', 1],
  ] as const) {
    await user.keyboard(keys);
    expect([keys, rows.findIndex((row) => row === document.activeElement)]).toEqual([keys, at]);
  }
  expect(rows.map((row) => row.tabIndex)).toEqual([-1, 0, -1]);
});

test("§2 choice of the store: 'Nessun punto vendita presente' where there is none", async () => {
  await renderSearch(newSaleServer(), [answer(listMyStores, { stores: [] })]);
  const bar = within(await screen.findByRole('region', { name: 'Punto vendita' }));
  expect(await bar.findByText('Nessun punto vendita presente')).toBeVisible();
});

test('§2 the store chosen last is the one of the next session of this user and business, whatever type its id has then', async () => {
  localStorage.setItem('lastStores', JSON.stringify([{ of: 'rossi 1', storeId: 42 }]));
  const stores = [store, { ...other, storeId: '42' }];
  await renderSearchWithStores(newSaleServer(), [answerRaw(listMyStores, { data: { stores } })]);
  expect(screen.getByText(/^Altra/)).toBeVisible();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('§2 a store remembered for another business is not chosen', async () => {
  localStorage.setItem('lastStores', JSON.stringify([{ of: 'rossi 2', storeId: 42 }]));
  await renderSearchWithStores(
    newSaleServer(),
    [answer(listMyStores, { stores: [store, other] })],
    'Scegli il punto vendita',
  );
  expect(button('Scegli il punto vendita')).toBeVisible();
  expect(selectedStoreId()).toBeNull();
});

test('§2 the stores chosen last by other users and businesses are forgotten in time', async () => {
  const others = Array.from({ length: 9 }, (_, index) => ({ of: `bianchi ${index}`, storeId: 41 }));
  localStorage.setItem('lastStores', JSON.stringify(others));
  const user = await renderSearchWithStores(
    newSaleServer(),
    [answer(listMyStores, { stores: [store, other] })],
    'Scegli il punto vendita',
  );
  await user.click(button('Scegli il punto vendita'));
  await user.click(await storeRow(/Altra/));
  await waitFor(() =>
    expect(JSON.parse(localStorage.getItem('lastStores') ?? '')).toEqual([
      { of: 'rossi 1', storeId: 42 },
      ...others.slice(0, 7),
    ]),
  );
});

test('§2 the Enter that brings up the choice of the store does not choose one too', async () => {
  const stores = [store, other];
  const user = await renderSearchWithStores(
    newSaleServer(),
    [answer(listMyStores, { stores })],
    'Scegli il punto vendita',
  );
  await enter(user, codeField(), patient.fiscalCode);
  await chooser();
  const row = await storeRow(/Bottega/);
  await waitFor(() => expect(row).toHaveFocus());
  const now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  onTestFinished(() => clock.mockRestore());
  await user.keyboard('{Enter}{Enter}');
  expect(selectedStoreId()).toBeNull();
  expect(localStorage.getItem('lastStores')).toBeNull();
  clock.mockReturnValue(now + 501);
  await user.keyboard('{Enter}');
  expect(await heading('Anagrafica')).toBeVisible();
  expect(selectedStoreId()).toBe(store.storeId);
});

test('§5 NO_STORE is not said of a store that is remembered, while the server still tells who asks', async () => {
  localStorage.setItem('lastStores', JSON.stringify([{ of: 'rossi 1', storeId: 42 }]));
  let tell: () => void = () => undefined;
  const told = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const { user } = await renderSearch(newSaleServer(), [
    answer(listMyStores, { stores: [store, other] }),
    answer(readMyBusiness, async () => {
      await told;
      return { business: { businessId: 1, companyName: 'Farmacia Rossi' } };
    }),
  ]);
  await enter(user, codeField(), patient.fiscalCode);
  expect(await screen.findByRole('button', { name: patient.fiscalCode })).toBeVisible();
  expect(currentAlerts()).toEqual([]);
  tell();
  expect(await heading('Anagrafica')).toBeVisible();
  expect(currentAlerts()).toEqual([]);
  expect(selectedStoreId()).toBe(42);
});

test('§2 a store chosen while the business could not be read is of this tab alone', async () => {
  const user = await renderSearchWithStores(
    newSaleServer(),
    [answer(listMyStores, { stores: [store, other] }), answerRaw(readMyBusiness, {}, 500)],
    'Scegli il punto vendita',
  );
  await user.click(button('Scegli il punto vendita'));
  await user.click(await storeRow(/Altra/));
  await waitFor(() => expect(selectedStoreId()).toBe(42));
  expect(localStorage.getItem('lastStores')).toBeNull();
});

test('rules §3 the end of the session takes the store with it, whatever another tab has chosen meanwhile', async () => {
  const user = await renderSearchWithStores(
    newSaleServer(),
    [answer(listMyStores, { stores: [store, other] })],
    'Scegli il punto vendita',
  );
  await user.click(button('Scegli il punto vendita'));
  await user.click(await storeRow(/Altra/));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  localStorage.setItem('lastStores', JSON.stringify([{ of: 'rossi 1', storeId: 41 }]));
  act(() => void expireSession());
  expect(selectedStoreId()).toBeNull();
  expect(sessionStorage.getItem('selectedStore')).toBeNull();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('§2 a click on the store that is chosen already closes the choice too', async () => {
  const user = await renderSearchWithStores(newSaleServer());
  await user.click(button('Cambia punto vendita'));
  await chooser();
  await user.click(await storeRow(/Bottega/));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test("§2 zero results: the empty table, and beside it that the code is nobody's", async () => {
  const user = await renderSearchWithStores(newSaleServer(), [answer(searchPatients, { patients: [] })]);
  await user.type(codeField(), 'RSSMRA{Enter}');
  expect(await screen.findByText(NOBODY)).toBeVisible();
  expect(screen.getByRole('table', { name: 'Assistiti trovati' })).toBeVisible();
  network.use(answer(searchPatients, { patients: [patient] }));
  await user.type(codeField(), 'RSS{Enter}');
  await screen.findByRole('button', { name: patient.fiscalCode });
  expect(screen.queryByText(NOBODY)).not.toBeInTheDocument();
});

test.each([403, 409])(
  '§8 patients: the server refuses by %s: the empty table, and nothing said of the patient',
  async (status) => {
    const user = await renderSearchWithStores(newSaleServer(), [
      answerRaw(searchPatients, { error: { code: 4000, description: 'INVALID_REQUEST' } }, status),
      answer(refreshTokens, { auth: { accessToken: 'access-2', refreshToken: 'refresh-2' } }),
    ]);
    await user.type(codeField(), 'RSSMRA{Enter}');
    expect(await screen.findByText('Righe trovate: 0')).toBeInTheDocument();
    expect(screen.getByRole('table', { name: 'Assistiti trovati' })).toBeVisible();
    expect(screen.queryByText(NOBODY)).not.toBeInTheDocument();
  },
);

test('§8 a failed list load: the alert, and the error with Riprova in its place', async () => {
  const user = await renderSearchWithStores(newSaleServer(), [answerRaw(searchPatients, {}, 500)]);
  await user.type(codeField(), 'RSSMRA');
  await user.click(button('Cerca'));
  const retry = await screen.findByRole('button', { name: 'Riprova' });
  expect(currentAlerts()).toMatchObject([{ text: 'Si è vericato un errore 500' }]);
  network.use(answer(searchPatients, { patients: [patient] }));
  await user.click(retry);
  expect(await screen.findByRole('button', { name: patient.fiscalCode })).toBeVisible();
  expect(document.body).not.toHaveFocus();
});

test('design §5 a wrong check character is told and does not block the search', async () => {
  const user = await renderSearchWithStores(newSaleServer());
  await user.type(codeField(), 'RSSMRA80A01H501X');
  expect(screen.getByText(/Il codice fiscale non sembra corretto/)).toBeVisible();
  expect(button('Cerca')).toBeEnabled();
});

test('§2 a new search begins on its first page, and the next card scanned replaces the code of the last', async () => {
  const codes = ['RSSMRA', 'VRDLGI'].flatMap((start) => [0, 1, 2, 3, 4, 5].map((last) => `${start}80A01H50${last}U`));
  const user = await renderSearchWithStores(newSaleServer(), [
    answer(searchPatients, ({ query }) => ({
      patients: codes
        .filter((code) => code.startsWith(query.fiscalCode))
        .map((fiscalCode, index) => ({ ...patient, patientId: index + 1, fiscalCode })),
    })),
  ]);
  await user.type(codeField(), 'RSSMRA{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Pagina 2' }));
  expect(rows()).toHaveLength(1);
  await user.click(codeField());
  await user.keyboard('{Enter}VRDLGI{Enter}');
  expect(codeField()).toHaveValue('VRDLGI');
  expect(await screen.findByRole('button', { name: 'VRDLGI80A01H500U' })).toBeVisible();
  expect(rows()).toHaveLength(5);
});
