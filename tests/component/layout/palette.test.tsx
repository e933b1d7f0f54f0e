import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { switchBusiness } from '#contract/calls/authentication.ts';
import { listMyBusinesses } from '#contract/calls/businesses.ts';
import { answer } from '../network.ts';
import { renderPortal } from '../portal.tsx';

const OPEN = '{Control>}k{/Control}';

async function openPalette(user: UserEvent) {
  await user.keyboard(OPEN);
  return screen.findByRole('combobox', { name: 'Comando o pagina' });
}

function names(): (string | null)[] {
  const options = document.querySelectorAll('[role="listbox"] [role="option"]');
  return [...options].map((option) => option.textContent);
}

test('§6 palette: screens of the shop, languages, themes, other businesses and sign-out; Enter performs', async () => {
  const asked: number[] = [];
  const { user } = renderPortal('/support', {
    as: 'BUSINESS',
    handlers: [
      answer(listMyBusinesses, {
        businesses: [
          { businessId: 1, companyName: 'Farmacia Rossi' },
          { businessId: 2, companyName: 'Bottega Però' },
        ],
      }),
      answer(switchBusiness, ({ params }) => {
        asked.push(params.businessId);
        return { auth: { accessToken: 'access-2', refreshToken: 'refresh-2' } };
      }),
    ],
  });
  await screen.findByText('Farmacia Rossi');
  const field = await openPalette(user);
  await waitFor(() =>
    expect(names()).toEqual([
      'Ricerca Assistiti',
      'Storico acquisti',
      'Prospetto fatturazione',
      'Ordini AMC',
      'Riepilogo Ordini AMC',
      'Home',
      'Punti vendita',
      'Dal buono cartaceo al buono elettronico',
      'Supporto',
      'Privacy',
      'Note legali',
      'Dichiarazione di accessibilità',
      'Bottega Però',
      'English',
      'Tema: Chiaro',
      'Tema: Scuro',
      'Esci',
      'Scorciatoie da tastiera?',
    ]),
  );
  for (const [typed, name] of [
    ['uscire', 'Esci'],
    ['inglese', 'English'],
    ['ricevuta', 'Storico acquisti'],
    ['csv', 'Prospetto fatturazione'],
    ['pero', 'Bottega Però'],
  ] as const) {
    fireEvent.change(field, { target: { value: typed } });
    await waitFor(() => expect(names()[0]).toMatch(new RegExp(`^${name}`, 'u')));
  }
  await user.clear(field);
  await user.type(field, 'bottega{Enter}');
  await waitFor(() => expect(asked).toEqual([2]));
  expect(screen.queryByRole('combobox', { name: 'Comando o pagina' })).toBeNull();
});

test('§6 palette: an ASL user is offered both screens that are theirs, and no other', async () => {
  const { user } = renderPortal('/support', { as: 'ASL' });
  await screen.findByText('ASL di Prova');
  await openPalette(user);
  await waitFor(() => expect(names()).toContain('Riepilogo Ordini AMC'));
  expect(names()).toContain('Prospetto fatturazione');
  for (const name of ['Ricerca Assistiti', 'Storico acquisti', 'Ordini AMC']) expect(names()).not.toContain(name);
});

test('§2 palette: signed out it offers what is public; arrows choose, and the field says which', async () => {
  const { user } = renderPortal('/');
  await screen.findByRole('heading', { level: 1 });
  await user.click(screen.getByRole('button', { name: /Cerca comandi/ }));
  const field = await screen.findByRole('combobox', { name: 'Comando o pagina' });
  await waitFor(() => expect(names()).toContain('Accedi'));
  expect(names()).not.toContain('Ricerca Assistiti');
  await user.type(field, 'support');
  await waitFor(() => expect(names()[0]).toMatch(/^Supporto/));
  await user.keyboard('{ArrowDown}{ArrowUp}');
  const chosen = within(screen.getByRole('listbox', { name: 'Comandi' })).getByRole('option', { selected: true });
  expect(field).toHaveAttribute('aria-activedescendant', chosen.id);
  expect(within(screen.getByRole('dialog', { name: 'Cerca comandi' })).getByRole('listbox')).toContainElement(chosen);
  await user.keyboard('{Enter}');
  await screen.findByRole('heading', { level: 1, name: 'Supporto' });
  await user.type(await openPalette(user), 'zzzz');
  expect(await screen.findByText('Nessun comando corrisponde.')).toBeVisible();
  await user.keyboard(OPEN);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('§2 palette: Enter performs also after a letter that was typed and taken back at once', async () => {
  const { user } = renderPortal('/');
  await screen.findByRole('heading', { level: 1 });
  const field = await openPalette(user);
  await user.type(field, 'suppor');
  await waitFor(() => expect(names()[0]).toMatch(/^Supporto/));
  // All in one go, before anything is looked for.
  for (const value of ['supporx', 'suppor']) fireEvent.change(field, { target: { value } });
  fireEvent.keyDown(field, { key: 'Enter' });
  await screen.findByRole('heading', { level: 1, name: 'Supporto' });
});

test("design §5 shortcuts: '?' lists them, not while typing nor once switched off; the footer leads there too", async () => {
  const { user } = renderPortal('/support');
  await screen.findByRole('heading', { level: 1, name: 'Supporto' });
  await user.keyboard('?');
  const list = await screen.findByRole('dialog', { name: 'Scorciatoie da tastiera' });
  expect(
    within(list)
      .getAllByRole('term')
      .map((keys) => keys.textContent),
  ).toEqual(['CtrlK', '?', 'Tab', 'Invio', '↑↓', '←→InizioFine', 'Esc']);
  await user.click(within(list).getByRole('checkbox'));
  await user.click(within(list).getByRole('button', { name: 'Chiudi' }));
  await user.keyboard('?');
  expect(screen.queryByRole('dialog')).toBeNull();

  await user.click(screen.getByRole('button', { name: 'Scorciatoie da tastiera' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('checkbox'));
  await user.click(screen.getByRole('button', { name: 'Chiudi' }));
  await user.type(await openPalette(user), '?');
  expect(screen.getByRole('dialog', { name: 'Cerca comandi' })).toBeVisible();
});
