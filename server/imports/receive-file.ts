import { sql } from 'kysely';
import type { ImportKind } from '#contract/admin/imports.ts';
import { readText } from '#contract/rules/typed-text.ts';
import { forgetSteps } from '#server/database/steps.ts';
import type { Database, DbAndClocks } from '#server/services.ts';
import { failImport, stepsOf } from './continue-import.ts';
import { FileProblem, type LineBatch, type LineSource, type SheetFacts } from './sheet.ts';
import { type ImportDefinition, keyOf } from './import-kind.ts';
import { type ImportRun, readImport } from './imports.ts';
import { KINDS } from './kinds.ts';

/** Deletes an import and its lines. */
export async function discardImport({ db }: DbAndClocks, importId: number): Promise<void> {
  await forgetSteps(db, stepsOf(importId));
  await db.deleteFrom('import_run').where('import_id', '=', importId).execute();
}

const MAX_FILE_NAME_LENGTH = 200;

/** The name that a file came with, as a text that can be stored and shown in one line. */
function toFileName(given: string): string {
  return (
    readText(given)
      .slice(0, MAX_FILE_NAME_LENGTH)
      .replace(/\p{Surrogate}/gu, '') || '-'
  );
}

/** A file to receive; the user is null on the command line. */
interface Upload {
  readonly kind: ImportKind;
  readonly fileName: string;
  readonly userId: number | null;
}

/** Records the start of an upload. */
async function beginImport({ db, now }: DbAndClocks, { kind, fileName, userId }: Upload): Promise<number> {
  const at = now();
  const row = db.insertInto('import_run').values({
    kind,
    file_name: toFileName(fileName),
    state: 'RECEIVING',
    user_id: userId,
    created_at: at,
    touched_at: at,
  });
  return (await row.returning('import_id').executeTakeFirstOrThrow()).import_id;
}

async function storeBatch(
  { db, now }: DbAndClocks,
  importId: number,
  kind: ImportDefinition,
  { json, count, refused }: LineBatch,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const key = keyOf(kind, sql`row`);
    await sql`insert into import_line (import_id, line, cells, row, problems, warnings, repeats, outcome, row_key, line_key,
        person_key)
      select ${importId}, line, cells, nullif(row, 'null'), nullif(problems, 'null'), nullif(warnings, 'null'), repeats,
        case when nullif(row, 'null') is null then 'REFUSED' end,
        ${key}, ${kind.sameLine ?? key}, ${kind.samePerson?.inFile ?? sql`null`}
      from jsonb_to_recordset(${json}::jsonb)
        as given (line int, cells text[], row jsonb, problems jsonb, warnings jsonb, repeats boolean)`.execute(trx);
    await trx
      .updateTable('import_run')
      .set((eb) => ({
        touched_at: now(),
        lines: eb('lines', '+', count),
        refused: eb('refused', '+', refused),
      }))
      .where('import_id', '=', importId)
      .execute();
  });
}

/** Records how the file has been read, also where that failed. */
async function writeFacts(db: Database, importId: number, facts: SheetFacts): Promise<void> {
  const read = JSON.stringify(facts);
  await db.updateTable('import_run').set({ read_as: read }).where('import_id', '=', importId).execute();
}

/**
 * Stores the lines of a file while they are read. When all lines are there, the check can start. An unreadable file
 * leaves only the reason; an aborted upload leaves nothing.
 * @returns the import
 */
export async function receiveFile(
  services: DbAndClocks,
  upload: Upload,
  { parts, facts }: LineSource,
): Promise<ImportRun> {
  const kind = KINDS[upload.kind];
  const importId = await beginImport(services, upload);
  try {
    for await (const part of parts) {
      if ('json' in part) await storeBatch(services, importId, kind, part);
      else await services.db.updateTable('import_run').set(part).where('import_id', '=', importId).execute();
    }
    await writeFacts(services.db, importId, facts);
    const state = { state: 'CHECKING' as const, refused: 0, touched_at: services.now() };
    await services.db.updateTable('import_run').set(state).where('import_id', '=', importId).execute();
  } catch (error) {
    if (!(error instanceof FileProblem)) {
      await discardImport(services, importId);
      throw error;
    }
    await services.db.deleteFrom('import_line').where('import_id', '=', importId).execute();
    await writeFacts(services.db, importId, facts);
    await failImport(services, importId, { reason: error.reason, ...error.place });
  }
  return readImport(services, importId);
}
