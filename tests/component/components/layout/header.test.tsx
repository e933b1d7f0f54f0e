import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { readCurrentUser, signOut, switchBusiness } from '#contract/calls/authentication.ts';
import { listMyBusinesses } from '#contract/calls/businesses.ts';
import { patient as patientRow } from '#contract/entities/patient.ts';
import { keepOpenedCart } from '#src/providers/session/sale-store.ts';
import { storedCart } from '#src/providers/session/unfinished-cart.ts';
import { openAccountMenu } from '../../account-menu.ts';
import { answer, lose, network, refuse } from '../../network.ts';
import { patient } from '../../pages/sale/sale-server.ts';
import { renderPortal } from '../../render-portal.tsx';
import { setNetwork } from '../../set-network.ts';

const TWO_BUSINESSES = answer(listMyBusinesses, {
  businesses: [
    { businessId: 1, companyName: 'Farmacia Rossi' },
    { businessId: 2, companyName: 'Bottega Bianchi' },
  ],
});

function banner() {
  return within(screen.getByRole('banner'));
}

test("§2 header: 'Accedi' for who is not signed in, and no user menu", async () => {
  renderPortal('/');
  expect(await banner().findByRole('button', { name: 'Accedi' })).toBeVisible();
  expect(banner().queryByRole('button', { name: 'Esci' })).toBeNull();
});

test("§2 header: welcome, company name, username and 'Esci' for who is signed in", async () => {
  const { user } = renderPortal('/', { as: 'BUSINESS' });
  expect(await banner().findByText('Farmacia Rossi')).toBeVisible();
  expect(banner().getByText(/Benvenuto/)).toHaveTextContent('Benvenuto rossi');
  await openAccountMenu(user);
  expect(banner().getByRole('button', { name: 'Esci' })).toBeVisible();
  expect(banner().queryByRole('button', { name: 'Accedi' })).toBeNull();
});

test('§2 header: the menu of the account says the name of the person, where the server does', async () => {
  const user = {
    username: 'rossi',
    firstName: 'Mario',
    lastName: 'Rossi',
    userProfile: { profile: 'BUSINESS' },
  } as const;
  const { user: person } = renderPortal('/', { as: 'BUSINESS', handlers: [answer(readCurrentUser, { user })] });
  await banner().findByText('Farmacia Rossi');
  await openAccountMenu(person);
  expect(banner().getByText('Mario Rossi')).toBeVisible();
});

test('§2 header: the health authority is the company of an ASL user', async () => {
  renderPortal('/', { as: 'ASL' });
  expect(await banner().findByText('ASL di Prova')).toBeVisible();
});

test("§4 sign-out: 'Esci' ends the session, drops the cart and leads home", async () => {
  storedCart.write({ cartId: 7, username: 'rossi', businessId: 1 });
  const { user } = renderPortal('/support', { as: 'BUSINESS' });
  await openAccountMenu(user);
  await user.click(await banner().findByRole('button', { name: 'Esci' }));
  expect(await banner().findByRole('button', { name: 'Accedi' })).toBeVisible();
  expect(sessionStorage).toHaveLength(0);
  await waitFor(() => expect(window.location.pathname).toBe('/'));
});

test("§2 'Esci' and 'Cambia Business' with products in a cart ask first; 'Resta' and Esc keep session and cart", async () => {
  const switched = answer(switchBusiness, () => ({ auth: { accessToken: 'access-2', refreshToken: 'refresh-2' } }));
  const { user } = renderPortal('/support', { as: 'BUSINESS', handlers: [TWO_BUSINESSES, switched] });
  await banner().findByText('Farmacia Rossi');
  storedCart.write({ cartId: 7, username: 'rossi', businessId: 1 });
  const opened = { cartId: 7, patient: z.parse(patientRow.read, patient) };
  keepOpenedCart({ ...opened, hasProducts: true });
  const text =
    'Nel carrello di «Mario Rossi» ci sono prodotti non ancora acquistati. Se prosegui il carrello va perso.';
  const question = () => screen.findByRole('dialog', { name: 'Carrello non concluso', description: text });

  await openAccountMenu(user);
  await user.click(banner().getByRole('button', { name: 'Esci' }));
  await user.click(within(await question()).getByRole('button', { name: 'Resta' }));
  await openAccountMenu(user);
  await user.click(await banner().findByRole('button', { name: 'Cambia Business' }));
  await user.click(banner().getByRole('button', { name: 'Bottega Bianchi' }));
  await question();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(storedCart.read()).toMatchObject({ cartId: 7 });

  await openAccountMenu(user);
  await user.click(banner().getByRole('button', { name: 'Esci' }));
  await user.click(within(await question()).getByRole('button', { name: 'Prosegui' }));
  expect(await banner().findByRole('button', { name: 'Accedi' })).toBeVisible();
});

test("§2 'Cambia Business': absent with a single business", async () => {
  const { user } = renderPortal('/', { as: 'BUSINESS' });
  await banner().findByText('Farmacia Rossi');
  await openAccountMenu(user);
  await waitFor(() => expect(screen.queryByText('Caricamento in corso…')).toBeNull());
  expect(banner().queryByRole('button', { name: 'Cambia Business' })).toBeNull();
});

test("§2 §4 'Cambia Business': with several, and the current one cannot be chosen", async () => {
  const { user } = renderPortal('/', { as: 'BUSINESS', handlers: [TWO_BUSINESSES] });
  await openAccountMenu(user);
  const toggle = await banner().findByRole('button', { name: 'Cambia Business' });
  expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await user.click(toggle);
  expect(toggle).toHaveAttribute('aria-expanded', 'true');
  expect(banner().getByRole('button', { name: /^Farmacia Rossi/ })).toBeDisabled();
  expect(banner().getByRole('button', { name: 'Bottega Bianchi' })).toBeEnabled();
  await user.keyboard('{Escape}');
  expect(toggle).toHaveAttribute('aria-expanded', 'false');
  expect(toggle).toHaveFocus();
});

test("rules §2 'Cambia Business': a list that could not be loaded is asked for again in its place", async () => {
  const { user } = renderPortal('/', { as: 'BUSINESS', handlers: [lose(listMyBusinesses)] });
  await openAccountMenu(user);
  const toggle = await banner().findByRole('button', { name: 'Cambia Business' });
  await user.click(toggle);
  expect(banner().getByText('I tuoi esercenti non sono stati caricati.')).toBeVisible();
  network.use(TWO_BUSINESSES);
  await user.click(banner().getByRole('button', { name: 'Riprova' }));
  expect(await banner().findByRole('button', { name: 'Bottega Bianchi' })).toBeVisible();
  expect(banner().queryByRole('button', { name: 'Riprova' })).toBeNull();
  expect(toggle).toHaveFocus();
});

test("design §5 'Cambia Business': a choice leaves the focus on what opens the list, where a question gives it back to", async () => {
  const refused = refuse(switchBusiness, 'BUSINESS_NOT_FOUND');
  const { user } = renderPortal('/', { as: 'BUSINESS', handlers: [TWO_BUSINESSES, refused] });
  await openAccountMenu(user);
  const toggle = await banner().findByRole('button', { name: 'Cambia Business' });
  await user.click(toggle);
  await user.click(banner().getByRole('button', { name: 'Bottega Bianchi' }));
  expect(toggle).toHaveFocus();
});

test('design §5 offline: a business cannot be chosen, and who wants to leave can', async () => {
  const asked: string[] = [];
  const switched = answer(switchBusiness, () => {
    asked.push('switch');
    return { auth: { accessToken: 'access-2', refreshToken: 'refresh-2' } };
  });
  const { user } = renderPortal('/', { as: 'BUSINESS', handlers: [TWO_BUSINESSES, switched] });
  await openAccountMenu(user);
  await user.click(await banner().findByRole('button', { name: 'Cambia Business' }));
  setNetwork(false);
  const other = banner().getByRole('button', { name: 'Bottega Bianchi' });
  expect(other).toHaveAttribute('aria-disabled', 'true');
  await user.click(other);
  expect(screen.getByRole('region', { name: 'Avvisi' })).toHaveTextContent('Operazione non eseguita');

  network.use(lose(signOut));
  await openAccountMenu(user);
  await user.click(banner().getByRole('button', { name: 'Esci' }));
  expect(await banner().findByRole('button', { name: 'Accedi' })).toBeVisible();
  expect(sessionStorage).toHaveLength(0);
  expect(asked).toEqual([]);
});

test('§4 business switch: the new tokens replace everything that the tab held', async () => {
  storedCart.write({ cartId: 7, username: 'rossi', businessId: 1 });
  sessionStorage.setItem('selectedStore', '3');
  const asked: number[] = [];
  const switched = answer(switchBusiness, ({ params }) => {
    asked.push(params.businessId);
    return { auth: { accessToken: 'access-2', refreshToken: 'refresh-2' } };
  });
  const { user } = renderPortal('/', { as: 'BUSINESS', handlers: [TWO_BUSINESSES, switched] });
  await openAccountMenu(user);
  await user.click(await banner().findByRole('button', { name: 'Cambia Business' }));
  await user.click(banner().getByRole('button', { name: 'Bottega Bianchi' }));
  await waitFor(() => expect(sessionStorage.getItem('accessToken')).toBe('"access-2"'));
  expect(asked).toEqual([2]);
  const kept = Object.keys(sessionStorage).filter((name) => name !== 'profile');
  expect(kept.toSorted()).toEqual(['accessToken', 'refreshToken', 'session']);
});

test('§4 business switch: a refusal is said, and nothing has changed', async () => {
  const refused = refuse(switchBusiness, 'BUSINESS_NOT_FOUND');
  const { user } = renderPortal('/', { as: 'BUSINESS', handlers: [TWO_BUSINESSES, refused] });
  await openAccountMenu(user);
  await user.click(await banner().findByRole('button', { name: 'Cambia Business' }));
  await user.click(banner().getByRole('button', { name: 'Bottega Bianchi' }));
  expect(await screen.findByText('Non è stato possibile cambiare esercente.')).toBeVisible();
  expect(sessionStorage.getItem('accessToken')).toBe('"access-1"');
});

test('§2 user menu: holds theme, language, height of the rows and the guide; Esc closes it and gives the focus back', async () => {
  const { user } = renderPortal('/', { as: 'BUSINESS' });
  await openAccountMenu(user);
  await user.selectOptions(banner().getByRole('combobox', { name: 'Righe' }), 'Compatte');
  expect(document.documentElement.dataset.density).toBe('compact');
  expect(localStorage.getItem('density')).toBe('compact');
  expect(banner().getByRole('combobox', { name: 'Tema' })).toBeVisible();
  expect(banner().getByRole('combobox', { name: 'Lingua' })).toBeVisible();
  expect(banner().getByRole('link', { name: /^Guida/ })).toHaveAttribute('target', '_blank');
  await user.keyboard('{Escape}');
  expect(banner().getByRole('button', { name: /^Benvenuto/ })).toHaveFocus();
  expect(banner().queryByRole('button', { name: 'Esci' })).toBeNull();
});
