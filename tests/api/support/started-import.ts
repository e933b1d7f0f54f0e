import { readKinds } from '#server/database/dossier-kinds.ts';
import { Readable } from 'node:stream';
import type { ImportKind } from '#contract/admin/imports.ts';
import { romeDay } from '#contract/rules/dates.ts';
import { continueToEnd } from '#server/imports/continue-import.ts';
import { KINDS } from '#server/imports/kinds.ts';
import { readLines } from '#server/imports/read-lines.ts';
import { receiveFile } from '#server/imports/receive-file.ts';
import { startImport } from '#server/imports/imports.ts';
import { PATIENT_COLUMNS } from '#tests/support/import-files.ts';
import { PATIENTS } from './fixture.ts';
import type { TestServer } from './harness.ts';

/** A checked import, about to start. */
export async function startedImport(
  { services }: TestServer,
  kind: ImportKind,
  columns: readonly string[],
  ...lines: readonly (readonly string[])[]
): Promise<number> {
  const rows = [columns, ...lines].map((cells, index) => ({ line: index + 1, cells, formulas: [] }));
  const reading = { today: romeDay(services.now()), kinds: await readKinds(services.db) };
  const meaning = { kind: KINDS[kind], meant: [], reading };
  const upload = { kind, fileName: 'one.csv', userId: null } as const;
  const { importId } = await receiveFile(services, upload, {
    parts: readLines(Readable.from(rows), meaning),
    facts: {},
  });
  await continueToEnd(services, importId, new AbortController().signal);
  await startImport(services, { userId: null }, importId, 'BATCH');
  return importId;
}

/** Such an import, which deletes the dossier of a patient. */
export function startedDeletion(server: TestServer): Promise<number> {
  const { fiscalCode } = PATIENTS.withoutPin;
  const cells = [fiscalCode, 'Laura', 'Bianchi', 'F', '1985-04-01', 'NONE', 'CELIAC', 'DELETED', '108', ''];
  return startedImport(server, 'patients', PATIENT_COLUMNS, cells);
}
