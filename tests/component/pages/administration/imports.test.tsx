import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import {
  deleteImport,
  IMPORT_FILE_LIMIT,
  readImport,
  searchImports,
  startImport,
  uploadImport,
} from '#contract/admin/imports.ts';
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
    { field: 'fiscalCode', value: 'RSSMRA80A01B354W', reason: 'REPEATED' as const, firstLine: 2 },
    { field: 'gender', value: 'X', reason: 'WORD' as const, words: ['M', 'F'] },
    { field: 'monthlyAmount', value: '1.250', reason: 'AMBIGUOUS' as const, words: ['1,25 €', '1.250,00 €'] },
    { field: 'otpMode', reason: 'MISSING' as const },
  ],
};

function list(...rows: Row[]) {
  return answer(searchImports, { rows, pagination: { page: 0, pageSize: 10, totalCount: rows.length, totalPages: 1 } });
}

async function sendFile(rows: Row[], further: Partial<CallReply<typeof readImport>> = {}) {
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
          ...further,
        };
      }),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Invia e controlla' }));
  expect(await screen.findByText('Scegli un file')).toBeVisible();
  const field = () => screen.getByLabelText('File CSV, XLSX o ODS, al massimo 50 MB');
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
  const reasons = [
    'Codice fiscale «RSSMRA80A01B354W»: ripete una riga precedente (riga 2)',
    'Sesso «X»: parola non ammessa (Maschio / Femmina)',
    'Importo mensile «1.250»: importo che si può leggere in due modi: scriverlo con un altro numero di decimali (1,25 € / 1.250,00 €)',
    'Conferma degli acquisti: manca il valore',
  ];
  expect(card.getByText(reasons.join('; '))).toBeVisible();
  expect(card.getByRole('button', { name: 'Scarica le righe rifiutate' })).toBeVisible();
});

test('rules §10 importazioni: what is checked is imported on a click, and a refusal is told in its place', async () => {
  const { user, card } = await sendFile([CHECKED, CHECKED, { ...CHECKED, state: 'DONE' }]);
  const start = await card.findByRole('button', { name: 'Importa le righe corrette' });
  network.use(refuse(startImport, 'IMPORT_NOT_CHECKED'));
  await user.click(start);
  expect(await card.findByText('Il file non è in attesa di essere importato')).toBeVisible();
  const bodies: object[] = [];
  const running: Row = { ...CHECKED, state: 'RUNNING' };
  network.use(
    answer(startImport, ({ body }) => {
      bodies.push(body);
      return { row: running };
    }),
  );
  await user.click(start);
  expect(await card.findByText('Importato')).toBeVisible();
  expect(bodies).toEqual([{}]);
  expect(card.getByText('Create')).toBeVisible();
});

test('rules §10 importazioni: a file that is not wanted is let go; one that could not be read says why', async () => {
  const { user, card } = await sendFile([CHECKED]);
  network.use(answer(deleteImport, { row: CHECKED }));
  await user.click(await card.findByRole('button', { name: 'Scarta il file' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'File assistiti.csv' })).not.toBeInTheDocument());
  const failed = { ...CHECKED, state: 'FAILED', refused: 0, failure: { reason: 'ENCODING', line: 12 } } as const;
  network.use(answer(readImport, { row: failed, refusedLines: [] }));
  await user.click(screen.getByRole('button', { name: 'Apri assistiti.csv' }));
  expect(
    await screen.findByText(/^Il file non è stato importato: riga 12, lettere che non sono né in UTF-8/),
  ).toBeVisible();
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
  await user.click(await screen.findByTitle('Cognome'));
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
  await user.click(await screen.findByTitle('Nome'));
  await user.click(card.getByRole('button', { name: 'Controlla di nuovo' }));
  await waitFor(() => expect(asked).toEqual(['2:firstName']));
  const again = within(await screen.findByRole('region', { name: 'File assistiti.csv' }));
  await waitFor(() => expect(again.getAllByRole('combobox')).toHaveLength(1));
  await user.click(again.getByRole('combobox', { name: 'La colonna «nome» contiene' }));
  await user.click((await screen.findAllByTitle('Cognome')).at(-1) ?? document.body);
  await user.click(again.getByRole('button', { name: 'Controlla di nuovo' }));
  await waitFor(() => expect(asked.at(-1)).toBe('2:firstName,3:lastName'));
  expect(gone[0]).toBe(7);
});

test('rules §10 importazioni: before an import changes what is there, it shows what, and what should be looked at', async () => {
  const { card } = await sendFile([{ ...CHECKED, warned: 1, readAs: { encoding: 'Windows-1252' }, headLine: 3 }], {
    changedLines: [
      {
        line: 2,
        key: 'RSSMRA80A01B354W',
        changes: [
          { field: 'lastName', from: 'Rossi', to: 'Rosso' },
          { field: 'birthDate', from: '1980-01-01', to: '1981-02-01' },
          { field: 'monthlyAmount', to: '1250.5' },
          { field: 'otpMode', from: 'PIN', to: 'NONE' },
        ],
      },
    ],
    warnedLines: [
      {
        line: 4,
        problems: [
          { field: 'gender', value: 'F', reason: 'GENDER_DIFFERS' },
          { field: 'fiscalCode', value: 'X', reason: 'SAME_PERSON', firstLine: 2, words: ['12345678903'] },
        ],
      },
    ],
    samples: ['Niccolò', 'Forlì'],
  });
  const changes = within(await card.findByRole('table', { name: 'Prime modifiche' }));
  expect(changes.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'RigaCodiceCampoValore attualeNuovo valore',
    '2RSSMRA80A01B354WCognomeRossiRosso',
    '2RSSMRA80A01B354WData di nascita01/01/198001/02/1981',
    '2RSSMRA80A01B354WImporto mensile(vuoto)1.250,50\u00A0€',
    '2RSSMRA80A01B354WConferma degli acquistiCon PINSenza PIN',
  ]);
  const warned = within(card.getByRole('table', { name: 'Prime righe da verificare' }));
  expect(warned.getByText(/^Sesso «F»: non corrisponde al codice fiscale/)).toBeVisible();
  expect(
    warned.getByText(/Codice fiscale «X»: un altro codice ha gli stessi nomi .* \(riga 2\) \(12345678903\)$/),
  ).toBeVisible();
  expect(card.getByText('Da verificare').nextSibling).toHaveTextContent('1');
  expect(card.getByText('Riga con i nomi delle colonne').nextSibling).toHaveTextContent('3');
  expect(card.getByText(/letto come Windows-1252\. Controlla le lettere accentate:/)).toHaveTextContent(
    /Niccolò.*Forlì/,
  );
});

test('rules §10 importazioni: hidden rows are asked about before anything is imported; the sheet is named', async () => {
  const readAs = { sheet: 'Dati', otherSheets: ['Note', 'Bozza'], hiddenRows: 1200 };
  const { user, card } = await sendFile([{ ...CHECKED, readAs }]);
  const question = within(await card.findByRole('group', { name: 'Righe nascoste' }));
  expect(question.getByText(/righe nascoste, per esempio da un filtro: 1\.200/)).toBeVisible();
  expect(card.queryByRole('button', { name: 'Importa le righe corrette' })).not.toBeInTheDocument();
  expect(card.getByText('Foglio').nextSibling).toHaveTextContent('Dati');
  expect(card.getByText('Altri fogli, non letti').nextSibling).toHaveTextContent('Note, Bozza');
  await user.click(question.getByRole('button', { name: 'Lascia fuori le righe nascoste' }));
  expect(card.getByRole('button', { name: 'Importa le righe corrette' })).toBeVisible();
  expect(card.getAllByText('Righe nascoste').at(-1)?.nextSibling).toHaveTextContent('1.200, non lette');
});

test('rules §10 importazioni: the hidden rows are read where they are meant', async () => {
  const { user, card } = await sendFile([
    { ...CHECKED, readAs: { sheet: 'Dati', hiddenRows: 2 } },
    { ...CHECKED, importId: 8, readAs: { sheet: 'Dati', hiddenRows: 2, withHidden: true } },
  ]);
  const asked: (string | null)[] = [];
  network.use(
    respondWith(uploadImport, ({ url }) => {
      asked.push(new URL(url).searchParams.get('hiddenRows'));
      return HttpResponse.json({ data: { row: { ...CHECKED, importId: 8 } }, status: { trace: 't' } });
    }),
    answer(deleteImport, { row: CHECKED }),
  );
  await user.click(await card.findByRole('button', { name: 'Leggi anche le righe nascoste' }));
  expect(await screen.findByText('2, lette')).toBeVisible();
  expect(asked).toEqual(['READ']);
  expect(screen.getByRole('button', { name: 'Importa le righe corrette' })).toBeVisible();
});

test('rules §10 importazioni: where nothing is right, nothing can be imported', async () => {
  const { card } = await sendFile([{ ...CHECKED, created: 0, changed: 0, unchanged: 3 }]);
  expect(await card.findByText("Non c'è nulla da importare.")).toBeVisible();
  expect(card.queryByRole('button', { name: /^Importa/ })).not.toBeInTheDocument();
  expect(card.getByRole('button', { name: 'Scarta il file' })).toBeVisible();
});

test.each<[NonNullable<Row['failure']>, string]>([
  [
    { reason: 'COLUMN_MISSING', line: 1, columns: ['fiscalCode', 'gender'] },
    'riga 1, Codice fiscale, Sesso: da aggiungere',
  ],
  [{ reason: 'OTHER_FORMAT' }, 'il file non è né un CSV né un XLSX né un ODS'],
  [{ reason: 'PASSWORD' }, 'il file è protetto da una password'],
])('rules §10 importazioni: why a file could not be read is told: %o', async (failure, text) => {
  const { card } = await sendFile([{ ...CHECKED, state: 'FAILED', refused: 0, failure }]);
  expect(await card.findByText((shown) => shown.includes(text))).toBeVisible();
});
