import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { HttpHandler } from 'msw';
import { expect, onTestFinished, test, vi } from 'vitest';
import { adminBusinesses, removeAdminCancelCode, setAdminCancelCode } from '#contract/admin/businesses.ts';
import { adminDossiers, swapAdminPaper } from '#contract/admin/dossiers.ts';
import { adminTills, issueAdminTillSecret } from '#contract/admin/tills.ts';
import { adminPatients, anonymiseAdminPatient, issueAdminPin } from '#contract/admin/patients.ts';
import { currentAlerts } from '#src/providers/notifications/alert-store.ts';
import { answer, loseAfter, network, refuse, revealed } from '../../network.ts';
import { renderOperator } from './render-operator.tsx';

const BUSINESS = {
  businessId: 7,
  companyName: 'Farmacia Nuraghe',
  vat: '01234567897',
  fiscalCode: '01234567897',
  address: 'via Roma 1',
  hasCancelCode: false,
  disabled: false,
  version: 3,
};
const DOSSIER = {
  dossierId: 5,
  patientId: 31,
  patientName: 'Rossi Mario',
  fiscalCode: 'RSSMRA80A01H501U',
  aslId: 1,
  aslName: 'ASL n. 1',
  type: 'CELIAC' as const,
  status: 'APPROVED' as const,
  version: 2,
};
const PATIENT = {
  patientId: 31,
  fiscalCode: 'RSSMRA80A01H501U',
  firstName: 'Mario',
  lastName: 'Rossi',
  gender: 'M' as const,
  birthDate: '1980-01-01',
  otpMode: 'PIN' as const,
  hasPin: false,
  status: 'ENABLED' as const,
  version: 1,
};
const ONE_ROW = { page: 0, pageSize: 10, totalCount: 1, totalPages: 1 };

/** Opens the only row of a confidential list, whose filter is not in the address. */
async function openOnly(user: ReturnType<typeof renderOperator>['user']) {
  await user.type(await screen.findByRole('textbox', { name: 'Codice fiscale' }), 'RSS{Enter}');
  await user.click(await screen.findByRole('link', { name: /^Apri: / }));
}

test('design §2 a command is asked about, its fields are checked, and the record is read again', async () => {
  const sent: unknown[] = [];
  let row = BUSINESS;
  const { user } = renderOperator('/gestione/business/7', {
    handlers: [
      answer(adminBusinesses.calls.read, () => ({ row })),
      answer(setAdminCancelCode, ({ params, body }) => {
        sent.push([params, revealed(body)]);
        row = { ...BUSINESS, hasCancelCode: true, version: 4 };
        return { row };
      }),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Imposta codice di storno' }));
  expect(screen.queryByRole('button', { name: 'Togli codice di storno' })).not.toBeInTheDocument();
  const dialog = within(await screen.findByRole('dialog', { name: 'Imposta codice di storno' }));
  await user.type(dialog.getByRole('textbox', { name: /^Codice/ }), '12{Enter}');
  expect(await dialog.findByText('Valore non valido')).toBeInTheDocument();
  expect(sent).toEqual([]);
  await user.type(dialog.getByRole('textbox', { name: /^Codice/ }), '345{Enter}');
  await waitFor(() => expect(sent).toEqual([[{ id: 7 }, { code: '12345', version: 3 }]]));
  await waitFor(() => expect(currentAlerts()).toMatchObject([{ title: 'Codice di storno impostato' }]));
  expect(await screen.findByRole('button', { name: 'Togli codice di storno' })).toBeInTheDocument();
});

test('rules §9 a command that the server does not name has no button', async () => {
  const names = [adminBusinesses.calls.read.name, removeAdminCancelCode.name];
  const row = { ...BUSINESS, hasCancelCode: true };
  renderOperator('/gestione/business/7', { names, handlers: [answer(adminBusinesses.calls.read, { row })] });
  expect(await screen.findByRole('button', { name: 'Togli codice di storno' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Imposta codice di storno' })).not.toBeInTheDocument();
});

test('rules §9 paper: sheets are typed row by row; the one that is refused is named, and nothing typed is lost', async () => {
  const sent: unknown[] = [];
  const { user } = renderOperator('/gestione/pratiche', {
    handlers: [
      answer(adminDossiers.calls.search, { rows: [DOSSIER], pagination: ONE_ROW }),
      answer(adminDossiers.calls.read, { row: DOSSIER }),
      refuse(swapAdminPaper, 'SHEET_ALREADY_SWAPPED', { sheet: 'A2' }),
    ],
  });
  await openOnly(user);
  await user.click(await screen.findByRole('button', { name: 'Converti buoni cartacei' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Converti buoni cartacei' }));
  const row = (number: number) => within(dialog.getByRole('listitem', { name: `Riga ${number}` }));
  async function fill(number: number, sheet: string, amount: string) {
    await user.type(row(number).getByRole('textbox', { name: 'Numero' }), sheet);
    await user.type(row(number).getByRole('textbox', { name: /^Mese/ }), '10/2026');
    await user.type(row(number).getByRole('textbox', { name: 'Importo' }), amount);
  }
  await fill(1, 'A1', '10,50{Enter}');
  await waitFor(() => expect(row(2).getByRole('textbox', { name: 'Numero' })).toHaveFocus());
  await fill(2, 'a 2', '20');
  expect(dialog.getByText(/^Totale/)).toHaveTextContent('30,50');
  await user.click(dialog.getByRole('button', { name: 'Converti buoni cartacei' }));
  expect(await dialog.findByText('Il buono cartaceo «A2» è già stato convertito')).toBeInTheDocument();
  expect(row(2).getByRole('textbox', { name: 'Numero' })).toHaveFocus();
  network.use(
    answer(swapAdminPaper, ({ body }) => {
      sent.push(body);
      return { row: DOSSIER };
    }),
  );
  await user.click(dialog.getByRole('button', { name: 'Togli la riga 2' }));
  await user.click(dialog.getByRole('button', { name: 'Converti buoni cartacei' }));
  const sheets = [{ number: 'A1', month: '2026-10-01', amount: 10.5 }];
  await waitFor(() => expect(sent).toEqual([{ version: 2, sheets }]));
});

test('rules §9 paper: who leaves with typed sheets that were not sent is asked first', async () => {
  const { user } = renderOperator('/gestione/pratiche', {
    handlers: [
      answer(adminDossiers.calls.search, { rows: [DOSSIER], pagination: ONE_ROW }),
      answer(adminDossiers.calls.read, { row: DOSSIER }),
    ],
  });
  await openOnly(user);
  await user.click(await screen.findByRole('button', { name: 'Converti buoni cartacei' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Converti buoni cartacei' }));
  await user.type(dialog.getByRole('textbox', { name: 'Numero' }), 'A1');
  await user.click(dialog.getByRole('button', { name: 'Annulla' }));
  const home = screen.getAllByRole('link', { name: 'Home', hidden: true })[0];
  if (!home) throw new Error('there is no way home');
  async function stay(): Promise<void> {
    const question = within(await screen.findByRole('dialog', { name: 'Lasciare la pagina?' }));
    expect(question.getByText(/non salvate/)).toBeVisible();
    await user.click(question.getByRole('button', { name: 'Annulla' }));
    await waitFor(() => expect(window.location.pathname).toBe('/gestione/pratiche/scheda'));
  }
  await user.click(home);
  await stay();
  window.history.back();
  await stay();
  window.history.back();
  await user.click(await screen.findByRole('button', { name: 'Lascia la pagina' }));
  await waitFor(() => expect(window.location.pathname).toBe('/gestione/pratiche'));
  await user.click(home);
  await waitFor(() => expect(window.location.pathname).toBe('/'));
});

test('design §5 Back from a form asks first, also where a sign-on has led straight to it', async () => {
  // A sign-on leaves the home page below, of which the router knows nothing (§2).
  window.history.pushState(null, '', '/');
  window.history.pushState(null, '', '/redirect-url');
  const { user } = renderOperator('/gestione/assistiti/nuovo');
  await user.type(await screen.findByRole('textbox', { name: 'Cognome' }), 'Rossi');
  window.history.back();
  const question = within(await screen.findByRole('dialog', { name: 'Lasciare la pagina?' }));
  await user.click(question.getByRole('button', { name: 'Annulla' }));
  expect(screen.getByRole('textbox', { name: 'Cognome' })).toHaveValue('Rossi');
  await waitFor(() => expect(window.location.pathname).toBe('/gestione/assistiti/nuovo'));
});

const LETTER = { fileName: 'pin.pdf', mimeType: 'application/pdf', base64: btoa('%PDF 13579') };
const ISSUED = { ...PATIENT, hasPin: true, pinIssueTime: '2026-11-26T10:32:00+01:00', version: 2 };

/** @param respond answers the command; the record then has its PIN */
async function askForPin(canPrint: boolean, respond?: (issue: () => void) => HttpHandler) {
  Object.defineProperty(navigator, 'pdfViewerEnabled', { value: canPrint, configurable: true });
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'pdfViewerEnabled');
  });
  const issued: unknown[] = [];
  let row: typeof PATIENT & { readonly pinIssueTime?: string } = PATIENT;
  const issue = () => {
    row = ISSUED;
  };
  const { user } = renderOperator('/gestione/assistiti', {
    handlers: [
      ...(respond ? [respond(issue)] : []),
      answer(adminPatients.calls.search, () => ({ rows: [row], pagination: ONE_ROW })),
      answer(adminPatients.calls.read, () => ({ row })),
      answer(issueAdminPin, ({ body }) => {
        issued.push(body);
        issue();
        return LETTER;
      }),
    ],
  });
  await openOnly(user);
  await user.click(await screen.findByRole('button', { name: 'Rilascia PIN' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Rilascia PIN' }));
  return { user, issued, dialog, confirm: dialog.getByRole('button', { name: 'Rilascia PIN' }) };
}

test('§6 PIN: the letter of one that is issued goes to the print dialog and nowhere else', async () => {
  const { user, issued, confirm } = await askForPin(true);
  await user.click(confirm);
  await waitFor(() => expect(currentAlerts()).toMatchObject([{ title: 'PIN rilasciato' }]));
  expect(issued).toEqual([{ version: 1 }]);
  expect(document.querySelector('iframe')?.src).toMatch(/^blob:/);
  expect(document.querySelector('a[download]')).toBeNull();
  expect(document.body.textContent).not.toContain('13579');
  expect(await screen.findByText(/^Il PIN è stato rilasciato e la lettera è passata alla stampa/)).toBeVisible();
  expect(screen.getByText('26/11/2026 10:32:00')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Stampa di nuovo' }));
  expect(issued).toHaveLength(1);
});

test.each([
  ['a tab opens', window, /^Il PIN è stato rilasciato e la lettera si è aperta in un'altra scheda/],
  ['no tab opens', null, /^Il PIN è stato rilasciato, ma la lettera non si può mostrare/],
])('§6 PIN: in a browser whose frames print no PDF, %s', async (_case, tab, said) => {
  const { user, issued, confirm } = await askForPin(true);
  vi.spyOn(HTMLIFrameElement.prototype, 'contentWindow', 'get').mockImplementation(() => {
    throw new DOMException('', 'SecurityError');
  });
  const opened = vi.spyOn(window, 'open').mockReturnValue(tab);
  await user.click(confirm);
  const frame = await waitFor(() => {
    const found = document.querySelector('iframe');
    if (!found) throw new Error('no frame yet');
    return found;
  });
  fireEvent.load(frame);
  expect(await screen.findByText(said)).toBeVisible();
  expect(opened).toHaveBeenCalledWith(expect.stringMatching(/^blob:/));
  expect(issued).toHaveLength(1);
});

test.each([
  ['is no base64', '%%%'],
  ['is empty', ''],
  ['is no PDF', btoa('<html>')],
])('§6 PIN: one whose letter %s is issued all the same, and said to be', async (_case, base64) => {
  const { user, confirm } = await askForPin(true, (issue) =>
    answer(issueAdminPin, () => {
      issue();
      return { ...LETTER, base64 };
    }),
  );
  await user.click(confirm);
  expect(await screen.findByText(/^Il PIN è stato rilasciato, ma la lettera non si può mostrare/)).toBeVisible();
  expect(currentAlerts()).toMatchObject([{ kind: 'success', title: 'PIN rilasciato' }]);
  expect(await screen.findByText('26/11/2026 10:32:00')).toBeInTheDocument();
});

test.each(['cut', 'unreadable', 'gateway'] as const)(
  '§6 PIN: one whose answer is lost (%s) may be issued: the record says so, and when',
  async (loss) => {
    const { user, dialog, confirm } = await askForPin(true, (issue) => loseAfter(issueAdminPin, issue, loss));
    await user.click(confirm);
    expect(await dialog.findByText(/il PIN potrebbe essere stato rilasciato e la sua lettera persa/)).toBeVisible();
    expect(await screen.findByText('26/11/2026 10:32:00')).toBeInTheDocument();
    expect(currentAlerts()).not.toContainEqual(expect.objectContaining({ kind: 'success' }));
  },
);

test('§6 PIN: none is issued in a browser that could not print its letter', async () => {
  const { issued, dialog, confirm } = await askForPin(false);
  expect(dialog.getByText('Questo browser non può stampare il documento: usane un altro')).toBeInTheDocument();
  expect(confirm).toBeDisabled();
  expect(issued).toEqual([]);
});

const DUE = { ...PATIENT, status: 'DISABLED' as const, anonymity: 'DUE' as const };
const ANONYMOUS = {
  ...DUE,
  fiscalCode: 'ANONIMO-31',
  firstName: 'anonimo',
  lastName: 'Assistito',
  birthDate: '1900-01-01',
  otpMode: 'NONE' as const,
  anonymity: 'DONE' as const,
  version: 2,
};

test('rules §12 secret: it is shown once, can be saved as a file, and is gone with its dialog', async () => {
  const row = {
    tillId: 17,
    storeId: 11,
    storeName: 'Rossi Centro, Cagliari',
    businessName: 'Supermercato Rossi',
    name: 'Cassa 3',
    clientId: 'till-17',
    hasSecret: false,
    disabled: false,
    version: 1,
  };
  const told = JSON.stringify({ clientId: row.clientId, clientSecret: 'known-once' });
  const saved: string[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  onTestFinished(() => click.mockRestore());
  const { user } = renderOperator('/gestione/casse/17', {
    handlers: [
      answer(adminTills.calls.read, { row }),
      answer(issueAdminTillSecret, { fileName: 'till-17.json', mimeType: 'application/json', base64: btoa(told) }),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Genera il segreto' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Genera il segreto' }));
  await user.click(dialog.getByRole('button', { name: 'Genera il segreto' }));
  expect(await dialog.findByText(told)).toBeInTheDocument();
  expect(dialog.getByText(/chiusa questa finestra non si vedono più/)).toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Salva il file' }));
  expect(saved).toEqual(['till-17.json']);
  await user.click(dialog.getByRole('button', { name: 'Chiudi' }));
  fireEvent.click(screen.getByRole('button', { name: 'Genera il segreto', hidden: true }));
  expect(await screen.findByText(/quello precedente non varrà più/)).toBeInTheDocument();
  expect(screen.queryByText(told)).not.toBeInTheDocument();
});

test('rules §9 anonymous: the question names the patient and says what goes and stays; the page then offers no change', async () => {
  const sent: unknown[] = [];
  let row: typeof DUE | typeof ANONYMOUS = DUE;
  const { user } = renderOperator('/gestione/assistiti', {
    handlers: [
      answer(adminPatients.calls.search, { rows: [DUE], pagination: ONE_ROW }),
      answer(adminPatients.calls.read, () => ({ row })),
      answer(anonymiseAdminPatient, ({ params, body }) => {
        sent.push([params, body]);
        row = ANONYMOUS;
        return { row };
      }),
    ],
  });
  await openOnly(user);
  await user.click(await screen.findByRole('button', { name: 'Anonimizza' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Anonimizza' }));
  const question = dialog.getByText(/^Mario Rossi, RSSMRA80A01H501U: nome, codice fiscale, data di nascita e PIN/);
  expect(question).toHaveTextContent(/restano buoni, acquisti e importi.*non si può annullare/);
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Annulla' })).toHaveFocus());
  expect(sent).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Anonimizza' }));
  await waitFor(() => expect(sent).toEqual([[{ id: 31 }, { version: 1 }]]));
  expect(await screen.findByRole('heading', { level: 1, name: 'anonimo Assistito' })).toBeInTheDocument();
  expect(await screen.findByText(/^Assistito anonimizzato: restano/)).toBeVisible();
  expect(screen.getByText('Anonimizzato')).toBeVisible();
  for (const name of ['Anonimizza', 'Rilascia PIN'])
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Modifica' })).not.toBeInTheDocument();
});

test.each([
  ['before its time', PATIENT, undefined],
  ['by an office', DUE, 1],
])('rules §9 anonymous: %s nobody is offered to be made anonymous', async (_case, row, operatorAslId) => {
  const { user } = renderOperator('/gestione/assistiti', {
    ...(operatorAslId !== undefined && { operatorAslId }),
    handlers: [
      answer(adminPatients.calls.search, { rows: [row], pagination: ONE_ROW }),
      answer(adminPatients.calls.read, { row }),
    ],
  });
  await openOnly(user);
  expect(await screen.findByRole('link', { name: 'Modifica' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Anonimizza' })).not.toBeInTheDocument();
});

test('rules §9 anonymous: those who are due are found by a filter, and made anonymous together', async () => {
  const searched: unknown[] = [];
  const sent: unknown[] = [];
  const rows = [31, 32].map((patientId) => ({ ...DUE, patientId, fiscalCode: `RSSMRA80A01H50${patientId}` }));
  const { user } = renderOperator('/gestione/assistiti', {
    handlers: [
      answer(adminPatients.calls.search, ({ body }) => {
        searched.push(body.anonymity);
        return { rows, pagination: { ...ONE_ROW, totalCount: 2 } };
      }),
      answer(anonymiseAdminPatient, ({ params, body }) => {
        sent.push({ ...params, ...body });
        return { row: ANONYMOUS };
      }),
    ],
  });
  await user.click(await screen.findByRole('combobox', { name: 'Anonimizzazione' }));
  await user.click(await screen.findByTitle('Da anonimizzare'));
  await user.click(screen.getByRole('button', { name: 'Cerca' }));
  await user.click(await screen.findByRole('checkbox', { name: /Seleziona tutte le righe/ }));
  await user.click(await screen.findByRole('button', { name: 'Anonimizza' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Anonimizza' }));
  expect(dialog.getByText(/^Righe selezionate: 2\. Nome, codice fiscale/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Anonimizza' }));
  await waitFor(() => expect(sent).toEqual([31, 32].map((id) => ({ id, version: 1 }))));
  expect(searched).toContain('DUE');
});
