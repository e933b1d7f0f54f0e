import { useTranslate } from '@refinedev/core';
import { useRef, useState } from 'react';
import type { Call, CallInput } from '#contract/call.ts';
import type { ErrorDescription } from '#contract/errors.ts';
import type { FileFormat } from '#contract/request.ts';
import type { FileCall } from '../data/declaration.ts';
import { useErrorText, useNotify } from '../notifications/use-notify.ts';
import { isSignedIn, onSignedOut } from '../session/tokens.ts';
import { ApiError } from './api-error.ts';
import { useLazyCall } from './call-hooks.ts';
import { useFeatures } from './features.ts';
import { saveFile } from './files.ts';

interface NoticeText {
  readonly title: string;
  readonly text?: string;
}

export interface DownloadTexts {
  /** Shown after a success. Default: the texts of §8 for every download except the cart flow's. */
  readonly success?: NoticeText;
  readonly failure?: NoticeText;
  /** Whether the screen itself shows this refusal. */
  readonly onRefused?: (error: ApiError) => boolean;
  /** The name of the document during the download, if several can run. */
  readonly name?: string;
}

const MEGABYTE = 1024 * 1024;

/** For these errors the server's reason, shown beside the alert of §8, says what to do. */
const REFUSED_FOR_ANOTHER: readonly ErrorDescription[] = ['DOCUMENT_UNDERWAY', 'DOCUMENTS_BUSY'];

/** A download that takes longer, in ms, shows its progress. */
const LONG_MS = 1000;

function keyOf(call: Call, input: unknown): string {
  return `${call.name} ${JSON.stringify(input)}`;
}

/** Megabytes with one decimal, rounded down. */
function megabytes(bytes: number): string {
  return (Math.floor((bytes * 10) / MEGABYTE) / 10).toLocaleString('it-IT');
}

/**
 * Downloads a document (§8).
 * @param receive takes the file; default: saves it
 */
export function useDownload<C extends FileCall>(call: C, receive = saveFile) {
  const translate = useTranslate();
  const errorText = useErrorText();
  const { notify, dismiss } = useNotify();
  const fetchFile = useLazyCall(call);
  const underway = useRef(new Set<string>());
  const [shownUnderway, setShownUnderway] = useState<readonly string[]>([]);

  /** The progress in words; undefined if there is too little to show. */
  function receivedText(loaded: number, total: number | undefined): string | undefined {
    const size = megabytes(loaded);
    if (size === '0') return undefined;
    // `total` is the compressed size of a response that a proxy compresses, and axios stops counting there.
    if (total === undefined || loaded >= total) return translate('error:download.received', { size });
    const percent = Math.floor((loaded / total) * 100);
    return translate('error:download.receivedOf', { size, total: megabytes(total), percent });
  }

  function begin(key: string, name: string | undefined) {
    underway.current.add(key);
    setShownUnderway([...underway.current]);
    const begunBy = document.activeElement;
    const waiting = new AbortController();
    const onCancel = () => {
      // The notice disappears with the focus in it.
      if (begunBy instanceof HTMLElement) begunBy.focus();
      waiting.abort();
    };
    // A download of an ended session must not arrive after it.
    const unsubscribe = onSignedOut(() => waiting.abort());
    let received: string | undefined;
    let isShown = false;
    const show = () => {
      isShown = true;
      const title =
        name === undefined ? translate('error:download.underway') : translate('error:download.underwayOf', { name });
      notify({ kind: 'info', title, text: received, key, duration: null, onCancel });
    };
    const timer = setTimeout(show, LONG_MS);
    const onProgress = (loaded: number, total: number | undefined) => {
      const text = receivedText(loaded, total);
      if (text === received || !underway.current.has(key)) return;
      received = text;
      if (isShown) show();
    };
    const end = () => {
      clearTimeout(timer);
      unsubscribe();
      dismiss(key);
      underway.current.delete(key);
      setShownUnderway([...underway.current]);
    };
    return { onProgress, signal: waiting.signal, end };
  }

  /** Adds the server's reason, unless an alert of the error policy has shown it already. */
  function withReason(error: unknown, { title, text = '' }: NoticeText): NoticeText {
    const hasReason =
      error instanceof ApiError && (!error.shown || REFUSED_FOR_ANOTHER.some((one) => one === error.description));
    return { title, text: hasReason ? translate('error:withReason', { text, reason: errorText(error) }) : text };
  }

  return {
    /**
     * Downloads the document, hands it to the browser and shows the result. The user can cancel a long download. Never
     * rejects; resolves to whether it succeeded. A second request for a document that is downloading resolves to false
     * at once.
     */
    download: async (input: CallInput<C>, texts: DownloadTexts = {}): Promise<boolean> => {
      const key = keyOf(call, input);
      if (underway.current.has(key)) return false;
      const { end, ...options } = begin(key, texts.name);
      try {
        receive(await fetchFile(input, options));
      } catch (error) {
        if (options.signal.aborted) {
          if (isSignedIn()) notify({ kind: 'info', title: translate('error:download.cancelled') });
          return false;
        }
        if (error instanceof ApiError && texts.onRefused?.(error) === true) return false;
        const text = translate('error:download.failure.text');
        const failure = texts.failure ?? { title: translate('error:download.failure.title'), text };
        notify({ kind: 'danger', ...withReason(error, failure) });
        return false;
      } finally {
        end();
      }
      notify({ kind: 'success', ...(texts.success ?? { title: translate('error:download.success.title') }) });
      return true;
    },
    isDownloading: shownUnderway.length > 0,
    /** Whether this document is downloading. */
    isDownloadingOf: (input: CallInput<C>) => shownUnderway.includes(keyOf(call, input)),
  };
}

/** Adds the format to the search, unless it is the one that every server answers. */
function withFormat<C extends FileCall>({ method }: C, input: CallInput<C>, format: FileFormat): CallInput<C> {
  if (format === 'csv') return input;
  const { query, body } = input as { readonly query?: object; readonly body?: object };
  const part = method === 'GET' ? { query: { ...query, format } } : { body: { ...body, format } };
  return { ...input, ...part };
}

/** Downloads a table as CSV, or in another format that the server offers. */
export function useExport<C extends FileCall>(call: C) {
  const { formats = {} } = useFeatures();
  const downloads = { csv: useDownload(call), xlsx: useDownload(call) };
  return {
    /** CSV, and what the server offers besides (rules §1). */
    formats: formats[call.name]?.includes('xlsx') ? (['csv', 'xlsx'] as const) : (['csv'] as const),
    exportAs: (format: FileFormat, input: CallInput<C>, texts?: DownloadTexts) =>
      downloads[format].download(withFormat(call, input, format), texts),
    /** Whether this table, or without input any, is being downloaded in this format. */
    isExporting: (format: FileFormat, input?: CallInput<C>) => {
      const { isDownloading, isDownloadingOf } = downloads[format];
      return input === undefined ? isDownloading : isDownloadingOf(withFormat(call, input, format));
    },
  };
}
