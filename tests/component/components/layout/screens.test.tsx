import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test, vi } from 'vitest';
import { listBusinesses } from '#contract/calls/businesses.ts';
import { antdTheme } from '#src/components/theme/antd-theme.ts';
import { loadRuntimeConfig } from '#src/providers/runtime-config.ts';
import { portalFiles, testConfig } from '#tests/support/portal-files.ts';
import { answer, network } from '../../network.ts';
import { renderPortal } from '../../render-portal.tsx';

vi.mock(import('#src/components/theme/antd-theme.ts'), { spy: true });

function breadcrumb() {
  return screen.queryByRole('navigation', { name: 'Percorso di navigazione' });
}

function crumbs(): (string | null)[] {
  const trail = breadcrumb();
  return trail
    ? within(trail)
        .getAllByRole('listitem')
        .map((crumb) => crumb.textContent)
    : [];
}

test('§2 breadcrumb: home and the screen, which is marked as the current page', async () => {
  renderPortal('/support');
  await screen.findByRole('heading', { level: 1, name: 'Supporto' });
  expect(crumbs()).toEqual(['Home', 'Supporto']);
  expect(within(breadcrumb() ?? document.body).getByText('Supporto')).toHaveAttribute('aria-current', 'page');
});

test('§2 breadcrumb: the information page clears it on entry', async () => {
  const { user } = renderPortal('/support');
  await screen.findByRole('heading', { level: 1, name: 'Supporto' });
  await user.click(screen.getByRole('link', { name: 'Informazioni sul passaggio al buono elettronico' }));
  await screen.findByRole('heading', { level: 1, name: 'Dal buono cartaceo al buono elettronico' });
  expect(breadcrumb()).toBeNull();
});

test('§2 protected: a shop sees the patient search with its breadcrumb and title', async () => {
  renderPortal('/ricerca-assistiti', { as: 'BUSINESS' });
  await screen.findByRole('heading', { level: 1, name: 'Ricerca Assistiti' });
  expect(crumbs()).toEqual(['Home', 'Ricerca Assistiti']);
  expect(document.title).toBe('Ricerca Assistiti · Buoni Alimentari');
});

test.each(['/ricerca-assistiti', '/ricerca-assistiti/vendita/prodotti', '/storico-acquisti', '/ordini-amc'])(
  '§2 ASL user: an empty page without breadcrumb on %s',
  async (path) => {
    document.title = 'index.html';
    renderPortal(path, { as: 'ASL' });
    await screen.findByText('ASL di Prova');
    await waitFor(() => expect(screen.queryByText('Caricamento in corso…')).toBeNull());
    const main = screen.getByRole('main');
    expect(within(main).getByRole('heading', { level: 1 })).toHaveClass('visually-hidden');
    expect(main.children).toHaveLength(1);
    expect(breadcrumb()).toBeNull();
    expect(document.title).toBe('Buoni Alimentari');
  },
);

test.each([
  ['/prospetto-fatturazione', 'Prospetto fatturazione'],
  ['/riepilogo-ordini-amc', 'Riepilogo Ordini AMC'],
])('§2 ASL user: %s is theirs', async (path, title) => {
  renderPortal(path, { as: 'ASL', handlers: [answer(listBusinesses, { businesses: [] })] });
  await screen.findByRole('heading', { level: 1, name: title });
  expect(crumbs()).toEqual(['Home', title]);
});

test('design §5 navigation: the focus moves to the heading of the new screen, and its title is in the tab', async () => {
  const { user } = renderPortal('/');
  await screen.findByRole('heading', { level: 1 });
  await waitFor(() => expect(document.title).toBe('Home · Buoni Alimentari'));
  await user.click(screen.getByRole('link', { name: 'Come registrarsi' }));
  const heading = await screen.findByRole('heading', { level: 1, name: 'Supporto' });
  await waitFor(() => expect(heading).toHaveFocus());
  await waitFor(() => expect(document.title).toBe('Supporto · Buoni Alimentari'));
});

test('design §5 navigation: the focus waits for the heading of a screen that waits for its permission', async () => {
  const { user } = renderPortal('/', { as: 'BUSINESS' });
  await user.click(await screen.findByRole('link', { name: 'Prospetto fatturazione' }));
  const heading = await screen.findByRole('heading', { level: 1, name: 'Prospetto fatturazione' });
  await waitFor(() => expect(heading).toHaveFocus());
});

test('design §5 navigation: the layout with its theme stays mounted from screen to screen', async () => {
  const { user } = renderPortal('/prospetto-fatturazione', { as: 'BUSINESS' });
  await screen.findByRole('heading', { level: 1, name: 'Prospetto fatturazione' });
  const computed = vi.mocked(antdTheme).mock.calls.length;
  for (const name of ['Ordini AMC', 'Riepilogo Ordini AMC', 'Storico acquisti', 'Ricerca Assistiti']) {
    const link = await within(screen.getByRole('banner')).findByRole('link', {
      name: new RegExp(`^${name}$`, 'i'),
      hidden: true,
    });
    await user.click(link);
    await screen.findByRole('heading', { level: 1, name: new RegExp(`^${name}$`, 'i') });
  }
  expect(antdTheme).toHaveBeenCalledTimes(computed);
});

test('design §5 skip link: the first stop of the keyboard leads past the header', async () => {
  const { user } = renderPortal('/support');
  await screen.findByRole('heading', { level: 1, name: 'Supporto' });
  await user.tab();
  expect(screen.getByRole('link', { name: 'Vai al contenuto principale' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(screen.getByRole('main')).toHaveFocus();
  expect(window.location.hash).toBe('');
});

test('design §5 headings: exactly one h1 on every public page', async () => {
  for (const path of ['/', '/support', '/informazioni-buoni', '/user-not-found', '/redirect-url', '/nessuna']) {
    const { unmount } = renderPortal(path);
    expect(await screen.findAllByRole('heading', { level: 1 }), path).toHaveLength(1);
    unmount();
  }
});

test('§2 footer: menu, mailbox of the configuration, and the legal pages of the portal', async () => {
  renderPortal('/');
  await screen.findByRole('heading', { level: 1 });
  const footer = within(screen.getByRole('contentinfo'));
  expect(footer.getByRole('link', { name: 'support@example.org' })).toHaveAttribute(
    'href',
    'mailto:support@example.org',
  );
  expect(footer.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/',
    '/punti-vendita',
    '/support',
    '/informazioni-buoni',
    'mailto:support@example.org',
    '/privacy',
    '/note-legali',
    '/accessibilita',
  ]);
  const logos = screen.getByRole('contentinfo').querySelectorAll('img');
  expect(Array.from(logos, (logo) => logo.getAttribute('src'))).toEqual([
    expect.stringMatching(/\/icons\/mark\.svg/),
    expect.stringMatching(/\/icons\/owner\.svg/),
  ]);
});

test('§2 footer: a legal page that the operator names takes the place of the own one', async () => {
  const legalLinks = { privacy: 'https://example.org/privacy' };
  network.use(http.get('/config.json', () => HttpResponse.json({ ...testConfig(''), legalLinks })));
  await loadRuntimeConfig();
  renderPortal('/');
  const links = within(await screen.findByRole('navigation', { name: 'Informazioni legali' })).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Privacy', 'https://example.org/privacy'],
    ['Note legali', '/note-legali'],
    ['Dichiarazione di accessibilità', '/accessibilita'],
  ]);
  network.resetHandlers(...portalFiles(testConfig('')));
  await loadRuntimeConfig();
});
