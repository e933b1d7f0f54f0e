import { cleanup, screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { loadRuntimeConfig } from '#src/providers/runtime-config.ts';
import { portalFiles, testConfig } from '#tests/support/portal-files.ts';
import { network } from '../network.ts';
import { renderPortal } from '../render-portal.tsx';

async function mainText(): Promise<string> {
  await screen.findByRole('heading', { level: 1 });
  return screen.getByRole('main').textContent;
}

test('§2 support: registration for shops with and without an agreement, and citizens', async () => {
  renderPortal('/support');
  await screen.findByRole('heading', { level: 1, name: 'Supporto' });
  const region = (name: string) => {
    const panel = screen.getByRole('heading', { level: 2, name }).parentElement;
    return within(panel ?? document.body);
  };
  expect(region('Esercenti non ancora convenzionati').getByText(/sito della sanità regionale/)).toBeVisible();
  expect(region('Esercenti già convenzionati').getByRole('link', { name: 'support@example.org' })).toHaveAttribute(
    'href',
    expect.stringMatching(/^mailto:support@example\.org\?subject=/),
  );
  expect(region('Cittadini').getByText(/al momento non è attiva/)).toBeVisible();
  const authorities = region('Aziende sanitarie');
  expect(authorities.getByText(/dal pulsante «Accedi»/)).toBeVisible();
  expect(authorities.getByRole('link')).toHaveAttribute('href', 'mailto:support@example.org');
});

test('§2 support: the regional health site is a link where the operator has configured its address, else plain text', async () => {
  const regionalHealthSiteUrl = 'https://salute.example.org';
  const link = () => screen.queryByRole('link', { name: 'Sito della sanità regionale' });
  renderPortal('/support');
  await screen.findByRole('heading', { level: 1, name: 'Supporto' });
  expect(link()).toBeNull();
  network.use(http.get('/config.json', () => HttpResponse.json({ ...testConfig(''), regionalHealthSiteUrl })));
  await loadRuntimeConfig();
  cleanup();
  renderPortal('/support');
  await screen.findByRole('heading', { level: 1, name: 'Supporto' });
  expect(link()).toHaveAttribute('href', regionalHealthSiteUrl);
  network.resetHandlers(...portalFiles(testConfig('')));
  await loadRuntimeConfig();
});

test('§2 contact mailbox: where the operator has named none, each place for it says so', async () => {
  const { apiBaseUrl, sso } = testConfig('');
  network.use(http.get('/config.json', () => HttpResponse.json({ apiBaseUrl, sso })));
  await loadRuntimeConfig();
  for (const [path, places] of [
    ['/support', 3],
    ['/accessibilita', 2],
  ] as const) {
    renderPortal(path);
    await screen.findByRole('heading', { level: 1 });
    expect(screen.getAllByText(/non ha ancora indicato una casella di supporto/)).toHaveLength(places);
    expect(screen.queryAllByRole('link').filter((link) => link.getAttribute('href')?.startsWith('mailto:'))).toEqual(
      [],
    );
    cleanup();
  }
  network.resetHandlers(...portalFiles(testConfig('')));
  await loadRuntimeConfig();
});

test('§1 information page: every fact of the change to electronic vouchers', async () => {
  renderPortal('/informazioni-buoni');
  const text = await mainText();
  for (const fact of [
    /cartacei .* vengono sostituiti da buoni elettronici/,
    /tessera sanitaria e con un PIN, rilasciato dall'azienda sanitaria locale/,
    /Da luglio/,
    /Da settembreGli assistiti si recano una sola volta presso il proprio distretto/,
    /convertire in digitale i buoni cartacei non ancora utilizzati/,
    /restano validi fino alla conversione/,
    /Ogni annoI buoni digitali si rinnovano automaticamente/,
  ]) {
    expect(text).toMatch(fact);
  }
});

test("§2 any other path: 'Pagina non trovata!'", async () => {
  renderPortal('/nessuna/pagina');
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Pagina non trovata!');
  expect(screen.getByRole('link', { name: 'Torna alla home' })).toHaveAttribute('href', '/');
});

test('§2 user-not-found: not yet registered, with the way to support', async () => {
  renderPortal('/user-not-found');
  expect(await mainText()).toMatch(/non è ancora registrata/);
  expect(screen.getByRole('link', { name: 'Vai al supporto' })).toHaveAttribute('href', '/support');
});
