import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { IMPORT_FILE_LIMIT } from '#contract/entities/admin/import.ts';
import { deleteImport, readImport, searchImports, startImport, uploadImport } from '#contract/calls/admin/imports.ts';
import type { CallReply } from '#contract/call.ts';
import { answer, network, refuse, respondWith } from '../../network.ts';
import { renderOperator } from './render-operator.tsx';

const PATH = '/gestione/importazioni';
type Row = CallReply<typeof readImport>['row'];

const CHECKED = {
  importId: 7,
  kind: 'patients',
  fileName: 'assistiti.csv',
  state: 'CHECKED',
  createTime: '2026-05-15T10:00:00.000+02:00',
  columns: ['fiscalCode', 'firstName', 'nota'],
  ignoredColumns: ['nota'],
  lines: 4,
  processed: 4,
  created: 2,
  changed: 1,
  unchanged: 0,
  refused: 1,
} satisfies Row;
const REFUSED = {
  line: 3,
  problems: [
    { field: 'fiscalCode', reason: 'REPEATED' as const, firstLine: 2 },
    { field: 'gender', reason: 'WORD' as const, words: ['M', 'F'] },
  ],
};

function list(...rows: Row[]) {
  return answer(searchImports, { rows, pagination: { page: 0, pageSize: 10, totalCount: rows.length, totalPages: 1 } });
}

async function sendFile(rows: Row[]) {
  let sent = 0;
  const last = rows.at(-1) ?? CHECKED;
  const { user } = renderOperator(PATH, {
    handlers: [
      list(CHECKED),
      respondWith(uploadImport, () => {
        sent += 1;
        return HttpResponse.json({ data: { row: { ...CHECKED, state: 'CHECKING' } }, status: { trace: 't' } });
      }),
      answer(readImport, () => {
        const row = rows.shift() ?? last;
        return {
          row,
          refusedLines: row.refused > 0 ? [REFUSED] : [],
        };
      }),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Invia e controlla' }));
  expect(await screen.findByText('Scegli un file')).toBeVisible();
  const field = () => screen.getByLabelText('File CSV o XLSX, al massimo 50 MB');
  const large = new File(['x'], 'tutti.csv', { type: 'text/csv' });
  Object.defineProperty(large, 'size', { value: IMPORT_FILE_LIMIT + 1 });
  await user.upload(field(), large);
  await user.click(screen.getByRole('button', { name: 'Invia e controlla' }));
  expect(await screen.findByText('il file supera 50 MB')).toBeVisible();
  expect(sent).toBe(0);
  await user.upload(field(), new File(['x'], 'assistiti.csv', { type: 'text/csv' }));
  expect(await screen.findByTitle('assistiti.csv')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Invia e controlla' }));
  const card = await screen.findByRole('region', { name: 'File assistiti.csv' });
  expect(sent).toBe(1);
  return { user, card: within(card) };
}

test('rules §10 importazioni: a file is sent, its progress shown until it is checked, with columns, counts and refused lines', async () => {
  const { card } = await sendFile([{ ...CHECKED, state: 'CHECKING', processed: 2, refused: 0 }, CHECKED]);
  expect(card.getByText('Righe elaborate: 2/4')).toBeVisible();
  expect(card.queryByRole('button')).not.toBeInTheDocument();
  expect(await card.findByText('Controllato: da avviare')).toBeVisible();
  expect(card.getByText('fiscalCode, firstName')).toBeVisible();
  expect(card.getByText('nota')).toBeVisible();
  expect(card.getByText('Da creare').nextSibling).toHaveTextContent('2');
  const reasons = 'fiscalCode: ripete una riga precedente (riga 2); gender: parola non ammessa (M, F)';
  expect(card.getByText(reasons)).toBeVisible();
  expect(card.getByRole('button', { name: 'Scarica le righe rifiutate' })).toBeVisible();
  expect(card.queryByRole('button', { name: 'Importa tutto o niente' })).not.toBeInTheDocument();
});

test('rules §10 importazioni: what is checked is imported on a click, and a refusal is told in its place', async () => {
  const { user, card } = await sendFile([CHECKED, { ...CHECKED, state: 'DONE' }]);
  const start = await card.findByRole('button', { name: 'Importa le righe corrette' });
  network.use(refuse(startImport, 'IMPORT_NOT_CHECKED'));
  await user.click(start);
  expect(await card.findByText('Il file non è in attesa di essere importato')).toBeVisible();
  const modes: string[] = [];
  const running: Row = { ...CHECKED, state: 'RUNNING' };
  network.use(
    answer(startImport, ({ body }) => {
      modes.push(body.mode);
      return { row: running };
    }),
  );
  await user.click(start);
  expect(await card.findByText('Importato')).toBeVisible();
  expect(modes).toEqual(['BATCH']);
  expect(card.getByText('Create')).toBeVisible();
});

test('rules §10 importazioni: a file that is not wanted is let go; one that could not be read says why', async () => {
  const { user, card } = await sendFile([CHECKED]);
  network.use(answer(deleteImport, { row: CHECKED }));
  await user.click(await card.findByRole('button', { name: 'Scarta il file' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'File assistiti.csv' })).not.toBeInTheDocument());
  const failed = { ...CHECKED, state: 'FAILED', refused: 0, failure: { reason: 'NOT_UTF8', line: 12 } } as const;
  network.use(answer(readImport, { row: failed, refusedLines: [] }));
  await user.click(screen.getByRole('button', { name: 'Apri assistiti.csv' }));
  expect(await screen.findByText(/^Il file non è stato importato: riga 12, il file non è in UTF-8/)).toBeVisible();
});

test('rules §10 importazioni: a column of another name is given its meaning in the preview, and the file is checked again', async () => {
  const { user, card } = await sendFile([{ ...CHECKED, freeColumns: ['lastName', 'gender'] }]);
  const asked: (string | null)[] = [];
  network.use(
    respondWith(uploadImport, ({ url }) => {
      asked.push(new URL(url).searchParams.get('columns'));
      return HttpResponse.json({ data: { row: { ...CHECKED, importId: 8 } }, status: { trace: 't' } });
    }),
    answer(deleteImport, { row: CHECKED }),
  );
  await user.click(await card.findByRole('combobox', { name: 'La colonna «nota» contiene' }));
  await user.click(await screen.findByTitle('lastName'));
  await user.click(card.getByRole('button', { name: 'Controlla di nuovo' }));
  await waitFor(() => expect(asked).toEqual(['3:lastName']));
});

test('rules §10 importazioni: what a column means is kept when another one is given its meaning, and the former check is let go', async () => {
  const columns = ['fiscalCode', 'nome', 'nome'];
  const { user, card } = await sendFile([
    { ...CHECKED, columns, ignoredColumns: ['nome', 'nome'], freeColumns: ['firstName', 'lastName'] },
    { ...CHECKED, importId: 8, columns, ignoredColumns: ['nome'], freeColumns: ['lastName'] },
  ]);
  const asked: (string | null)[] = [];
  const gone: unknown[] = [];
  network.use(
    respondWith(uploadImport, ({ url }) => {
      asked.push(new URL(url).searchParams.get('columns'));
      return HttpResponse.json({ data: { row: { ...CHECKED, importId: 8 } }, status: { trace: 't' } });
    }),
    answer(deleteImport, ({ params }) => {
      gone.push(params.id);
      return { row: CHECKED };
    }),
  );
  const [first] = await card.findAllByRole('combobox', { name: 'La colonna «nome» contiene' });
  if (first) await user.click(first);
  await user.click(await screen.findByTitle('firstName'));
  await user.click(card.getByRole('button', { name: 'Controlla di nuovo' }));
  await waitFor(() => expect(asked).toEqual(['2:firstName']));
  const again = within(await screen.findByRole('region', { name: 'File assistiti.csv' }));
  await waitFor(() => expect(again.getAllByRole('combobox')).toHaveLength(1));
  await user.click(again.getByRole('combobox', { name: 'La colonna «nome» contiene' }));
  await user.click((await screen.findAllByTitle('lastName')).at(-1) ?? document.body);
  await user.click(again.getByRole('button', { name: 'Controlla di nuovo' }));
  await waitFor(() => expect(asked.at(-1)).toBe('2:firstName,3:lastName'));
  expect(gone[0]).toBe(7);
});
