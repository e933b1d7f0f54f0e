import { formatInstant } from '#contract/rules/dates.ts';
import type { AccessLog } from '#server/domain/access-log/read-access-log.ts';
import type { LoggedAccess } from '#server/domain/access-log/search-access-log.ts';
import { filtersText, periodOf } from '../filter-facts.ts';
import { createPdf, finishPdf } from '../pdf/create-pdf.ts';
import { drawFooters } from '../pdf/draw-footers.ts';
import { drawFacts } from '../pdf/draw-section.ts';
import { type Column, type TableCell, drawTable } from '../pdf/draw-table.ts';
import { drawTitle } from '../pdf/draw-title.ts';
import { actionText, kindText, organisationText, userText } from './access-texts.ts';

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

function entriesText(count: number): string {
  return count === 1 ? '1 accesso' : `${count} accessi`;
}

/** The access log of a patient as an A4 PDF for the patient (rules §9). */
export async function renderAccessLog(log: AccessLog, signal: AbortSignal): Promise<Buffer> {
  const { madeAt, requester, patient, filters, entries, totalCount } = log;
  const [first, last] = periodOf(filters);
  const maker = [requester.name, requester.organisation].filter((text) => text !== '').join('\n');
  const title = 'Registro degli accessi';
  const missing = totalCount - entries.length;

  const pdf = await createPdf({ title, author: requester.organisation || requester.name, madeAt, signal });
  const belowTitle = drawTitle(pdf, { title, subject: entriesText(totalCount), date: `dal ${first} al ${last}` });
  const belowFacts = drawFacts(
    pdf,
    [
      ['Assistito', `${patient.firstName} ${patient.lastName}\n${patient.fiscalCode}`],
      ['Documento generato il', formatInstant(madeAt)],
      ['Generato da', maker],
    ],
    belowTitle,
  );
  const filtered = filtersText([
    ['Utente', filters.user],
    ['Business', filters.companyName],
  ]);
  const belowFilters = drawFacts(
    pdf,
    [
      ['Filtri', filtered],
      ...(missing > 0
        ? [['Accessi non riportati', `${missing}: chiedere un periodo più breve per averli`] as const]
        : []),
    ],
    belowFacts,
  );
  await drawTable(pdf, { columns: COLUMNS, rows: entries.map(toRow), isDense: true }, belowFilters);
  drawFooters(pdf, `Documento generato il ${formatInstant(madeAt)} · ${entriesText(totalCount)}`);
  return finishPdf(pdf);
}
