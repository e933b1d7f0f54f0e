import { downloadAmcOrderCsv, downloadAmcOrderPdf } from '#contract/calls/amc-orders.ts';
import type { CallInput } from '#contract/call.ts';
import { downloadBillProducts, downloadBillSummary } from '#contract/calls/billing-summary.ts';
import { type Money, money, sum } from '#contract/rules/money.ts';
import { readCsv as readRows } from '#tests/csv-rows.ts';
import { readPdf } from '#tests/pdf-text.ts';
import type { TestServer } from './harness.ts';

type BillQuery = CallInput<typeof downloadBillSummary>['query'];

/** A CSV document: its rows by column title, and the totals below them by label. */
interface CsvDocument {
  readonly text: string;
  readonly rows: readonly ReadonlyMap<string, string>[];
  readonly facts: ReadonlyMap<string, readonly string[]>;
}

function decode(base64: string): Buffer {
  return Buffer.from(base64, 'base64');
}

/** Parses a CSV document. */
export function readCsv(base64: string): CsvDocument {
  const lines = readRows(decode(base64));
  const end = lines.findIndex((line) => line.join('') === '');
  const [titles = [], ...rows] = lines.slice(0, end);
  return {
    text: lines.map((line) => line.join(';')).join('\n'),
    rows: rows.map((row) => new Map(titles.map((title, index) => [title, row[index] ?? '']))),
    facts: new Map(lines.slice(end + 1).map(([label = '', ...values]) => [label, values])),
  };
}

/** Downloads the detail of a bill and parses it. */
export async function readBillDetail(server: TestServer, token: string, query: BillQuery): Promise<CsvDocument> {
  return readCsv((await server.callOk(downloadBillProducts, { query }, { token })).base64);
}

/** Downloads both documents of a bill and parses them. */
export async function readBillDocuments(server: TestServer, token: string, query: BillQuery) {
  const pdf = await server.callOk(downloadBillSummary, { query }, { token });
  const csv = await server.callOk(downloadBillProducts, { query }, { token });
  return { pdf: readPdf(decode(pdf.base64)).texts, csv: readCsv(csv.base64), files: [pdf, csv] };
}

/** Downloads both documents of an AMC order and parses them. */
export async function readOrderDocuments(server: TestServer, token: string, amcOrderId: number) {
  const pdf = await server.callOk(downloadAmcOrderPdf, { query: { amcOrderId } }, { token });
  const csv = await server.callOk(downloadAmcOrderCsv, { params: { amcOrderId } }, { token });
  return { pdf: readPdf(decode(pdf.base64)).texts, csv: readCsv(csv.base64), files: [pdf, csv] };
}

/** The cells after `first` in a table row of a PDF, at its first occurrence. */
export function cellsAfter(pdf: readonly string[], first: string, count: number): readonly string[] {
  const at = pdf.indexOf(first);
  return at < 0 ? [] : pdf.slice(at + 1, at + 1 + count);
}

/** An amount in euro in a document's format, `-1.234,50 €` or `-1234,50`. */
export function euro(text: string | undefined): Money {
  return money((text ?? '').replace(/[^\d,-]/g, '').replace(',', '.'));
}

/** The sum in euro of a column of a CSV. */
export function columnSum({ rows }: CsvDocument, title: string): Money {
  return sum(rows.map((row) => euro(row.get(title))));
}
