import { readKinds } from '#server/database/dossier-kinds.ts';
import { Readable } from 'node:stream';
import type { ImportKind } from '#contract/admin/imports.ts';
import { romeDay } from '#contract/rules/dates.ts';
import { continueToEnd } from '#server/imports/continue-import.ts';
import { KINDS } from '#server/imports/kinds.ts';
import { readLines } from '#server/imports/read-lines.ts';
import { receiveFile } from '#server/imports/receive-file.ts';
import { startImport } from '#server/imports/imports.ts';
import type { DbAndClocks } from '#server/services.ts';
import { PATIENT_COLUMNS } from '#tests/support/import-files.ts';
import { PATIENTS } from './fixture.ts';
import type { TestServer } from './harness.ts';

/** The kind of a file, its columns and its lines. */
type FileOfTest = [kind: ImportKind, columns: readonly string[], ...lines: readonly (readonly string[])[]];

/** A file that has been received, and is about to be checked. */
export async function receivedImport(services: DbAndClocks, ...[kind, columns, ...lines]: FileOfTest): Promise<number> {
  const rows = [columns, ...lines].map((cells, index) => ({ line: index + 1, cells, formulas: [] }));
  const reading = { today: romeDay(services.now()), kinds: await readKinds(services.db) };
  const meaning = { kind: KINDS[kind], meant: [], reading };
  const upload = { kind, fileName: 'one.csv', userId: null } as const;
  const { importId } = await receiveFile(services, upload, {
    parts: readLines(Readable.from(rows), meaning),
    facts: {},
  });
  return importId;
}

/** A checked import, about to start. */
export async function startedImport({ services }: TestServer, ...file: FileOfTest): Promise<number> {
  const importId = await receivedImport(services, ...file);
  await continueToEnd(services, importId, new AbortController().signal);
  await startImport(services, { userId: null }, importId, false);
  return importId;
}

/** Such an import, which deletes the dossier of a patient. */
export function startedDeletion(server: TestServer): Promise<number> {
  const { fiscalCode } = PATIENTS.withoutPin;
  const cells = [fiscalCode, 'Laura', 'Bianchi', 'F', '1985-04-01', 'NONE', 'CELIAC', 'DELETED', '108', ''];
  return startedImport(server, 'patients', PATIENT_COLUMNS, cells);
}
