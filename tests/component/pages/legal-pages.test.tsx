import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test, vi } from 'vitest';
import { i18n } from '#src/providers/i18n.ts';
import { loadRuntimeConfig, type RuntimeConfig } from '#src/providers/runtime-config.ts';
import { portalFiles, testConfig } from '#tests/support/portal-files.ts';
import { network } from '../network.ts';
import { renderPortal } from '../render-portal.tsx';

async function show(path: string): Promise<HTMLElement> {
  renderPortal(path);
  await screen.findByRole('heading', { level: 1 });
  return screen.getByRole('main');
}

function missingTexts(main: HTMLElement): (string | undefined)[] {
  return Array.from(main.querySelectorAll<HTMLElement>('[data-operator-text]'), ({ dataset }) => dataset.operatorText);
}

async function configure(settings: Partial<RuntimeConfig>): Promise<void> {
  network.resetHandlers(...portalFiles({ ...testConfig(''), ...settings }));
  await loadRuntimeConfig();
}

test.each([
  [
    '/privacy',
    'Informativa sulla privacy',
    ['controller', 'protectionOfficer', 'legalBasis', 'recipients', 'retention', 'privacyDate'],
  ],
  ['/note-legali', 'Note legali', ['owner', 'contentLicence', 'sourceCode', 'liability']],
  [
    '/accessibilita',
    'Dichiarazione di accessibilità',
    ['conformance', 'assessment', 'inaccessible', 'accessibilityOffice', 'enforcement', 'siteDetails'],
  ],
])('§2 legal links: %s marks each place where the operator must put its own text', async (path, title, names) => {
  const main = await show(path);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(title);
  expect(screen.getByRole('navigation', { name: 'Percorso di navigazione' })).toHaveTextContent(title);
  expect(missingTexts(main)).toEqual(names);
  expect(within(main).getAllByText('Testo a cura del gestore:')).toHaveLength(names.length);
});

test('§2 legal links: an address that names a section shows it, and leaves the focus where it is', async () => {
  const scrollIntoView = vi.spyOn(Element.prototype, 'scrollIntoView');
  const main = await show('/privacy#storage');
  await waitFor(() => expect(scrollIntoView.mock.contexts).toEqual([main.querySelector('#storage')]));
  expect(document.activeElement).toBe(document.body);
  scrollIntoView.mockRestore();
});

test('§2 legal links: a text of the operator stands in the place of its mark, with its paragraphs and lists', async () => {
  const written = { controller: 'Regione di Prova\n- via Prova 1\n- pec@example.org' };
  network.use(http.get('/locales/it/operator.json', () => HttpResponse.json(written)));
  await i18n.reloadResources('it', 'operator');
  const main = await show('/privacy');
  expect(missingTexts(main)).not.toContain('controller');
  expect(within(main).getByText('Regione di Prova').tagName).toBe('P');
  expect(within(main).getByText('pec@example.org').tagName).toBe('LI');
  network.resetHandlers(...portalFiles(testConfig('')));
  await i18n.reloadResources('it', 'operator');
});

test('§2 privacy notice: it says whose map the operator has configured, and marks what only the operator knows of it', async () => {
  const own = await show('/privacy');
  expect(own).toHaveTextContent('nessun dato è chiesto a terzi né inviato a terzi');
  expect(own).toHaveTextContent('La posizione del dispositivo è chiesta soltanto a chi preme «Vicino a me»');
  expect(missingTexts(own)).not.toContain('mapProvider');
  for (const [config, said] of [
    [{ mapTilesUrl: 'https://tiles.example.org/{z}/{x}/{y}.png' }, 'provengono da un servizio esterno'],
    [{ googleMapsApiKey: 'a-key' }, "possono conservare dati nel browser e trattarli fuori dall'Unione europea"],
  ] as const) {
    await configure(config);
    cleanup();
    const main = await show('/privacy');
    expect(main).toHaveTextContent(said);
    expect(missingTexts(main)).toContain('mapProvider');
  }
  await configure({});
});

test('§2 privacy notice: it says for how many months records and names are kept, as far as the portal is told', async () => {
  const untold = await show('/privacy');
  expect(untold.querySelector('#retention li')).toBeNull();
  await configure({ consultationMonths: '24', auditMonths: '120', patientMonths: '36' });
  cleanup();
  const told = await show('/privacy');
  expect(Array.from(told.querySelectorAll('#retention li'), ({ textContent }) => textContent)).toEqual([
    'Chi ha visto i dati di un assistito, e quando: 24 mesi.',
    expect.stringMatching(/^Le operazioni compiute .* 120 mesi\.$/),
    expect.stringContaining('36 mesi dalla fine'),
    expect.stringContaining('24 mesi da quando'),
  ]);
  await configure({});
});

test('§2 accessibility statement: the list of stores has addresses and directions, the rest is in the panel', async () => {
  const main = await show('/accessibilita');
  expect(main).toHaveTextContent(/elenco con indirizzo e indicazioni, e da ciascuno si apre la scheda con recapiti/);
});

test('§2 accessibility statement: problems are reported to the mailbox of the configuration', async () => {
  const main = await show('/accessibilita');
  expect(within(main).getByRole('link', { name: 'support@example.org' })).toHaveAttribute(
    'href',
    'mailto:support@example.org',
  );
  expect(main).toHaveTextContent('Difensore civico per il digitale');
});
