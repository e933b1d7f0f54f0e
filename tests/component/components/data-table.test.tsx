import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { TablePaginationConfig, TableProps } from 'antd';
import { Suspense, use, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { money } from '#contract/rules/money.ts';
import type { Column } from '#src/components/table/column.ts';
import { DataTable } from '#src/components/table/data-table.tsx';
import { currentAlerts, dismissAllAlerts } from '#src/providers/notifications/alert-store.ts';
import { renderScreen } from '../render-screen.tsx';
import { setNetwork } from '../set-network.ts';

interface Row {
  readonly id: number;
  readonly name?: string;
  readonly isCancelled?: boolean;
}

const rowsOf = (count: number): Row[] => Array.from({ length: count }, (_, index) => ({ id: index + 1 }));
const bodyRows = () => screen.getAllByRole('row').slice(1);

const columns: readonly Column<Row>[] = [
  { kind: 'number', key: 'id', title: 'N.', value: ({ id }) => id },
  { kind: 'text', key: 'name', title: 'Nome', value: ({ name }) => name },
];

interface ServerPage {
  readonly pagination: TablePaginationConfig & { readonly hasMore?: boolean };
  readonly pageSizes?: readonly number[];
  readonly onChange?: (page: number | undefined, pageSize: number | undefined) => void;
}

/** Renders a table of all rows, or of one page of a server's rows. */
async function renderTable(rows: readonly Row[], page?: ServerPage, shown: readonly Column<Row>[] = columns) {
  return renderScreen(
    <DataTable
      label="Prova"
      columns={shown}
      rowKey={({ id }) => String(id)}
      tableProps={{
        dataSource: rows,
        ...(page && {
          pagination: page.pagination,
          onChange: ({ current, pageSize }) => page.onChange?.(current, pageSize),
        }),
      }}
      {...(page?.pageSizes && { pageSizes: page.pageSizes })}
      showsTotal={page !== undefined}
      isStruckOut={({ isCancelled }) => isCancelled === true}
    />,
    { texts: ['table'] },
  );
}

test('§2 data table: on a phone a time needs no label, and one that is not there has it', async () => {
  const at: Column<Row> = {
    kind: 'date',
    key: 'at',
    title: 'Ultimo accesso',
    shows: 'instant',
    value: ({ id }) => (id === 1 ? '2026-07-01T08:00:00Z' : undefined),
  };
  await renderTable(rowsOf(2), undefined, [...columns, at]);
  const labels = bodyRows().map((row) => within(row).getAllByRole('cell').at(-1)?.dataset.label);
  expect(labels).toEqual([undefined, 'Ultimo accesso']);
});

test('§2 data table: every kind of column, hidden ones left out', async () => {
  const onAction = vi.fn();
  const { user } = await renderTable([{ id: 1234, name: 'Pane' }], undefined, [
    ...columns,
    { kind: 'number', key: 'hidden', title: 'Nascosta', hidden: true, value: () => 77 },
    { kind: 'chip', key: 'chip', title: 'Stato', value: () => ({ label: 'Valido', tone: 'good' }) },
    { kind: 'date', key: 'day', title: 'Giorno', shows: 'day', value: () => '2026-07-01' },
    { kind: 'date', key: 'instant', title: 'Ora', shows: 'instant', value: () => '2026-07-01T10:00:00Z' },
    { kind: 'currency', key: 'total', title: 'Totale', shows: 'total', value: () => money('-1234.5') },
    { kind: 'currency', key: 'price', title: 'Prezzo', shows: 'unitPrice', value: () => money('0.123456') },
    { kind: 'object', key: 'object', title: 'Oggetto', render: ({ id }) => <em>{`n. ${id}`}</em> },
    { kind: 'action', key: 'act', title: 'Azione', icon: <i />, label: () => 'Elimina Pane', onAction },
  ]);
  for (const text of [
    '1.234',
    'Pane',
    'Valido',
    '01/07/2026',
    '01/07/2026 12:00:00',
    '-1.234,50 €',
    '0,123456 €',
    'n. 1234',
  ]) {
    expect(screen.getByText(text)).toBeVisible();
  }
  expect(screen.queryByText('Nascosta')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Elimina Pane' }));
  expect(onAction).toHaveBeenCalledWith({ id: 1234, name: 'Pane' });
});

test('§2 data table: a code is in one piece, with its hyphen', async () => {
  await renderTable([{ id: 1, name: '208-H118' }], undefined, [
    { kind: 'text', key: 'name', title: 'Distretto', value: ({ name }) => name, isCode: true },
  ]);
  expect(screen.getByText('208-H118').className).toContain('code');
});

test("§2 data table: a row's button does what its column does by now, to the row as it is by now", async () => {
  const done: string[] = [];
  function Counted() {
    const [count, setCount] = useState(0);
    const action: Column<Row> = {
      kind: 'action',
      key: 'open',
      title: 'Apri',
      icon: null,
      label: ({ id }) => `Apri ${id}`,
      onAction: ({ name }) => {
        done.push(`${count} ${name}`);
        setCount(count + 1);
      },
    };
    const rows = [{ id: 1, name: `Pane ${count}` }];
    return (
      <DataTable label="Prova" columns={[action]} rowKey={({ id }) => String(id)} tableProps={{ dataSource: rows }} />
    );
  }
  const { user } = await renderScreen(<Counted />, { texts: ['table'] });
  await user.click(screen.getByRole('button', { name: 'Apri 1' }));
  await user.click(screen.getByRole('button', { name: 'Apri 1' }));
  expect(done).toEqual(['0 Pane 0', '1 Pane 1']);
});

test('§2 data table: the empty message', async () => {
  await renderTable([]);
  expect(screen.getByText('Nessun elemento da visualizzare')).toBeVisible();
});

test('§2 data table: a cancelled row is struck out, another is not', async () => {
  await renderTable([
    { id: 1, isCancelled: true },
    { id: 2, isCancelled: false },
  ]);
  expect(bodyRows()[0]?.className).toMatch(/struckOut/);
  expect(bodyRows()[1]?.className).not.toMatch(/struckOut/);
});

test('§9 data table: client paging, 5 rows per page by default', async () => {
  const { user } = await renderTable(rowsOf(12));
  expect(bodyRows()).toHaveLength(5);
  expect(screen.getByRole('button', { name: 'Pagina 1' })).toHaveAttribute('aria-current', 'page');
  expect(screen.getByRole('button', { name: 'Pagina precedente' })).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Pagina 3' }));
  expect(bodyRows()).toHaveLength(2);
  expect(within(bodyRows()[0] ?? document.body).getByText('11')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Pagina successiva' })).toBeDisabled();
});

function Shrinking() {
  const [count, setCount] = useState(6);
  return (
    <>
      <button type="button" onClick={() => setCount(5)}>
        delete
      </button>
      <DataTable
        label="Prova"
        columns={columns}
        rowKey={({ id }) => String(id)}
        tableProps={{ dataSource: rowsOf(count) }}
      />
    </>
  );
}

test('§2 data table: a page that is no longer there gives way to the last one', async () => {
  const { user } = await renderScreen(<Shrinking />, { texts: ['table'] });
  await user.click(screen.getByRole('button', { name: 'Pagina 2' }));
  expect(bodyRows()).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'delete' }));
  expect(bodyRows()).toHaveLength(5);
});

test('§2 pager: server paging asks for the page, total and per-page dropdown', async () => {
  const onChange = vi.fn();
  const { user } = await renderTable(rowsOf(5), {
    pagination: { current: 2, pageSize: 5, total: 23 },
    pageSizes: [5, 10, 20],
    onChange,
  });
  expect(screen.getByText('Totale elementi: 23')).toBeVisible();
  expect(screen.getByText('5/pagina')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Pagina successiva' }));
  expect(onChange).toHaveBeenLastCalledWith(3, 5);
});

test('§2 details: rows that are pressed one after the other are all open, and one pressed twice is closed, while they are drawn', async () => {
  let draw: () => void = () => undefined;
  const drawn = new Promise<void>((resolve) => {
    draw = resolve;
  });
  function Details({ id }: { readonly id: number }) {
    use(drawn);
    return <p>Dettagli di {id}</p>;
  }
  await renderScreen(
    <Suspense>
      <DataTable
        label="Prova"
        columns={columns}
        rowKey={({ id }) => String(id)}
        tableProps={{ dataSource: rowsOf(3) }}
        details={{ title: 'Dettagli', label: ({ id }) => `Apri ${id}`, render: ({ id }) => <Details id={id} /> }}
      />
    </Suspense>,
  );
  // Presses alone: with the hover of a pointer React shows the fallback of what waits; the portal's details never wait.
  for (const id of [1, 2, 2, 3]) fireEvent.click(screen.getByRole('button', { name: `Apri ${id}` }));
  expect(screen.queryAllByText(/^Dettagli di/)).toEqual([]);
  draw();
  const texts = (await screen.findAllByText(/^Dettagli di/)).map((text) => text.textContent);
  expect(texts).toEqual(['Dettagli di 1', 'Dettagli di 3']);
});

test('§9 pager: the total and the number of pages are in the Italian format, from four digits on', async () => {
  await renderTable(rowsOf(5), { pagination: { current: 1001, pageSize: 5, total: 6174 } });
  expect(screen.getByText('Totale elementi: 6.174')).toBeVisible();
  expect(screen.getByText('1.001 / 1.235')).toBeVisible();
});

test('rules §1 counts: where nobody has counted all, the pager says so and leads on', async () => {
  const onChange = vi.fn();
  const pagination = { current: 2000, pageSize: 5, total: 10_000, hasMore: true };
  const { user } = await renderTable(rowsOf(5), { pagination, onChange });
  expect(screen.getByText('Totale elementi: oltre 10.000')).toBeVisible();
  expect(screen.getByText('2.000 / oltre 2.000')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Pagina successiva' }));
  expect(onChange).toHaveBeenLastCalledWith(2001, 5);
  await user.type(screen.getByRole('textbox', { name: 'Vai alla pagina' }), '9000{Enter}');
  expect(onChange).toHaveBeenLastCalledWith(9000, 5);
});

test('rules §1 counts: a page that is not there leads to the last one, which the server then tells', async () => {
  const onChange = vi.fn();
  await renderTable([], { pagination: { current: 9000, pageSize: 5, total: 10_003 }, onChange });
  await waitFor(() => expect(onChange).toHaveBeenLastCalledWith(2001, 5));
});

test('§9 pager: from 20 pages on a typed number leads there, one after the last to the last', async () => {
  const onChange = vi.fn();
  const { user } = await renderTable(rowsOf(5), { pagination: { current: 2, pageSize: 5, total: 500 }, onChange });
  const field = screen.getByRole('textbox', { name: 'Vai alla pagina' });
  await user.type(field, '17{Enter}');
  expect(onChange).toHaveBeenLastCalledWith(17, 5);
  await user.clear(field);
  await user.type(field, '900{Enter}');
  expect(onChange).toHaveBeenLastCalledWith(100, 5);
});

test('§2 data table: an empty one offers no order', async () => {
  const sortable = columns.map((column) => ({ ...column, sortable: true }));
  await renderTable([], undefined, sortable);
  expect(screen.getAllByRole('columnheader').map((head) => head.className)).not.toContainEqual(
    expect.stringContaining('has-sorters'),
  );
});

test('§2 details: a text selected elsewhere is no selection of a row, one of the row is', async () => {
  const onOpen = vi.fn<(row: Row) => void>();
  await renderScreen(
    <>
      <p>pane</p>
      <DataTable
        label="Prova"
        columns={columns}
        rowKey={({ id }) => String(id)}
        tableProps={{ dataSource: [{ id: 1, name: 'Pane' }] }}
        onOpen={onOpen}
      />
    </>,
    { texts: ['table'] },
  );
  const cell = screen.getByRole('cell', { name: 'Pane' });
  getSelection()?.selectAllChildren(cell);
  fireEvent.click(cell);
  expect(onOpen).not.toHaveBeenCalled();
  getSelection()?.selectAllChildren(screen.getByText('pane'));
  fireEvent.click(cell);
  expect(onOpen).toHaveBeenCalledWith({ id: 1, name: 'Pane' });
  getSelection()?.removeAllRanges();
});

test('§2 details: a click on a row opens them too, one on its button opens them once', async () => {
  const { user } = await renderScreen(
    <DataTable
      label="Prova"
      columns={columns}
      rowKey={({ id }) => String(id)}
      tableProps={{ dataSource: [{ id: 1, name: 'Pane' }] }}
      details={{ title: 'Dettagli', label: () => 'Apri', render: () => <p>Dettagli di Pane</p> }}
    />,
    { texts: ['table'] },
  );
  await user.click(screen.getByRole('button', { name: 'Apri' }));
  // The details are drawn after the pressed button.
  const details = await screen.findByText('Dettagli di Pane');
  expect(details).toBeVisible();
  await user.click(screen.getByRole('cell', { name: 'Pane' }));
  await waitFor(() => expect(details).not.toBeVisible());
});

test("design §5 offline: another page of the server's is refused in words, one of a list that is there is not", async () => {
  setNetwork(false);
  const onChange = vi.fn();
  const pagination = { current: 2, pageSize: 5, total: 12 };
  const { user, unmount } = await renderTable(rowsOf(5), { pagination, pageSizes: [5, 10], onChange });
  for (const name of ['Pagina precedente', 'Pagina 1', 'Pagina successiva']) {
    const button = screen.getByRole('button', { name });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    await user.click(button);
    expect(button).toHaveFocus();
  }
  await user.click(screen.getByRole('combobox'));
  await user.click(await screen.findByText('10/pagina'));
  expect(onChange).not.toHaveBeenCalled();
  expect(currentAlerts()).toHaveLength(1);
  unmount();
  dismissAllAlerts();

  await renderTable(rowsOf(6));
  await user.click(screen.getByRole('button', { name: 'Pagina successiva' }));
  expect(bodyRows()).toHaveLength(1);
  expect(currentAlerts()).toEqual([]);
});

test.each([
  [95, 'page numbers', 19, false],
  [96, 'current / total', 0, true],
] as const)('§9 pager: %i elements are shown as %s', async (total, _, numbers, isCompact) => {
  await renderTable(rowsOf(5), { pagination: { current: 1, pageSize: 5, total } });
  expect(screen.queryAllByRole('button', { name: /^Pagina \d+$/ })).toHaveLength(numbers);
  expect(screen.queryAllByText('1 / 20')).toHaveLength(isCompact ? 1 : 0);
});

const names = () => bodyRows().map((row) => row.querySelectorAll('td')[1]?.lastChild?.textContent);
const byName: readonly Column<Row>[] = [
  { kind: 'number', key: 'id', title: 'N.', value: ({ id }) => id },
  { kind: 'text', key: 'name', title: 'Nome', value: ({ name }) => name, sortable: true },
];

test('§2 data table: a click on a heading sorts all the rows, says so, and turns to the first page', async () => {
  const rows = ['pera', 'Èlia', 'ananas', 'zucca', 'dattero', 'fico'].map((name, id) => ({ id, name }));
  const { user } = await renderTable(rows, undefined, byName);
  const heading = screen.getByRole('columnheader', { name: 'Nome' });
  expect(heading).not.toHaveAttribute('aria-sort');
  await user.click(screen.getByRole('button', { name: 'Pagina 2' }));
  await user.click(heading);
  expect(heading).toHaveAttribute('aria-sort', 'ascending');
  expect(names()).toEqual(['ananas', 'dattero', 'Èlia', 'fico', 'pera']);
  await user.click(heading);
  expect(heading).toHaveAttribute('aria-sort', 'descending');
  expect(names()).toEqual(['zucca', 'pera', 'fico', 'Èlia', 'dattero']);
});

test.each([
  ['numbers', { kind: 'number', value: ({ id }: Row) => id }, ['2', '10']],
  ['amounts', { kind: 'currency', shows: 'total', value: ({ id }: Row) => money(String(id)) }, ['2', '10']],
  [
    'instants',
    {
      kind: 'date',
      shows: 'instant',
      value: ({ id }: Row) => (id === 2 ? '2026-01-01T00:30:00+01:00' : '2026-01-01T00:00:00Z'),
    },
    ['2', '10'],
  ],
] as const)('§2 data table: %s are sorted as what they are, and not as texts', async (_, column, sorted) => {
  const rows = [
    { id: 10, name: '10' },
    { id: 2, name: '2' },
  ];
  const { user } = await renderTable(rows, undefined, [
    { ...column, key: 'sorted', title: 'Ordine', sortable: true },
    { kind: 'text', key: 'name', title: 'Nome', value: ({ name }) => name },
  ]);
  await user.click(screen.getByRole('columnheader', { name: 'Ordine' }));
  expect(names()).toEqual(sorted);
});

test('design §2 data table: a server is asked for the order, from the first page on', async () => {
  const onChange = vi.fn();
  await renderScreen(
    <DataTable
      label="Prova"
      columns={byName}
      rowKey={({ id }) => String(id)}
      tableProps={{ dataSource: rowsOf(5), pagination: { current: 2, pageSize: 5, total: 12 }, onChange }}
      sorters={[{ field: 'name', order: 'asc' }]}
    />,
    { texts: ['table'] },
  ).then(({ user }) => user.click(screen.getByRole('columnheader', { name: 'Nome' })));
  expect(screen.getByRole('columnheader', { name: 'Nome' })).toHaveAttribute('aria-sort', 'ascending');
  const [page, , sorter] = onChange.mock.lastCall as Parameters<NonNullable<TableProps<Row>['onChange']>>;
  expect(page).toEqual({ current: 1, pageSize: 5 });
  expect(sorter).toMatchObject({ field: 'name', order: 'descend' });
});

test.each([
  ['a page beyond the last one', { current: 9, pageSize: 5, total: 12 }, [], [3, 5]],
  ['a size that is not offered', { current: 1, pageSize: 1000, total: 12 }, rowsOf(5), [1, 5]],
  ['what is no page', { current: 'x' as unknown as number, pageSize: 5, total: 12 }, rowsOf(5), [1, 5]],
] as const)('design §5 data table: %s, as of an old link, is put right', async (_, pagination, rows, wanted) => {
  const onChange = vi.fn();
  await renderTable(rows, { pagination, pageSizes: [5, 10], onChange });
  expect(onChange.mock.calls).toEqual([wanted]);
});
