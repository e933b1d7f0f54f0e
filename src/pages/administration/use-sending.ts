import { useRef, useState } from 'react';
import { deleteImport, type ImportKind, uploadImport } from '#contract/admin/imports.ts';
import type { Id } from '#contract/wire.ts';
import { useCallMutation } from '#src/providers/api/call-hooks.ts';

/** Field names by column number from 1. */
export type ColumnMapping = Readonly<Record<number, string>>;

/** What is said of a file when it is sent again. */
interface Further {
  /** The fields of columns with unknown names. */
  readonly meanings?: ColumnMapping;
  readonly withHiddenRows?: boolean;
}

interface Sent extends Further {
  readonly kind: ImportKind;
  readonly file: File;
}

const ALL = 100;

export type Sending = ReturnType<typeof useSending>;

/** Sends files, one at a time. */
export function useSending(onSent: (importId: Id) => void) {
  const upload = useCallMutation(uploadImport);
  const discard = useCallMutation(deleteImport);
  const [percent, setPercent] = useState<number | null>(null);
  const files = useRef(new Map<Id, Sent>());

  /**
   * @param replaces the run to discard, if it still waits for its start
   * @throws ApiError
   */
  async function send(sent: Sent, replaces?: Id): Promise<void> {
    const { kind, file, meanings = {}, withHiddenRows } = sent;
    const columns = Object.entries(meanings)
      .map(([place, name]) => `${place}:${name}`)
      .join();
    setPercent(0);
    try {
      const { row } = await upload.run(
        {
          params: { kind },
          query: { ...(columns !== '' && { columns }), ...(withHiddenRows && { hiddenRows: 'READ' }) },
          body: { file },
        },
        { onSent: (done, total = file.size) => setPercent(Math.floor((done / Math.max(total, 1)) * ALL)) },
      );
      files.current.set(row.importId, sent);
      // If this fails, the run expires later.
      if (replaces !== undefined) await discard.run({ params: { id: Number(replaces) } }).catch(() => undefined);
      onSent(row.importId);
    } finally {
      setPercent(null);
    }
  }

  return {
    /** Sent part of the file in percent; null if none is being sent. */
    percent,
    send,
    /** Sends a file of this page again, with further meanings; undefined if the page no longer has it. */
    resendOf: (importId: Id) => {
      const sent = files.current.get(importId);
      return (
        sent && {
          meanings: sent.meanings ?? {},
          send: (further: Further, replaces: Id | undefined) =>
            send({ ...sent, ...further, meanings: { ...sent.meanings, ...further.meanings } }, replaces),
        }
      );
    },
  };
}
