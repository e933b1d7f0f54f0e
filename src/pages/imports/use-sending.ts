import { useRef, useState } from 'react';
import { uploadImport } from '#contract/calls/admin/imports.ts';
import type { ImportKind } from '#contract/entities/admin/import.ts';
import type { Id } from '#contract/wire.ts';
import { useCommand } from '#src/hooks/use-command.ts';

interface Sent {
  readonly kind: ImportKind;
  readonly file: File;
  /** What columns mean whose names do not say it, as the call has it. */
  readonly columns?: string;
}

/** How files are sent, one at a time. */
export interface Sending {
  /** How much of it has been sent; null while none is. */
  readonly percent: number | null;
  /** @throws ApiError */
  readonly send: (sent: Sent) => Promise<void>;
  /** Sends a file of this page once more; undefined where the page no longer has it. */
  readonly resendOf: (importId: Id) => ((columns: string) => Promise<void>) | undefined;
}

const ALL = 100;

export function useSending(onSent: (importId: Id) => void): Sending {
  const upload = useCommand(uploadImport);
  const [percent, setPercent] = useState<number | null>(null);
  const files = useRef(new Map<Id, Sent>());

  async function send({ kind, file, columns }: Sent): Promise<void> {
    setPercent(0);
    try {
      const { row } = await upload.run(
        { params: { kind }, query: { columns }, body: { file } },
        { onSent: (sent, total = file.size) => setPercent(Math.floor((sent / Math.max(total, 1)) * ALL)) },
      );
      files.current.set(row.importId, { kind, file });
      onSent(row.importId);
    } finally {
      setPercent(null);
    }
  }

  return {
    percent,
    send,
    resendOf: (importId) => {
      const sent = files.current.get(importId);
      return sent && ((columns) => send({ ...sent, columns }));
    },
  };
}
