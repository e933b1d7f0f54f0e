import { formatInstant, toOffsetTimestamp } from '#contract/rules/dates.ts';
import { formatCount } from '#contract/rules/numbers.ts';
import { madeNote } from '#server/documents/made.ts';
import type { Column, PdfDocument, TableCell } from '#server/documents/pdf.ts';
import { filtersText, periodOf } from '#server/documents/sheet.ts';
import texts from '../../public/locales/it/access-log.json' with { type: 'json' };
import type { PatientData } from './read-patient-data.ts';
import type { AccessLog, LoggedAccess } from './search-access-log.ts';
import words from './words.json' with { type: 'json' };

/** The action in words; for an action without its own wording also the name of the operation. */
function actionText({ action, operation }: LoggedAccess): string {
  return texts.action[action].replace('{operation}', operation);
}

function kindText({ kind }: LoggedAccess): string {
  return texts.kind[kind];
}

/** The name of the user, or of the server itself. */
function userText({ userName }: LoggedAccess): string {
  return userName ?? texts.system;
}

/** The company or health authority for which the person worked. */
function organisationText({ companyName, aslName }: LoggedAccess): string {
  return companyName ?? aslName ?? '';
}

/** The maximum number of entries in the PDF, oldest first. The PDF says how to get the others. */
export const MAX_ENTRIES = 5000;

const COLUMNS: readonly Column[] = [
  { title: 'Data e ora', width: 106, align: 'left' },
  { title: 'Operazione', align: 'left' },
  { title: 'Chi', width: 128, align: 'left' },
  { title: 'Punto vendita', width: 112, align: 'left' },
];

function toRow(entry: LoggedAccess): readonly TableCell[] {
  return [
    formatInstant(entry.at),
    [actionText(entry), kindText(entry)],
    [userText(entry), organisationText(entry)],
    entry.storeName ?? '–',
  ];
}

function entriesText({ totalCount, hasMore }: Pick<AccessLog, 'totalCount' | 'hasMore'>): string {
  if (hasMore) return `oltre ${formatCount(totalCount)} accessi`;
  return totalCount === 1 ? '1 accesso' : `${totalCount} accessi`;
}

/** What a document says that an office makes: each authority tells its own. */
const OF_OFFICE = 'Solo quanto è di questo ente: il resto lo comunicano la Regione e gli altri enti';

/** The access log of a patient in A4, for the patient (rules §9). */
export function accessLogDocument(log: AccessLog): PdfDocument {
  const { madeAt, requester, isOfOffice, patient, filters, entries, totalCount } = log;
  const [first, last] = periodOf(filters);
  const maker = [requester.name, requester.organisation].filter((text) => text !== '').join('\n');
  const title = 'Registro degli accessi';
  const missing = totalCount - entries.length;
  const filtered = filtersText([
    ['Utente', filters.user],
    ['Esercente', filters.companyName],
  ]);
  const restText = `${log.hasMore ? `oltre ${formatCount(missing)}` : missing}: chiedere un periodo più breve per averli`;
  return {
    title,
    author: requester.organisation || requester.name,
    madeAt,
    parts: [
      { kind: 'title', title, subject: entriesText(log), date: `dal ${first} al ${last}` },
      {
        kind: 'facts',
        facts: [
          ['Assistito', `${patient.firstName} ${patient.lastName}\n${patient.fiscalCode}`],
          ['Documento generato il', formatInstant(madeAt)],
          ['Generato da', maker],
          ...(isOfOffice ? [['Contenuto', OF_OFFICE] as const] : []),
        ],
      },
      {
        kind: 'facts',
        facts: [['Filtri', filtered], ...(missing > 0 ? [['Accessi non riportati', restText] as const] : [])],
      },
      { kind: 'table', columns: COLUMNS, rows: entries.map(toRow), isDense: true },
    ],
    note: madeNote(log, entriesText(log)),
  };
}

/** The words for the parts and columns of what is stored. */
const WORDS: Readonly<Record<string, string>> = words;

/** What is stored under a column, or in a part, in words. A month is a day in the database. */
function told(value: unknown, column = ''): unknown {
  if (value instanceof Date) return toOffsetTimestamp(value);
  if (Array.isArray(value)) return value.map((one) => told(one));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, held]) => [WORDS[name] ?? name, told(held, name)]));
  return typeof value === 'string' && /(^|_)month$/.test(column) ? value.slice(0, 7) : value;
}

function storedOf({ madeAt, requester, isOfOffice, stored }: PatientData): object {
  const documento = {
    generatoIl: toOffsetTimestamp(madeAt),
    generatoDa: requester.name,
    ente: requester.organisation,
    ...(isOfOffice && { contenuto: OF_OFFICE }),
  };
  return { documento, ...(told(stored) as object) };
}

function accessOf(entry: LoggedAccess) {
  return {
    dataEOra: toOffsetTimestamp(entry.at),
    tipo: kindText(entry),
    operazione: actionText(entry),
    chi: userText(entry),
    ente: organisationText(entry),
    puntoVendita: entry.storeName,
  };
}

/** All stored data of a patient as one JSON document in Italian, for the patient (rules §9). */
export async function* renderPatientData(data: PatientData): AsyncGenerator<Buffer, void, undefined> {
  yield Buffer.from(`${JSON.stringify(storedOf(data), null, 2).slice(0, -2)},\n  "accessi": [`);
  let separator = '\n    ';
  for await (const batch of data.entries) {
    const written = batch.map((entry) => JSON.stringify(accessOf(entry)));
    if (written.length === 0) continue;
    yield Buffer.from(separator + written.join(',\n    '));
    separator = ',\n    ';
  }
  yield Buffer.from('\n  ]\n}\n');
}
