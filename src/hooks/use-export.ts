import type { CallInput } from '#contract/call.ts';
import type { FileFormat } from '#contract/request.ts';
import type { FileCall } from '#src/providers/data/declaration.ts';
import { type DownloadTexts, useDownload } from './use-download.ts';
import { useFeatures } from './use-features.ts';

interface Export<C extends FileCall> {
  /** CSV, and what the server offers besides (rules §1). */
  readonly formats: readonly FileFormat[];
  /** Downloads the table in this format; like `download` of `useDownload`. */
  readonly exportAs: (format: FileFormat, input: CallInput<C>, texts?: DownloadTexts) => Promise<boolean>;
  /** Whether this table, or without input any, is being downloaded in this format. */
  readonly isExporting: (format: FileFormat, input?: CallInput<C>) => boolean;
}

/** Adds the format to the search, unless it is the one that every server answers. */
function withFormat<C extends FileCall>({ method }: C, input: CallInput<C>, format: FileFormat): CallInput<C> {
  if (format === 'csv') return input;
  const { query, body } = input as { readonly query?: object; readonly body?: object };
  const part = method === 'GET' ? { query: { ...query, format } } : { body: { ...body, format } };
  return { ...input, ...part };
}

/** Downloads a table as CSV, or in another format that the server offers. */
export function useExport<C extends FileCall>(call: C): Export<C> {
  const { formats = {} } = useFeatures();
  const downloads = { csv: useDownload(call), xlsx: useDownload(call) };
  return {
    formats: formats[call.name]?.includes('xlsx') ? ['csv', 'xlsx'] : ['csv'],
    exportAs: (format, input, texts) => downloads[format].download(withFormat(call, input, format), texts),
    isExporting: (format, input) => {
      const { isDownloading, isDownloadingOf } = downloads[format];
      return input === undefined ? isDownloading : isDownloadingOf(withFormat(call, input, format));
    },
  };
}
