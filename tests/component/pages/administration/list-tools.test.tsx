import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { adminManufacturers } from '#contract/admin/products.ts';
import { adminVouchers, revokeAdminVoucher } from '#contract/admin/vouchers.ts';
import { dialogTitled } from '../../dialogs.ts';
import { answer, refuse, respondWith } from '../../network.ts';
import { renderOperator } from './render-operator.tsx';

function mill(manufacturerId: number) {
  return { manufacturerId, name: `Molino ${manufacturerId}`, disabled: manufacturerId === 3, version: 5 };
}

const MILLS = [1, 2, 3].map(mill);
const pagination = { page: 0, pageSize: 10, totalCount: 3, totalPages: 1 };
const { search, exportRows, read, update } = adminManufacturers.calls;
/** What this browser has stored. */
const stored = (name: string) => JSON.parse(localStorage.getItem(name) ?? '{}') as object;
const FILE = { fileName: 'file.csv', mimeType: 'text/csv', base64: 'YQ==' };

test('rules §9 list: selected rows are disabled one after the other, those that are not already, after a question', async () => {
  const sent: unknown[] = [];
  const save = answer(update, ({ params, body }) => {
    sent.push({ ...params, ...body });
    return { row: mill(1) };
  });
  const { user } = renderOperator('/gestione/produttori', {
    handlers: [answer(search, { rows: MILLS, pagination }), save],
  });
  await user.click(await screen.findByRole('checkbox', { name: 'Seleziona: Molino 1' }));
  expect(screen.getByText('Righe selezionate: 1')).toBeVisible();
  await user.click(screen.getByRole('checkbox', { name: /Seleziona tutte le righe/ }));
  await user.click(await screen.findByRole('button', { name: 'Disabilita' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Disabilita' }));
  expect(dialog.getByText(/^Righe selezionate: 2\. .* Disabilitarle\?$/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Disabilita' }));
  await waitFor(() =>
    expect(sent).toEqual([1, 2].map((id) => ({ id, name: `Molino ${id}`, disabled: true, version: 5 }))),
  );
  await waitFor(() => expect(screen.queryByText(/^Righe selezionate/)).not.toBeInTheDocument());
});

test('rules §9 list: rows for which a command did not work stay selected, and their number is told', async () => {
  const rows = [11, 12].map((voucherId) => ({
    voucherId,
    dossierId: 1,
    patientId: 31,
    patientName: 'Rossi Mario',
    fiscalCode: 'RSSMRA80A01H501U',
    aslId: 4,
    aslName: 'ASL di Prova',
    type: 'CELIAC' as const,
    code: `BD-${voucherId}`,
    month: '2026-11-01',
    status: 'ENABLED' as const,
    initialAmount: 90,
    residualAmount: 40,
  }));
  const handlers = [
    answer(adminVouchers.calls.search, { rows, pagination: { ...pagination, totalCount: 2 } }),
    refuse(revokeAdminVoucher, 'VOUCHER_NOT_FOUND'),
  ];
  const { user } = renderOperator('/gestione/buoni', { handlers });
  await user.type(await screen.findByRole('textbox', { name: 'Codice fiscale' }), 'RSSMRA80A01H501U{Enter}');
  await user.click(await screen.findByRole('checkbox', { name: /^Seleziona: .*BD-12|Seleziona: BD-12/ }));
  await user.click(await screen.findByRole('button', { name: 'Revoca' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Revoca' }));
  expect(await screen.findByText(/restano selezionate: 1/)).toBeVisible();
  expect(screen.getByText('Righe selezionate: 1')).toBeVisible();
});

test('rules §9 list: a row whose change was refused is changed as it is by then, also from another page', async () => {
  const sent: number[] = [];
  const present = () => (sent.length === 0 ? mill(1) : { ...mill(1), name: 'Molino nuovo', version: 6 });
  const { user } = renderOperator('/gestione/produttori', {
    handlers: [
      answer(search, ({ query }) => ({
        rows: [query.page === 0 ? present() : mill(12)],
        pagination: { ...pagination, page: query.page ?? 0, totalCount: 12, totalPages: 2 },
      })),
      answer(read, () => ({ row: present() })),
      respondWith(update, async (request) => {
        const { version } = (await request.json()) as { version: number };
        sent.push(version);
        return version === 6
          ? HttpResponse.json({ data: { row: mill(1) }, status: {} })
          : HttpResponse.json({ error: { description: 'VERSION_CONFLICT' }, status: {} }, { status: 409 });
      }),
    ],
  });
  await user.click(await screen.findByRole('checkbox', { name: 'Seleziona: Molino 1' }));
  await user.click(screen.getByRole('button', { name: 'Pagina 2' }));
  await screen.findByText('Molino 12');
  const disable = async () => {
    // The closed dialog may still be there, behind the tools of the list.
    const [button = document.body] = await screen.findAllByRole('button', { name: 'Disabilita' });
    await user.click(button);
    await user.click(within(await dialogTitled('Disabilita')).getByRole('button', { name: 'Disabilita' }));
  };
  await disable();
  await screen.findByText(/restano selezionate: 1/);
  await disable();
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent).toEqual([5, 6]);
});

test('rules §9 list: of selected rows those alone are exported', async () => {
  const asked: unknown[] = [];
  const file = answer(exportRows, ({ query }) => {
    asked.push(query.ids);
    return FILE;
  });
  const { user } = renderOperator('/gestione/produttori', {
    handlers: [answer(search, { rows: MILLS, pagination }), file],
  });
  await user.click(await screen.findByRole('checkbox', { name: 'Seleziona: Molino 2' }));
  await user.click(screen.getByRole('button', { name: 'Esporta i selezionati' }));
  await waitFor(() => expect(asked).toEqual([[2]]));
});

test('design §5 list: columns and filters are kept in this browser for the user, and come again', async () => {
  const asked: unknown[] = [];
  const list = answer(search, ({ query }) => {
    asked.push(query.name);
    return { rows: MILLS, pagination };
  });
  const { user, unmount } = renderOperator('/gestione/produttori', { handlers: [list] });
  await user.type(await screen.findByRole('textbox', { name: 'Nome' }), 'Molino{Enter}');
  await user.click(screen.getByRole('button', { name: 'Filtri salvati' }));
  await user.type(screen.getByRole('textbox', { name: 'Nome del filtro' }), 'Mulini{Enter}');
  await user.click(screen.getByRole('button', { name: 'Colonne' }));
  await user.click(screen.getByRole('checkbox', { name: 'Stato' }));
  expect(screen.queryByRole('columnheader', { name: 'Stato' })).not.toBeInTheDocument();
  unmount();

  const again = renderOperator('/gestione/produttori', { handlers: [list] });
  await screen.findByRole('columnheader', { name: /^Nome/ });
  expect(screen.queryByRole('columnheader', { name: 'Stato' })).not.toBeInTheDocument();
  asked.length = 0;
  await again.user.click(screen.getByRole('button', { name: 'Filtri salvati' }));
  await again.user.click(screen.getByRole('button', { name: 'Mulini' }));
  await waitFor(() => expect(asked).toContain('Molino'));
});

test('design §5 list: what another tab keeps of columns and filters meanwhile stays, and is shown', async () => {
  const { user } = renderOperator('/gestione/produttori', { handlers: [answer(search, { rows: MILLS, pagination })] });
  await user.type(await screen.findByRole('textbox', { name: 'Nome' }), 'Molino{Enter}');
  const save = async (title: string) => {
    await user.type(screen.getByRole('textbox', { name: 'Nome del filtro' }), `${title}{Enter}`);
  };
  await user.click(screen.getByRole('button', { name: 'Filtri salvati' }));
  await save('Miei');
  const [filters = ''] = Object.keys(localStorage).filter((name) => name.startsWith('filters/'));
  const columns = filters.replace('filters/', 'columns/');
  // Not told yet: what is stored counts.
  localStorage.setItem(filters, JSON.stringify({ ...stored(filters), Altri: {} }));
  await save('Terzi');
  expect(Object.keys(stored(filters))).toEqual(['Miei', 'Altri', 'Terzi']);
  await user.click(screen.getByRole('button', { name: 'Elimina il filtro Miei' }));
  expect(Object.keys(stored(filters))).toEqual(['Altri', 'Terzi']);
  expect(screen.getByRole('button', { name: 'Altri' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Colonne' }));
  localStorage.setItem(columns, JSON.stringify(['disabled']));
  await user.click(screen.getByRole('checkbox', { name: 'Stato' }));
  expect(stored(columns)).toEqual(['disabled']);
  expect(screen.queryByRole('columnheader', { name: 'Stato' })).not.toBeInTheDocument();
  // Told: it is shown at once.
  localStorage.setItem(columns, '[]');
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: columns })));
  expect(screen.getByRole('columnheader', { name: 'Stato' })).toBeInTheDocument();
});

test('design §2 list of patients: no filter of theirs can be kept', async () => {
  renderOperator('/gestione/assistiti');
  expect(await screen.findByText('Indica almeno un criterio di ricerca')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Colonne' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Filtri salvati' })).not.toBeInTheDocument();
  expect(screen.queryByRole('table')).not.toBeInTheDocument();
});

test('design §5 list: an empty filter says that anything will do, also one that refers to records', async () => {
  renderOperator('/gestione/prodotti');
  const filters = within(await screen.findByRole('search'));
  expect(await filters.findByRole('combobox', { name: 'Produttore' })).toBeVisible();
  // Of maker, kind and whether it is disabled.
  expect(filters.getAllByText('Qualsiasi')).toHaveLength(3);
});

test('design §5 list: a click on a row opens it', async () => {
  const handlers = [answer(search, { rows: MILLS, pagination }), answer(read, { row: mill(2) })];
  const { user } = renderOperator('/gestione/produttori', { handlers });
  await user.click(await screen.findByRole('cell', { name: 'Molino 2' }));
  await waitFor(() => expect(window.location.pathname).toBe('/gestione/produttori/2'));
});
