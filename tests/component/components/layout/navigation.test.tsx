import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPortal } from '../../render-portal.tsx';

function menu() {
  return within(screen.getByRole('navigation', { name: 'Menu principale' }));
}

function linkTexts(): (string | null)[] {
  return menu()
    .getAllByRole('link', { hidden: true })
    .map((link) => link.textContent);
}

test('§2 §6 menu: Home, Punti vendita and Supporto for everyone', async () => {
  renderPortal('/');
  await screen.findByRole('heading', { level: 1 });
  expect(linkTexts()).toEqual(['Home', 'Punti vendita', 'Supporto']);
});

test("§6 menu: 'Ricerca Assistiti' with its child 'storico acquisti' for BUSINESS", async () => {
  renderPortal('/', { as: 'BUSINESS' });
  const child = await menu().findByRole('link', { name: 'storico acquisti', hidden: true });
  const entries = [
    'Home',
    'Ricerca Assistiti',
    'storico acquisti',
    'Prospetto fatturazione',
    'Ordini AMC',
    'Riepilogo Ordini AMC',
    'Punti vendita',
    'Supporto',
  ];
  // An entry appears when its calls are known.
  await waitFor(() => expect(linkTexts()).toEqual(entries));
  expect(child.closest('ul')?.closest('li')).toHaveTextContent('Ricerca Assistiti');
});

test('§6 menu: the other entries stand in groups of a few', async () => {
  const { user } = renderPortal('/', { as: 'BUSINESS' });
  const group = await menu().findByRole('button', { name: 'AMC' });
  expect(group.parentElement).toContainElement(await menu().findByRole('link', { name: 'Ordini AMC', hidden: true }));
  expect(menu().queryByRole('link', { name: 'Riepilogo Ordini AMC' })).toBeNull();
  await user.click(group);
  expect(menu().getByRole('link', { name: 'Riepilogo Ordini AMC' })).toBeVisible();
  await user.click(menu().getByRole('button', { name: 'Voci di Ricerca Assistiti' }));
  expect(menu().getByRole('link', { name: 'storico acquisti' })).toBeVisible();
});

test("§6 menu: of the work screens only 'Riepilogo Ordini AMC' for ASL", async () => {
  renderPortal('/', { as: 'ASL' });
  await menu().findByRole('link', { name: 'Riepilogo Ordini AMC', hidden: true });
  expect(linkTexts()).toEqual(['Home', 'Riepilogo Ordini AMC', 'Punti vendita', 'Supporto']);
});

test('§6 home: an ASL user is led to both screens that are theirs', async () => {
  renderPortal('/', { as: 'ASL' });
  expect(await screen.findByRole('link', { name: 'Prospetto fatturazione' })).toHaveAttribute(
    'href',
    '/prospetto-fatturazione',
  );
  const home = within(screen.getByRole('main'));
  expect(home.getByRole('link', { name: 'Riepilogo Ordini AMC' })).toHaveAttribute('href', '/riepilogo-ordini-amc');
});

test('§2 menu: the entry of the screen that is shown is marked', async () => {
  renderPortal('/support');
  await screen.findByRole('heading', { level: 1, name: 'Supporto' });
  expect(menu().getByRole('link', { name: 'Supporto', hidden: true })).toHaveAttribute('aria-current', 'page');
  expect(menu().getByRole('link', { name: 'Home', hidden: true })).not.toHaveAttribute('aria-current');
});

test('§2 menu: the entry above the screen that is shown is marked, and no other', async () => {
  renderPortal('/ricerca-assistiti/vendita', { as: 'BUSINESS' });
  const entry = await menu().findByRole('link', { name: 'Ricerca Assistiti', hidden: true });
  expect(entry).toHaveAttribute('aria-current', 'page');
  const links = menu().getAllByRole('link', { hidden: true });
  expect(links.filter((link) => link.hasAttribute('aria-current'))).toEqual([entry]);
});

test('design §5 menu: folds behind a button, and folds again once a link was followed, also on the way back', async () => {
  const { user } = renderPortal('/');
  const toggle = await menu().findByRole('button', { name: 'Menu' });
  const home = await screen.findByRole('heading', { level: 1 });
  await user.click(toggle);
  expect(toggle).toHaveAttribute('aria-expanded', 'true');
  await user.click(menu().getByRole('link', { name: 'Supporto' }));
  await screen.findByRole('heading', { level: 1, name: 'Supporto' });
  expect(toggle).toHaveAttribute('aria-expanded', 'false');
  act(() => window.history.back());
  await screen.findByRole('heading', { level: 1, name: home.textContent });
  expect(toggle).toHaveAttribute('aria-expanded', 'false');
});

test('design §5 menu: Esc folds it and leaves the focus on its button', async () => {
  const { user } = renderPortal('/');
  const toggle = await menu().findByRole('button', { name: 'Menu' });
  await user.click(toggle);
  menu().getByRole('link', { name: 'Supporto' }).focus();
  await user.keyboard('{Escape}');
  expect(toggle).toHaveAttribute('aria-expanded', 'false');
  expect(toggle).toHaveFocus();
});
