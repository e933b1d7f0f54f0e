import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { adminAsl } from '#contract/admin/asl.ts';
import { adminBusinesses } from '#contract/admin/businesses.ts';
import { adminCategories, adminManufacturers, adminProducts } from '#contract/admin/products.ts';
import { adminDossiers } from '#contract/admin/dossiers.ts';
import { readOverview } from '#contract/admin/overview.ts';
import { adminPatients, readPatientFile } from '#contract/admin/patients.ts';
import { adminUsers } from '#contract/admin/users.ts';
import { adminVouchers } from '#contract/admin/vouchers.ts';
import { listBusinesses } from '#contract/calls/businesses.ts';
import { readFeatures } from '#contract/calls/features.ts';
import { answer, network, refuse } from '../../network.ts';
import { renderPortal } from '../../render-portal.tsx';
import { scanHere } from '../../scanner.ts';
import { renderOperator } from './render-operator.tsx';

const BUSINESS = {
  businessId: 7,
  companyName: 'Farmacia Nuraghe',
  vat: '01234567897',
  fiscalCode: '01234567897',
  address: 'via Roma 1',
  phone: '070123',
  hasCancelCode: false,
  disabled: true,
  version: 3,
};
const PATIENT = {
  patientId: 31,
  fiscalCode: 'RSSMRA80A01H501U',
  firstName: 'Mario',
  lastName: 'Rossi',
  gender: 'M' as const,
  birthDate: '1980-01-01',
  otpMode: 'PIN' as const,
  hasPin: true,
  status: 'ENABLED' as const,
  version: 1,
};
const PRODUCT = {
  productId: 5,
  name: 'Pane',
  ean1: '8001234567897',
  refPrice: 1.205,
  manufacturerId: 2,
  manufacturerName: 'Molino Sardo',
  categoryType: 'CELIAC' as const,
  categoryIds: [],
  categoryNames: [],
  disabled: false,
  version: 1,
};
const VOUCHER = {
  voucherId: 11,
  dossierId: 1,
  patientId: 31,
  patientName: 'Rossi Mario',
  fiscalCode: PATIENT.fiscalCode,
  aslId: 4,
  aslName: 'ASL di Prova',
  type: 'CELIAC' as const,
  code: 'BD202611-00000001',
  month: '2026-11-01',
  status: 'ENABLED' as const,
  initialAmount: 90,
  residualAmount: 40,
};
const ONE_ROW = { page: 0, pageSize: 10, totalCount: 1, totalPages: 1 };

function menuTexts(): (string | null)[] {
  const menu = within(screen.getByRole('navigation', { name: 'Menu principale' }));
  return menu.getAllByRole('link', { hidden: true }).map((link) => link.textContent);
}

const OF_PATIENTS = ['Assistiti', 'Pratiche', 'Buoni', 'Registro degli accessi'];
const OF_MONEY = ['Chiusure mensili', 'Spesa'];
const OF_OFFICE = [...OF_PATIENTS, ...OF_MONEY];
const OF_REGION = [
  ...OF_PATIENTS,
  'Esercenti',
  'Anagrafica punti vendita',
  'Casse',
  'Prodotti',
  'Categorie',
  'Tipi di pratica',
  'Produttori',
  'Aziende sanitarie',
  'Utenti',
  'Importazioni',
  ...OF_MONEY,
];

test.each([
  ['of the region: everything', {}, OF_REGION],
  ['of an office: patients, who saw them, months and spending', { operatorAslId: 1 }, OF_OFFICE],
  ['of a server without the administration: nothing', { names: [] }, []],
] as const)('§6 menu of an operator %s', async (_, office, entries) => {
  renderOperator('/', office);
  await within(screen.getByRole('banner')).findByText('Gestore');
  await waitFor(() => expect(menuTexts()).toEqual(['Home', ...entries, 'Punti vendita', 'Supporto']));
});

test('rules §9 overview: the first page of an operator has what waits, each with where it is worked on', async () => {
  renderOperator('/', {
    handlers: [
      answer(readOverview, {
        overview: {
          month: '2026-11-01',
          spending: 1234.5,
          purchases: 61,
          monthsToClose: 3,
          oldestToClose: { aslId: 4, month: '2026-08-01' },
          mismatches: 2,
          findings: 0,
          lockedPins: 1,
          importsToStart: 5,
        },
      }),
    ],
  });
  const main = within(await screen.findByRole('main'));
  const figure = async (label: string) => {
    const tile = (await main.findByText(label)).parentElement;
    return [tile?.querySelector('dd')?.textContent, tile?.querySelector('a')?.getAttribute('href')];
  };
  expect(await figure('Spesa di 11/2026')).toEqual([
    '1.234,50\u00A0€',
    '/gestione/spesa?monthStart=2026-11-01&monthEnd=2026-11-01',
  ]);
  expect(await figure('Mesi da chiudere')).toEqual(['3', '/gestione/chiusure?aslId=4&month=2026-08-01']);
  expect(await figure('Da verificare in 10/2026')).toEqual(['2', '/gestione/chiusure?month=2026-10-01']);
  expect(await figure('Assistiti con il PIN bloccato')).toEqual(['1', undefined]);
  expect(await figure('Importazioni da avviare')).toEqual(['5', '/gestione/importazioni']);
});

test('design §5 menu of an operator: what belongs together opens below one title, by keyboard too', async () => {
  const { user } = renderOperator('/');
  const menu = within(screen.getByRole('navigation', { name: 'Menu principale' }));
  const title = await menu.findByRole('button', { name: 'Anagrafiche', hidden: true });
  expect(title).toHaveAttribute('aria-expanded', 'false');
  title.focus();
  await user.keyboard('{Enter}{Tab}');
  expect(menu.getByRole('link', { name: 'Esercenti', hidden: true })).toHaveFocus();
  await user.keyboard('{Escape}');
  expect(title).toHaveFocus();
  expect(title).toHaveAttribute('aria-expanded', 'false');
  await user.click(title);
  await user.click(await menu.findByRole('link', { name: 'Esercenti', hidden: true }));
  await waitFor(() => expect(window.location.pathname).toBe('/gestione/business'));
  expect(title).toHaveAttribute('aria-expanded', 'false');
});

test.each([
  ['an operator on the screens of others', () => renderOperator('/ricerca-assistiti')],
  ['an office on the screens of the region', () => renderOperator('/gestione/business', { operatorAslId: 1 })],
  ['a shop on those of operators', () => renderPortal('/gestione/business', { as: 'BUSINESS' })],
  ['a health authority on those of operators', () => renderPortal('/gestione/assistiti', { as: 'ASL' })],
])('§6 an empty page: %s', async (_, open) => {
  open();
  expect(await screen.findByRole('heading', { name: 'Pagina non disponibile per questo profilo' })).toBeInTheDocument();
  expect(screen.getByRole('main').textContent).toBe('Pagina non disponibile per questo profilo');
});

test('design §2 a rendered list says what is disabled, and downloads what it is searched for', async () => {
  const downloads: unknown[] = [];
  const { user } = renderOperator('/gestione/business', {
    handlers: [
      answer(adminBusinesses.calls.search, { rows: [BUSINESS], pagination: ONE_ROW }),
      answer(adminBusinesses.calls.exportRows, ({ query }) => {
        downloads.push(query);
        return { fileName: 'business.csv', mimeType: 'text/csv', base64: btoa('a;b') };
      }),
    ],
  });
  expect((await screen.findByText('Farmacia Nuraghe')).closest('tr')).toHaveTextContent('Disabilitato');
  await user.type(screen.getByRole('textbox', { name: 'Ragione sociale' }), 'Farm{Enter}');
  await waitFor(() => expect(window.location.search).toContain('Farm'));
  await user.click(await screen.findByRole('button', { name: 'Esporta CSV' }));
  await waitFor(() => expect(downloads).toEqual([{ companyName: 'Farm', sort: 'companyName,asc' }]));
});

test('rules §9 export of personal data: it wants the search of the list, says how many rows it has, and asks', async () => {
  const exported: unknown[] = [];
  const calls = [adminPatients.calls.search, adminPatients.calls.exportRows].map(({ name }) => name);
  const formats = { [adminPatients.calls.exportRows.name]: ['xlsx'] };
  const { user } = renderOperator('/gestione/assistiti', {
    handlers: [
      answer(readFeatures, { features: { sorts: {}, filters: {}, calls, formats } }),
      answer(adminPatients.calls.search, {
        rows: [PATIENT],
        pagination: { ...ONE_ROW, totalCount: 1234, totalPages: 124 },
      }),
      answer(adminPatients.calls.exportRows, ({ body }) => {
        exported.push(body);
        return { fileName: 'assistiti.csv', mimeType: 'text/csv', base64: btoa('a;b') };
      }),
    ],
  });
  const button = await screen.findByRole('button', { name: 'Esporta CSV' });
  expect(button).toBeDisabled();
  await user.type(await screen.findByRole('textbox', { name: 'Codice fiscale' }), 'RSSMRA{Enter}');
  await waitFor(() => expect(button).toBeEnabled());
  await user.click(button);
  const dialog = within(await screen.findByRole('dialog', { name: 'Esportare dati personali?' }));
  expect(dialog.getByText(/^L'esportazione contiene 1\.234 righe\. Resta scritta nel registro/)).toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Annulla' }));
  expect(exported).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Esporta per Excel' }));
  await user.click(dialog.getByRole('button', { name: 'Esporta' }));
  await waitFor(() => expect(exported).toEqual([{ fiscalCode: 'RSSMRA', sort: 'lastName,asc', format: 'xlsx' }]));
});

async function meetConflict() {
  const stored = { ...BUSINESS, phone: '070999', version: 4 };
  const sent: unknown[] = [];
  let isChanged = false;
  const { user } = renderOperator('/gestione/business/7/modifica', {
    handlers: [
      answer(adminBusinesses.calls.search, { rows: [], pagination: { ...ONE_ROW, totalCount: 0 } }),
      answer(adminBusinesses.calls.read, () => ({ row: isChanged ? stored : BUSINESS })),
      refuse(adminBusinesses.calls.update, 'VERSION_CONFLICT'),
    ],
  });
  const name = await screen.findByRole('textbox', { name: 'Ragione sociale' });
  await waitFor(() => expect(name).toHaveValue('Farmacia Nuraghe'));
  isChanged = true;
  await user.clear(name);
  await user.type(name, 'Farmacia Torre');
  await user.click(screen.getByRole('button', { name: 'Salva' }));
  const dialog = await screen.findByRole('dialog', { name: 'Dati modificati nel frattempo' });
  const rows = await within(dialog).findAllByRole('row');
  expect(
    rows.slice(1).map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ),
  ).toEqual([
    ['Ragione sociale', 'Farmacia Torre', 'Farmacia Nuraghe'],
    ['Telefono', 'Non modificato: resta il dato salvato', '070999'],
  ]);
  network.use(
    answer(adminBusinesses.calls.update, ({ body }) => {
      sent.push(body);
      return { row: stored };
    }),
  );
  return { user, dialog, sent, name };
}

test('design §2 two edit one record: the second sees both versions, and may keep what it has changed itself', async () => {
  const { user, dialog, sent } = await meetConflict();
  await user.click(within(dialog).getByRole('button', { name: 'Mantieni le mie modifiche' }));
  await waitFor(() => expect(window.location.pathname).toBe('/gestione/business'));
  expect(sent).toMatchObject([{ companyName: 'Farmacia Torre', phone: '070999', version: 4 }]);
});

test('design §2 two edit one record: the second may take what is stored', async () => {
  const { user, dialog, sent, name } = await meetConflict();
  await user.click(within(dialog).getByRole('button', { name: 'Usa i dati salvati' }));
  await waitFor(() => expect(name).toHaveValue('Farmacia Nuraghe'));
  expect(screen.getByRole('textbox', { name: 'Telefono' })).toHaveValue('070999');
  expect(sent).toEqual([]);
});

test('design §2 nothing of a confidential resource is in the address, and a reload leads to its list', async () => {
  const searches: unknown[] = [];
  const handlers = [
    answer(adminPatients.calls.search, ({ body }) => {
      searches.push(body);
      return { rows: [PATIENT], pagination: ONE_ROW };
    }),
    answer(adminPatients.calls.read, ({ params }) => {
      expect(params).toEqual({ id: 31 });
      return { row: PATIENT };
    }),
  ];
  const { user, unmount } = renderOperator('/gestione/assistiti', { handlers });
  expect(await screen.findByText('Indica almeno un criterio di ricerca')).toBeVisible();
  expect(searches).toEqual([]);
  await user.type(await screen.findByRole('textbox', { name: 'Cognome' }), 'Rossi{Enter}');
  await waitFor(() => expect(searches.at(-1)).toMatchObject({ lastName: 'Rossi', page: 0 }));
  expect(window.location.search).toBe('');
  await user.click(await screen.findByRole('link', { name: /^Apri/ }));
  await waitFor(() => expect(window.location.pathname + window.location.search).toBe('/gestione/assistiti/scheda'));
  await waitFor(() => expect(screen.getByText('01/01/1980')).toBeVisible());
  expect(JSON.stringify(window.history.state)).not.toMatch(/Rossi|:31\b/);
  expect(JSON.stringify([sessionStorage, localStorage])).not.toContain('Rossi');

  window.history.back();
  expect(await screen.findByRole('textbox', { name: 'Cognome' })).toHaveValue('Rossi');

  unmount();
  window.history.replaceState({ usr: { opened: 'of a page before' } }, '');
  renderOperator('/gestione/assistiti/scheda', { handlers });
  expect(await screen.findByRole('heading', { level: 1, name: 'Assistiti' })).toBeVisible();
  expect(window.location.pathname).toBe('/gestione/assistiti');
});

test.each(['scheda', 'modifica'])('design §2 after a reload of %s the list says what to do', async (path) => {
  renderOperator(`/gestione/assistiti/${path}`);
  const hint = 'Ricaricando la pagina i dati aperti si chiudono: ripeti la ricerca per riaprirli';
  expect(await screen.findByText(hint)).toBeVisible();
});

test('design §2 a rendered form: a record is chosen by its name, and a price keeps every digit', async () => {
  const sent: unknown[] = [];
  const searches: unknown[] = [];
  const { user } = renderOperator('/gestione/prodotti/5/modifica', {
    handlers: [
      answer(adminProducts.calls.read, { row: PRODUCT }),
      answer(adminManufacturers.calls.search, ({ query: { ids, name } }) => {
        searches.push(name);
        const found = ids ? { manufacturerId: 2, name: 'Molino Sardo' } : { manufacturerId: 9, name: 'Forno Blu' };
        return { rows: [{ ...found, disabled: false, version: 1 }], pagination: ONE_ROW };
      }),
      answer(adminCategories.calls.search, { rows: [], pagination: { ...ONE_ROW, totalCount: 0 } }),
      answer(adminProducts.calls.search, { rows: [], pagination: { ...ONE_ROW, totalCount: 0 } }),
      answer(adminProducts.calls.update, ({ body }) => {
        sent.push(body);
        return { row: PRODUCT };
      }),
    ],
  });
  const price = await screen.findByRole('textbox', { name: 'Prezzo di riferimento' });
  await waitFor(() => expect(price).toHaveValue('1,2050'));
  expect(await screen.findByText('Molino Sardo')).toBeVisible();
  await user.clear(price);
  await user.type(price, '2,30');
  expect(price).toHaveValue('2,30');
  await user.type(screen.getByRole('combobox', { name: 'Produttore' }), 'For');
  await waitFor(() => expect(searches).toContain('For'));
  await user.click(await screen.findByTitle('Forno Blu'));
  await user.click(screen.getByRole('button', { name: 'Salva' }));
  await waitFor(() => expect(sent).toMatchObject([{ refPrice: 2.3, manufacturerId: 9, version: 1 }]));
});

test('design §2 a rendered form: the names of all that a record refers to come by one call', async () => {
  const businessIds = Array.from({ length: 40 }, (_, index) => index + 1);
  const asked: unknown[] = [];
  renderOperator('/gestione/utenti/8/modifica', {
    handlers: [
      answer(adminUsers.calls.read, {
        row: {
          userId: 8,
          username: 'catena',
          firstName: 'Anna',
          lastName: 'Melis',
          profile: 'BUSINESS',
          businessIds,
          businessNames: [],
          businessVats: [],
          disabled: false,
          version: 1,
        },
      }),
      answer(adminBusinesses.calls.search, ({ query }) => {
        asked.push(query);
        const rows = businessIds.map((businessId) => ({
          ...BUSINESS,
          businessId,
          companyName: `Bottega ${businessId}`,
        }));
        return { rows, pagination: { ...ONE_ROW, totalCount: rows.length } };
      }),
      answer(adminAsl.calls.search, { rows: [], pagination: { ...ONE_ROW, totalCount: 0 } }),
    ],
  });
  expect(await screen.findByText('Bottega 40')).toBeInTheDocument();
  expect(asked).toEqual([{ ids: businessIds, sort: 'companyName,asc', page: 0, size: 40 }]);
});

test('§2 an operator’s form: Annulla leads back to the list, and nothing is saved', async () => {
  const sent: unknown[] = [];
  const { user } = renderOperator('/gestione/business/7/modifica', {
    handlers: [
      answer(adminBusinesses.calls.search, { rows: [BUSINESS], pagination: ONE_ROW }),
      answer(adminBusinesses.calls.read, { row: BUSINESS }),
      answer(adminBusinesses.calls.update, ({ body }) => {
        sent.push(body);
        return { row: BUSINESS };
      }),
    ],
  });
  expect(await screen.findByRole('textbox', { name: 'Ragione sociale' })).toHaveValue('Farmacia Nuraghe');
  await user.click(screen.getByRole('button', { name: 'Annulla' }));
  expect(await screen.findByText('Farmacia Nuraghe')).toBeVisible();
  expect(window.location.pathname).toBe('/gestione/business');
  expect(sent).toEqual([]);
});

test.each([
  ['1,2,3', '«1,2,3»: Indica un prezzo maggiore di zero, con al massimo 6 decimali'],
  ['due euro', '«due euro»: Indica un prezzo maggiore di zero, con al massimo 6 decimali'],
  ['0', 'Indica un prezzo maggiore di zero, con al massimo 6 decimali'],
  ['1.250', '«1.250»: Si può leggere in due modi: scrivi 1,2500, oppure 1250,00'],
])('rules §11 a rendered form: %j is refused at its field, with what was typed: %s', async (typed, told) => {
  const { user } = renderOperator('/gestione/prodotti/nuovo', {
    handlers: [
      answer(adminManufacturers.calls.search, { rows: [], pagination: { ...ONE_ROW, totalCount: 0 } }),
      answer(adminCategories.calls.search, { rows: [], pagination: { ...ONE_ROW, totalCount: 0 } }),
      answer(adminProducts.calls.create, { row: PRODUCT }),
    ],
  });
  const price = await screen.findByRole('textbox', { name: 'Prezzo di riferimento' });
  await user.type(price, typed);
  await user.click(screen.getByRole('button', { name: 'Salva' }));
  await waitFor(() => expect(price).toHaveAccessibleDescription(expect.stringMatching(`(^|\\. )${told}$`) as string));
});

test('§5 a birth date in the future is refused at its field, in words', async () => {
  const { user } = renderOperator('/gestione/assistiti/nuovo');
  const birthDate = await screen.findByRole('textbox', { name: 'Data di nascita' });
  await user.type(birthDate, '01/01/2999');
  await user.click(screen.getByRole('button', { name: 'Salva' }));
  await waitFor(() => expect(birthDate).toHaveAccessibleDescription(/non può essere nel futuro/));
});

test('rules §10 the form of a patient tells what differs from the fiscal code, and refuses nothing', async () => {
  const { user } = renderOperator('/gestione/assistiti/nuovo');
  const birthDate = await screen.findByRole('textbox', { name: 'Data di nascita' });
  await user.type(birthDate, '02/01/1980');
  await user.type(screen.getByRole('textbox', { name: 'Codice fiscale' }), 'rss mra 80a01 b354w');
  expect(await screen.findByText(/^La data di nascita non corrisponde al codice fiscale/)).toBeVisible();
  expect(screen.queryByText(/^Il sesso non corrisponde/)).not.toBeInTheDocument();
  await user.clear(birthDate);
  await user.type(birthDate, '01/01/1980');
  await waitFor(() => expect(screen.queryByText(/non corrisponde al codice fiscale/)).not.toBeInTheDocument());
});

test('design §2 a rendered form: the place of a store is picked on the map, and follows what is typed', async () => {
  const { user } = renderOperator('/gestione/punti-vendita/nuovo', {
    handlers: [
      answer(listBusinesses, { businesses: [] }),
      answer(adminBusinesses.calls.search, { rows: [], pagination: { ...ONE_ROW, totalCount: 0 } }),
    ],
  });
  const latitude = await screen.findByRole('textbox', { name: 'Latitudine' });
  const longitude = screen.getByRole('textbox', { name: 'Longitudine' });
  const map = await screen.findByRole('application', { name: 'Mappa dei punti vendita' });
  expect(screen.queryByRole('button', { name: 'Il punto indicato' })).not.toBeInTheDocument();
  await user.type(latitude, '9,33');
  await user.type(longitude, '40,32');
  await user.click(screen.getByRole('button', { name: 'Salva' }));
  await waitFor(() => expect(latitude).toHaveAccessibleDescription('Indica una latitudine in Italia: da 35 a 48'));
  expect(longitude).toHaveAccessibleDescription('Indica una longitudine in Italia: da 6 a 19');
  await user.clear(latitude);
  await user.clear(longitude);
  await user.type(latitude, '40,32');
  await user.type(longitude, '9,33');
  expect(await within(map).findByRole('button', { name: 'Il punto indicato' })).toBeInTheDocument();
  // The second of two clicks, which zooms.
  fireEvent.click(map, { clientX: 0, clientY: 0, detail: 2 });
  expect(latitude).toHaveValue('40,32');
  fireEvent.click(map, { clientX: 0, clientY: 0, detail: 1 });
  await waitFor(() => expect(latitude).not.toHaveValue('40,32'));
  expect((latitude as HTMLInputElement).value).toMatch(/^\d\d,\d{1,6}$/);
});

test('design §2 a value that is taken says so at its field, in words', async () => {
  const { user } = renderOperator('/gestione/business/7/modifica', {
    handlers: [
      answer(adminBusinesses.calls.read, { row: BUSINESS }),
      refuse(adminBusinesses.calls.update, 'DUPLICATE', { field: 'vat' }),
    ],
  });
  const vat = await screen.findByRole('textbox', { name: 'Partita IVA' });
  await waitFor(() => expect(vat).toHaveValue(BUSINESS.vat));
  await user.click(screen.getByRole('button', { name: 'Salva' }));
  await waitFor(() => expect(vat).toHaveAccessibleDescription(/Valore già in uso$/));
});

test('§6 the page of a patient has vouchers, purchases, paper, PIN and changes; its fiscal code is in no address', async () => {
  const searches: unknown[] = [];
  const { user } = renderOperator('/gestione/assistiti', {
    handlers: [
      answer(adminPatients.calls.search, { rows: [PATIENT], pagination: ONE_ROW }),
      answer(adminPatients.calls.read, { row: PATIENT }),
      answer(adminPatients.calls.changes, {
        rows: [
          {
            at: '2026-11-20T10:00:00+01:00',
            action: 'ROW_CHANGED',
            userName: 'Elena Sartiglia',
            changes: [{ field: 'firstName' }, { field: 'otpMode', from: 'NONE', to: 'PIN' }],
          },
        ],
      }),
      answer(readPatientFile, {
        file: {
          purchases: [
            {
              purchaseId: 77,
              createTime: '2026-11-18T10:00:00+01:00',
              status: 'ACTIVE',
              itemsAmount: 12.5,
              voucherCode: VOUCHER.code,
              companyName: 'Farmacia Nuraghe',
              storeName: 'Nuraghe Centro',
            },
          ],
          purchaseCount: 60,
          sheets: [
            {
              number: 'C-0001',
              amount: 90,
              swapTime: '2026-11-18T10:00:00+01:00',
              voucherCode: VOUCHER.code,
              month: '2026-10-01',
            },
          ],
          pinAttempts: [{ companyName: 'Farmacia Nuraghe', failures: 5, lockedUntil: '2026-11-20T12:00:00+01:00' }],
        },
      }),
      answer(adminVouchers.calls.search, ({ body }) => {
        searches.push(body.fiscalCode);
        return { rows: [VOUCHER], pagination: ONE_ROW };
      }),
    ],
  });
  await user.type(await screen.findByRole('textbox', { name: 'Cognome' }), 'Rossi{Enter}');
  await user.click(await screen.findByRole('link', { name: /^Apri/ }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Mario Rossi' })).toBeVisible();
  const part = async (name: string) => within(await screen.findByRole('region', { name }));
  const voucher = (await part('Buoni')).getByRole('table');
  expect(await within(voucher).findByRole('row', { name: /BD202611-00000001 11\/2026/ })).toBeVisible();
  expect(within(voucher).getByRole('button', { name: 'Revoca' })).toBeVisible();
  const purchases = await part('Acquisti');
  expect(purchases.getByText('77').closest('tr')).toHaveTextContent('12,50 €');
  expect(purchases.getByText('I più recenti: 1/60.')).toBeVisible();
  expect((await part('Buoni cartacei convertiti')).getByText('C-0001')).toBeVisible();
  const pin = await part('Conferma e PIN');
  expect(pin.getByText(/^Bloccato fino al .* Farmacia Nuraghe$/)).toBeVisible();
  expect(pin.getByRole('button', { name: 'Rilascia PIN' })).toBeVisible();
  const change = (await (await part('Modifiche')).findByText('Elena Sartiglia')).closest('tr');
  expect(change).toHaveTextContent('NomeConferma degli acquisti: Senza PIN → Con PIN');
  expect(searches).toEqual([PATIENT.fiscalCode]);
  expect(window.location.href).not.toContain(PATIENT.fiscalCode);
  expect(JSON.stringify(window.history.state)).not.toContain(PATIENT.fiscalCode);
});

test('§2 an operator’s list: Cancella empties the fields, and searches for everything again', async () => {
  const searches: unknown[] = [];
  const { user } = renderOperator('/gestione/business', {
    handlers: [
      answer(adminBusinesses.calls.search, ({ query }) => {
        searches.push(query.companyName);
        return { rows: [BUSINESS], pagination: ONE_ROW };
      }),
    ],
  });
  const name = await screen.findByRole('textbox', { name: 'Ragione sociale' });
  await user.type(name, 'Nuraghe{Enter}');
  await waitFor(() => expect(searches).toEqual([undefined, 'Nuraghe']));
  await user.click(screen.getByRole('button', { name: 'Cancella' }));
  await waitFor(() => expect(searches.at(-1)).toBeUndefined());
  expect(name).toHaveValue('');
  expect(window.location.search).not.toContain('Nuraghe');
  await user.type(name, 'typed only');
  await user.click(screen.getByRole('button', { name: 'Cancella' }));
  expect(name).toHaveValue('');
});

test('§5 a health card on an operator’s list is searched for, wherever the focus is', async () => {
  const searches: unknown[] = [];
  renderOperator('/gestione/assistiti', {
    handlers: [
      answer(adminPatients.calls.search, ({ body }) => {
        searches.push(body.fiscalCode);
        return { rows: [PATIENT], pagination: ONE_ROW };
      }),
    ],
  });
  const fiscalCode = await screen.findByRole('textbox', { name: 'Codice fiscale' });
  await scanHere(PATIENT.fiscalCode);
  expect(await screen.findByText('01/01/1980')).toBeVisible();
  expect(fiscalCode).toHaveValue(PATIENT.fiscalCode);
  expect(searches).toEqual([PATIENT.fiscalCode]);
});

test('§5 a pack on an operator’s list of products is searched for; in the form it fills in its code, and saves nothing', async () => {
  const searches: unknown[] = [];
  const { unmount } = renderOperator('/gestione/prodotti', {
    handlers: [
      answer(adminProducts.calls.search, ({ query }) => {
        searches.push(query.ean1);
        return { rows: [PRODUCT], pagination: ONE_ROW };
      }),
    ],
  });
  await screen.findByRole('textbox', { name: 'EAN' });
  await scanHere(PRODUCT.ean1);
  await waitFor(() => expect(searches.at(-1)).toBe(PRODUCT.ean1));
  unmount();

  renderOperator('/gestione/prodotti/nuovo');
  const field = await screen.findByRole('textbox', { name: 'EAN' });
  field.focus();
  for (const [code, ean] of [
    [PRODUCT.ean1, PRODUCT.ean1],
    ['2123456008760', '2123456000009'],
  ] as const) {
    await scanHere(code);
    expect(field).toHaveValue(ean);
  }
  await scanHere('0F5LH1');
  expect(screen.getByRole('textbox', { name: /farmacia/i })).toHaveValue('A013814241');
  expect(field).toHaveValue('2123456000009');
});

test('§2 an operator’s path that is no screen is not found', async () => {
  renderOperator('/gestione/nessuna');
  expect(await screen.findByRole('heading', { name: 'Pagina non trovata!' })).toBeInTheDocument();
});

test('§6 a district office opens dossiers of its own authority, which it does not choose', async () => {
  const sent: unknown[] = [];
  const row = {
    dossierId: 1,
    patientId: 31,
    patientName: 'Rossi Mario',
    fiscalCode: PATIENT.fiscalCode,
    aslId: 4,
    aslName: 'ASL di Prova',
    type: 'CELIAC' as const,
    status: 'APPROVED' as const,
    version: 1,
  };
  const searches: unknown[] = [];
  const { user } = renderOperator('/gestione/pratiche/nuovo', {
    operatorAslId: 4,
    handlers: [
      answer(adminPatients.calls.search, ({ body }) => {
        searches.push(body.fiscalCode);
        return { rows: [PATIENT], pagination: ONE_ROW };
      }),
      answer(adminPatients.calls.read, { row: PATIENT }),
      answer(adminDossiers.calls.search, { rows: [], pagination: { ...ONE_ROW, totalCount: 0 } }),
      answer(adminDossiers.calls.create, ({ body }) => {
        sent.push(body);
        return { row };
      }),
    ],
  });
  const patient = await screen.findByRole('combobox', { name: 'Assistito (codice fiscale)' });
  await user.type(patient, 'RSSMR');
  expect(await screen.findByText('Digita più caratteri: almeno 6')).toBeInTheDocument();
  await user.type(patient, 'A');
  await waitFor(() => expect(searches).toEqual(['RSSMRA']));
  await user.keyboard('{Escape}');
  await user.click(patient);
  expect(searches).toEqual(['RSSMRA']);
  await user.type(patient, 'RSSMRA');
  await user.click(await screen.findByTitle('Rossi Mario RSSMRA80A01H501U'));
  expect(screen.queryByRole('combobox', { name: 'Azienda sanitaria' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('combobox', { name: 'Tipo pratica' }));
  await user.click(await screen.findByTitle('Celiachia'));
  await user.click(screen.getByRole('button', { name: 'Salva' }));
  await waitFor(() => expect(sent).toMatchObject([{ patientId: 31, aslId: 4, type: 'CELIAC' }]));
});

test('design §5 a form marks what is needed, has fields with what they depend on, and a new record opens its page', async () => {
  const sent: unknown[] = [];
  const row = { userId: 9, username: 'anna', firstName: 'Anna', lastName: 'Melis', profile: 'ASL' as const, aslId: 4 };
  const { user } = renderOperator('/gestione/utenti/nuovo', {
    handlers: [
      answer(adminAsl.calls.search, {
        rows: [{ aslId: 4, code: '104', name: 'ASL di Prova', version: 1 }],
        pagination: ONE_ROW,
      }),
      answer(adminUsers.calls.create, ({ body }) => {
        sent.push(body);
        return { row: { ...row, businessIds: [], businessNames: [], businessVats: [], disabled: false, version: 1 } };
      }),
      answer(adminUsers.calls.read, {
        row: { ...row, businessIds: [], businessNames: [], businessVats: [], disabled: false, version: 1 },
      }),
    ],
  });
  const username = await screen.findByRole('textbox', { name: 'Nome utente' });
  expect(username).toHaveAttribute('aria-required', 'true');
  expect(screen.queryByRole('combobox', { name: 'Azienda sanitaria' })).not.toBeInTheDocument();
  await user.type(username, 'anna');
  await user.type(screen.getByRole('textbox', { name: 'Nome' }), 'Anna');
  await user.type(screen.getByRole('textbox', { name: 'Cognome' }), 'Melis');
  await user.click(screen.getByRole('combobox', { name: 'Profilo' }));
  await user.click(await screen.findByTitle('Esercente'));
  await screen.findByRole('combobox', { name: 'Esercenti' });
  expect(screen.getByText('Esercenti', { selector: 'label' })).toHaveTextContent('Esercenti *');
  await user.click(screen.getByRole('combobox', { name: 'Profilo' }));
  await user.click(await screen.findByTitle('Azienda sanitaria'));
  expect(screen.queryByRole('combobox', { name: 'Esercenti' })).not.toBeInTheDocument();
  await user.click(await screen.findByRole('combobox', { name: 'Azienda sanitaria' }));
  await user.click(await screen.findByTitle('ASL di Prova'));
  await user.click(screen.getByRole('button', { name: 'Salva' }));
  await waitFor(() => expect(window.location.pathname).toBe('/gestione/utenti/9'));
  expect(sent).toEqual([{ username: 'anna', firstName: 'Anna', lastName: 'Melis', profile: 'ASL', aslId: 4 }]);
});

test('design §5 who leaves a form with something typed is asked by the portal, not by the browser', async () => {
  const { user } = renderOperator('/gestione/produttori/nuovo', {
    handlers: [answer(adminManufacturers.calls.search, { rows: [], pagination: { ...ONE_ROW, totalCount: 0 } })],
  });
  await user.type(await screen.findByRole('textbox', { name: 'Nome' }), 'Molino');
  await user.click(screen.getByRole('button', { name: 'Annulla' }));
  const question = within(await screen.findByRole('dialog', { name: 'Lasciare la pagina?' }));
  expect(window.location.pathname).toBe('/gestione/produttori/nuovo');
  await user.click(question.getByRole('button', { name: 'Lascia la pagina' }));
  await waitFor(() => expect(window.location.pathname).toBe('/gestione/produttori'));
});
