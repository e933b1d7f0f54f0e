import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPatient } from '../sale/render-sale.tsx';
import { openHistory, purchase, renderHistory } from './history.tsx';

const SEARCH = '/ricerca-assistiti';
const title = (name: string) => screen.findByRole('heading', { level: 1, name });

test("§2 step 1 opens the patient's history: by patient and dossier, named above the list, nothing of them in the URL or in storage", async () => {
  const history = openHistory([purchase]);
  const { user, location } = await renderHistory(history, [], SEARCH);
  await screen.findByRole('button', { name: 'Cambia punto vendita' });
  await openPatient(user);
  await user.click(screen.getByRole('button', { name: 'Storico acquisti' }));
  expect(await title('Storico acquisti')).toBeVisible();
  expect(screen.getByText('Mario Rossi · RSSMRA80A01H501U')).toBeVisible();
  await waitFor(() => expect(history.searches).toMatchObject([{ patientId: 11, dossierId: 21, page: 0, size: 5 }]));
  expect(location()).toBe('/storico-acquisti?scope=patient');
  expect(JSON.stringify([sessionStorage, localStorage])).not.toMatch(/RSSMRA|Mario|patientId|dossierId/);
});

test("§2 from the patient's history back to step 1", async () => {
  const { user } = await renderHistory(openHistory([purchase]), [], SEARCH);
  await screen.findByRole('button', { name: 'Cambia punto vendita' });
  await openPatient(user);
  await user.click(screen.getByRole('button', { name: 'Storico acquisti' }));
  await title('Storico acquisti');
  await user.click(screen.getByRole('button', { name: "Torna all'assistito" }));
  expect(await title('Anagrafica')).toBeVisible();
  expect(screen.getByText('RSSMRA80A01H501U')).toBeVisible();
});

test("§2 a reload of a patient's history goes back to the search and shows nobody's purchases", async () => {
  const history = openHistory([purchase]);
  const { location } = await renderHistory(history, [], '/storico-acquisti?scope=patient');
  expect(await title('Ricerca Assistiti')).toBeVisible();
  expect(location()).toBe(SEARCH);
  expect(history.searches).toEqual([]);
});
