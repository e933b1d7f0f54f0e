import { useTranslate } from '@refinedev/core';
import { useCallback, useRef, useState } from 'react';
import type { Call, CallInput } from '#contract/call.ts';
import type { ErrorDescription } from '#contract/errors.ts';
import type { FileCall } from '#src/providers/data/declaration.ts';
import { ApiError } from '#src/providers/http/api-error.ts';
import { useErrorText } from './use-error-text.ts';
import { saveFile } from '#src/providers/data/save-file.ts';
import { isSignedIn, onTokensChange } from '#src/providers/session/tokens.ts';
import { useFetch } from './use-fetch.ts';
import { useNotify } from './use-notify.ts';

interface NoticeText {
  readonly title: string;
  readonly text?: string;
}

/** What is said, translated. */
export interface DownloadTexts {
  /** Afterwards; the texts of §8 for every download but the cart flow's when not given. */
  readonly success?: NoticeText;
  readonly failure?: NoticeText;
  /** What the document is called while it is on its way, where another may be so too. */
  readonly name?: string;
}

interface Download<C extends FileCall> {
  /**
   * Fetches the document, hands it to the browser and says how it went. One that takes long may be cancelled. Never
   * rejects; answers whether it went well.
   * The same document asked for again meanwhile is not fetched twice: the answer is false at once.
   */
  readonly download: (input: CallInput<C>, texts?: DownloadTexts) => Promise<boolean>;
  readonly isDownloading: boolean;
  /** Whether this very document is on its way. */
  readonly isDownloadingOf: (input: CallInput<C>) => boolean;
}

const MEGABYTE = 1024 * 1024;

/** Beside §8's alert the server's own reason says what to do. */
const REFUSED_FOR_ANOTHER: readonly ErrorDescription[] = ['DOCUMENT_UNDERWAY', 'DOCUMENTS_BUSY'];

/** From then on a download is long, and said to be on its way. */
const LONG_MS = 1000;

function keyOf(call: Call, input: unknown): string {
  return `${call.name} ${JSON.stringify(input)}`;
}

/** Megabytes to one decimal, rounded down. */
function megabytes(bytes: number): string {
  return (Math.floor((bytes * 10) / MEGABYTE) / 10).toLocaleString('it-IT');
}

/** What has come so far; nothing where that is nothing worth saying. */
function receivedText(
  translate: ReturnType<typeof useTranslate>,
  loaded: number,
  total: number | undefined,
): string | undefined {
  const size = megabytes(loaded);
  if (size === '0') return undefined;
  // What a proxy has compressed is longer than it says; axios counts no further than that.
  if (total === undefined || loaded >= total) return translate('error:download.received', { size });
  const percent = Math.floor((loaded / total) * 100);
  return translate('error:download.receivedOf', { size, total: megabytes(total), percent });
}

/**
 * A document for a screen to download (§8).
 * @param receive what is done with it; it is saved when not given. The same function at every render
 */
export function useDownload<C extends FileCall>(call: C, receive = saveFile): Download<C> {
  const translate = useTranslate();
  const errorText = useErrorText();
  const { notify, dismiss } = useNotify();
  const fetchFile = useFetch(call);
  const underway = useRef(new Set<string>());
  const [shownUnderway, setShownUnderway] = useState<readonly string[]>([]);

  const begin = useCallback(
    (key: string, name: string | undefined) => {
      underway.current.add(key);
      setShownUnderway([...underway.current]);
      const begunBy = document.activeElement;
      const waiting = new AbortController();
      const onCancel = () => {
        // The notice goes with the focus in it.
        if (begunBy instanceof HTMLElement) begunBy.focus();
        waiting.abort();
      };
      // What was asked for in a session does not come after it.
      const unsubscribe = onTokensChange(() => {
        if (!isSignedIn()) waiting.abort();
      });
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
        const text = receivedText(translate, loaded, total);
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
    },
    [translate, notify, dismiss],
  );

  const failureText = useCallback(
    (error: unknown, { title, text = '' }: NoticeText): NoticeText => {
      // What the error policy has told already needs no second telling.
      const isToldByServer =
        error instanceof ApiError &&
        (!error.shown || REFUSED_FOR_ANOTHER.some((description) => description === error.description));
      if (!isToldByServer) return { title, text };
      return { title, text: translate('error:withReason', { text, reason: errorText(error) }) };
    },
    [translate, errorText],
  );

  const download = useCallback(
    async (input: CallInput<C>, texts?: DownloadTexts): Promise<boolean> => {
      const key = keyOf(call, input);
      if (underway.current.has(key)) return false;
      const { end, ...options } = begin(key, texts?.name);
      try {
        receive(await fetchFile(input, options));
      } catch (error) {
        if (options.signal.aborted) {
          if (isSignedIn()) notify({ kind: 'info', title: translate('error:download.cancelled') });
          return false;
        }
        const failure = texts?.failure ?? {
          title: translate('error:download.failure.title'),
          text: translate('error:download.failure.text'),
        };
        notify({ kind: 'danger', ...failureText(error, failure) });
        return false;
      } finally {
        end();
      }
      const success = texts?.success ?? { title: translate('error:download.success.title') };
      notify({ kind: 'success', ...success });
      return true;
    },
    [call, receive, fetchFile, begin, failureText, notify, translate],
  );

  return {
    download,
    isDownloading: shownUnderway.length > 0,
    isDownloadingOf: (input) => shownUnderway.includes(keyOf(call, input)),
  };
}
