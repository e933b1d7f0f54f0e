import { useTranslate } from '@refinedev/core';
import { useCallback } from 'react';
import type { Call, CallInput } from '#contract/call.ts';
import type { file } from '#contract/entities/file.ts';
import { NOTICE_MS, SUCCESS_NOTICE_MS, showAlert } from '../notifications/alert-store.ts';
import { saveFile } from './save-file.ts';
import { useCommand } from './use-command.ts';

/** A call that answers a document. */
type FileCall = Call & { readonly answer: typeof file };

interface NoticeText {
  readonly title: string;
  readonly text?: string;
}

/** What is said afterwards, translated; the texts of §8 for every download but the cart flow's when not given. */
export interface DownloadTexts {
  readonly success: NoticeText;
  readonly failure: NoticeText;
}

interface Download<C extends FileCall> {
  /** Fetches the document, hands it to the browser and says how it went. Never rejects; answers whether it went well. */
  readonly download: (input: CallInput<C>, texts?: DownloadTexts) => Promise<boolean>;
  readonly isDownloading: boolean;
}

/** A document for a screen to download (§8). */
export function useDownload<C extends FileCall>(call: C): Download<C> {
  const translate = useTranslate();
  const { run, isRunning } = useCommand(call);
  const download = useCallback(
    async (input: CallInput<C>, texts?: DownloadTexts): Promise<boolean> => {
      try {
        saveFile(await run(input));
      } catch {
        const failure = texts?.failure ?? {
          title: translate('error:download.failure.title'),
          text: translate('error:download.failure.text'),
        };
        showAlert({ kind: 'danger', ...failure, duration: NOTICE_MS, dismissible: true });
        return false;
      }
      const success = texts?.success ?? { title: translate('error:download.success.title') };
      showAlert({ kind: 'success', ...success, duration: SUCCESS_NOTICE_MS, dismissible: true });
      return true;
    },
    [run, translate],
  );
  return { download, isDownloading: isRunning };
}
