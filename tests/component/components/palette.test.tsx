import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { searchAmcOrders } from '#contract/calls/amc-orders.ts';
import { switchBusiness } from '#contract/calls/authentication.ts';
import { listMyBusinesses } from '#contract/calls/businesses.ts';
import { readFeatures } from '#contract/calls/features.ts';
import { searchPatients } from '#contract/calls/patients.ts';
import { searchProducts } from '#contract/calls/products.ts';
import { searchPurchases } from '#contract/calls/purchases.ts';
import { addressed } from '#tests/support/filter-address.ts';
import { answer, answerRaw } from '../network.ts';
import { renderPortal } from '../render-portal.tsx';

const OPEN = '{Control>}k{/Control}';

test.each([
  ['by the key', (user: UserEvent) => user.keyboard(OPEN)],
  ['by the button', (user: UserEvent) => user.click(screen.getByRole('button', { name: /Cerca comandi/ }))],
])('design §5 palette: opened %s it takes what is typed', async (_how, open) => {
  const { user } = renderPortal('/support');
  await screen.findByRole('heading', { level: 1 });
  await open(user);
  const field = await screen.findByRole('combobox', { name: 'Comando o pagina' });
  await user.keyboard('supporto');
  expect(field).toHaveValue('supporto');
});

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
      'Supporto',
      'Dal buono cartaceo al buono elettronico',
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
  // Both changes happen before a search starts.
  for (const value of ['supporx', 'suppor']) fireEvent.change(field, { target: { value } });
  fireEvent.keyDown(field, { key: 'Enter' });
  await screen.findByRole('heading', { level: 1, name: 'Supporto' });
});

const EAN = '0036000291452';

test('§2 palette: a fiscal code goes to the patient search in memory, and never into the address', async () => {
  const asked: (string | undefined)[] = [];
  const { user } = renderPortal('/support', {
    as: 'BUSINESS',
    handlers: [
      answer(searchPatients, ({ query }) => {
        asked.push(query.fiscalCode);
        return { patients: [] };
      }),
    ],
  });
  await screen.findByText('Farmacia Rossi');
  fireEvent.change(await openPalette(user), { target: { value: 'rssmra80a01h501u' } });
  await waitFor(() => expect(names()).toContain("Cerca l'assistito RSSMRA80A01H501UDati"));
  await user.keyboard('{Enter}');
  await screen.findByRole('heading', { level: 1, name: 'Ricerca Assistiti' });
  await waitFor(() => expect(asked).toEqual(['RSSMRA80A01H501U']));
  expect(window.location.href).not.toMatch(/rssmra/i);

  // The button on the search field has focus.
  screen.getByRole('button', { name: 'Cancella' }).focus();
  fireEvent.change(await openPalette(user), { target: { value: 'vrdlgi80a01h501u' } });
  await waitFor(() => expect(names()[0]).toMatch(/VRDLGI80A01H501U/));
  await user.keyboard('{Enter}');
  expect(screen.getByRole('textbox', { name: 'Codice fiscale' })).toHaveFocus();
  await waitFor(() => expect(asked).toEqual(['RSSMRA80A01H501U', 'VRDLGI80A01H501U']));
});

function options(): HTMLElement[] {
  const list = within(screen.getByRole('dialog', { name: 'Cerca comandi' })).queryByRole('listbox');
  return list ? within(list).queryAllByRole('option') : [];
}

const told = () => within(screen.getByRole('dialog', { name: 'Cerca comandi' })).getByRole('status');

test('§2 palette: where no cart is filled an EAN tells the product, with the leading 0 that was left out', async () => {
  const { user } = renderPortal('/support', {
    as: 'BUSINESS',
    handlers: [
      answer(readFeatures, { features: FINDS_PURCHASES }),
      answer(searchProducts, ({ query }) => {
        const products = query.ean === EAN ? [{ productId: 5, name: 'Pane casereccio', ean1: EAN, refPrice: 2.5 }] : [];
        return { products, pagination: { page: 0, pageSize: 5, totalCount: products.length, totalPages: 1 } };
      }),
    ],
  });
  await screen.findByText('Farmacia Rossi');
  await user.type(await openPalette(user), EAN.slice(1));
  await waitFor(() =>
    expect(told()).toHaveTextContent(/^Pane casereccio · prezzo di riferimento 2,50\s€ · EAN 0036000291452$/),
  );
  // The text is no purchase or order number, so there is no option.
  expect(options()).toEqual([]);
});

const FINDS_PURCHASES = { sorts: {}, filters: { purchases: ['purchaseId'] }, calls: [] };
const ONE_ORDER = { page: 0, pageSize: 5, totalCount: 1, totalPages: 1 };
const ORDER = {
  amcOrderId: 12,
  orderDate: '2026-11-10T10:00:00+01:00',
  amount: 30,
  asl: { aslId: 2, name: 'ASL Nord' },
};

test('§2 palette: a number leads to the purchase and to the AMC order that bear it, each alone in its list', async () => {
  const { user } = renderPortal('/support', {
    as: 'BUSINESS',
    handlers: [
      answer(readFeatures, { features: FINDS_PURCHASES }),
      answer(searchAmcOrders, { orders: [ORDER], pagination: ONE_ORDER }),
    ],
  });
  await screen.findByText('Farmacia Rossi');
  await user.type(await openPalette(user), '12');
  await waitFor(() =>
    expect(names().map((name) => name?.replaceAll('\u00a0', ' '))).toEqual([
      'Acquisto n. 12Dati',
      'Ordine AMC n. 12 · 10/11/2026 · 30,00 €Dati',
    ]),
  );
  await user.keyboard('{ArrowDown}{Enter}');
  await screen.findByRole('heading', { level: 1, name: 'Riepilogo Ordini AMC' });
  expect(addressed(window.location.href)).toMatchObject({
    amcOrderId: '12',
    aslId: '2',
    dateStart: '2026-11-10',
    dateEnd: '2026-11-10',
  });
  await user.type(await openPalette(user), '12');
  await waitFor(() => expect(names()[0]).toMatch(/^Acquisto n. 12/));
  await user.keyboard('{Enter}');
  await screen.findByRole('heading', { level: 1, name: 'Storico acquisti' });
  expect(addressed(window.location.href)).toMatchObject({ purchaseId: '12' });
});

test('rules §4 palette: while a number is typed no purchase is read, for its patient would count as looked at', async () => {
  const asked: string[] = [];
  const { user } = renderPortal('/support', {
    as: 'BUSINESS',
    handlers: [
      answer(readFeatures, { features: FINDS_PURCHASES }),
      answer(searchPurchases, () => {
        asked.push('purchase');
        return { purchases: [], pagination: { page: 0, pageSize: 5, totalCount: 0, totalPages: 0 } };
      }),
      answer(searchAmcOrders, () => {
        asked.push('order');
        return { orders: [ORDER], pagination: ONE_ORDER };
      }),
    ],
  });
  await screen.findByText('Farmacia Rossi');
  await user.type(await openPalette(user), '12');
  await waitFor(() => expect(names()).toHaveLength(2));
  expect(asked).toEqual(['order']);
});

test('§2 palette: Enter never performs what was found for something typed before', async () => {
  const { user } = renderPortal('/support', {
    as: 'BUSINESS',
    handlers: [answer(searchAmcOrders, { orders: [ORDER], pagination: ONE_ORDER })],
  });
  await screen.findByText('Farmacia Rossi');
  const field = await openPalette(user);
  await user.type(field, '12');
  await waitFor(() => expect(names()[0]).toMatch(/^Ordine AMC n. 12/));
  // The change happens within the pause before a search.
  fireEvent.change(field, { target: { value: '123' } });
  expect(options()).toEqual([]);
  expect(told()).toHaveTextContent('Ricerca in corso…');
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(screen.getByRole('dialog', { name: 'Cerca comandi' })).toBeVisible();
  fireEvent.change(field, { target: { value: 'inglese' } });
  expect(names()[0]).toMatch(/^English/);
});

test('§2 palette: what is found late comes below what is chosen, and until then it says that it looks', async () => {
  let letGo: () => void = () => undefined;
  const { user } = renderPortal('/support', {
    as: 'BUSINESS',
    handlers: [
      answer(readFeatures, { features: FINDS_PURCHASES }),
      answer(searchAmcOrders, async () => {
        await new Promise<void>((resolve) => {
          letGo = resolve;
        });
        return { orders: [ORDER], pagination: ONE_ORDER };
      }),
    ],
  });
  await screen.findByText('Farmacia Rossi');
  await user.type(await openPalette(user), '12');
  await waitFor(() => expect(names()).toEqual(['Acquisto n. 12Dati']));
  expect(told()).toHaveTextContent('1 comandoRicerca in corso…');
  await waitFor(() => {
    letGo();
    expect(names()).toHaveLength(2);
  });
  expect(told()).toHaveTextContent(/^2 comandi$/);
  expect(options()[0]).toHaveAttribute('aria-selected', 'true');
});

test('rules §2 palette: a look-up that fails is said to have failed, not to have found nothing', async () => {
  const { user } = renderPortal('/support', {
    as: 'BUSINESS',
    handlers: [answerRaw(searchAmcOrders, { status: { trace: 'trace-9' } }, 503)],
  });
  await screen.findByText('Farmacia Rossi');
  await user.type(await openPalette(user), '12');
  await waitFor(() => expect(told()).toHaveTextContent(/^Ricerca dei dati non riuscita: riprova tra poco\.$/));
});

test('§6 palette: a health authority finds orders by their number, and neither patients nor purchases nor products', async () => {
  const asked: object[] = [];
  const { user } = renderPortal('/support', {
    as: 'ASL',
    handlers: [
      answer(searchAmcOrders, ({ query }) => {
        asked.push(query);
        return { orders: [], pagination: { page: 0, pageSize: 5, totalCount: 0, totalPages: 0 } };
      }),
    ],
  });
  await screen.findByText('ASL di Prova');
  const field = await openPalette(user);
  await user.type(field, 'rssmra80a01h501u');
  expect(await screen.findByText('Nessun comando corrisponde.')).toBeVisible();
  await user.clear(field);
  await user.type(field, '12345678');
  await waitFor(() => expect(asked).toMatchObject([{ amcOrderId: 12345678, aslId: 1 }]));
  expect(await screen.findByText('Nessun comando corrisponde.')).toBeVisible();
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
