import type { FileFormat } from '#contract/request.ts';
import { renderCsv } from './render-csv.ts';
import { renderXlsx } from './render-xlsx.ts';
import type { Sheet } from './sheet.ts';

interface SheetFile {
  readonly fileName: string;
  readonly mimeType: string;
  readonly content: AsyncIterable<Buffer>;
}

/**
 * The sheet as a file.
 * @param name the file's name without its ending
 * @param format CSV where the request names none (§7)
 */
export function sheetFile<Entry>(name: string, format: FileFormat | undefined, sheet: Sheet<Entry>): SheetFile {
  if (format === 'xlsx') {
    const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    return { fileName: `${name}.xlsx`, mimeType, content: renderXlsx(sheet) };
  }
  return { fileName: `${name}.csv`, mimeType: 'text/csv', content: renderCsv(sheet) };
}
