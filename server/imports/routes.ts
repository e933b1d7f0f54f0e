import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/admin/imports.ts';
import { readKinds } from '#server/database/dossier-kinds.ts';
import { IMPORT_FILE_LIMIT, type IncomingFile } from '#contract/admin/imports.ts';
import { romeDay } from '#contract/rules/dates.ts';
import { sheetFile } from '#server/documents/sheet-file.ts';
import { type Sheet, sheetOf } from '#server/documents/sheet.ts';
import { serializePagination } from '#server/http/answers.ts';
import { parseFiles } from '#server/http/bodies.ts';
import { registerDocumentRoute, registerRoute } from '#server/http/routes.ts';
import texts from '../../public/locales/it/admin-imports.json' with { type: 'json' };
import type { Services } from '#server/services.ts';
import { labelOf } from './column-names.ts';
import { readInThread } from './files/read-in-thread.ts';
import { sayProblem } from './import-file.ts';
import type { LineProblem } from './import-kind.ts';
import { deleteImport, type ImportRun, readAllImports, searchImports, startImport } from './imports.ts';
import { KINDS } from './kinds.ts';
import { receiveFile } from './receive-file.ts';
import { refusedLinesSheet, showImport } from './show-import.ts';

async function* nothing(): AsyncGenerator<readonly never[], void, undefined> {
  await Promise.resolve();
  yield [];
}

/** A template for an import: the columns and one example line. A spreadsheet keeps what is typed into it as text. */
function templateSheet(columns: readonly { readonly name: string; readonly example: string }[]): Sheet {
  return {
    columns: columns.map(({ name }) => name),
    isText: columns.map(() => true),
    batches: nothing(),
    toRows: () => [],
    facts: () => [columns.map(({ example }) => example)],
  };
}

/** The files that were sent, in the words of their screen. */
function importsSheet(batches: Sheet<ImportRun>['batches']): Sheet<ImportRun> {
  const { counted } = texts;
  const count = (name: 'created' | 'changed' | 'unchanged' | 'refused') => ({
    title: counted[name],
    cell: (run: ImportRun) => run[name],
  });
  return sheetOf(
    [
      { title: texts.time, cell: ({ createTime }) => createTime },
      { title: texts.sentBy, isText: true, cell: ({ username }) => username },
      { title: texts.kind, isText: true, cell: ({ kind }) => texts.kinds[kind] },
      { title: texts.name, isText: true, cell: ({ fileName }) => fileName },
      { title: texts.facts.state, isText: true, cell: ({ state }) => texts.state[state] },
      ...(['created', 'changed', 'unchanged', 'refused'] as const).map(count),
    ],
    batches,
    () => [],
  );
}

/** The files that an operator of the region uploads, checks and imports (docs/imports.md). */
export async function registerImportsRoutes(app: FastifyInstance, services: Services): Promise<void> {
  await app.register((receiving, _options, done) => {
    parseFiles(receiving, IMPORT_FILE_LIMIT + 1);
    registerRoute(
      receiving,
      services,
      calls.uploadImport,
      async ({ params: { kind }, query, body }, { userId }, { client }) => {
        const { fileName, bytes } = body.file as IncomingFile;
        const order = {
          kind,
          most: IMPORT_FILE_LIMIT,
          meant: query.columns ?? [],
          withHidden: query.hiddenRows === 'READ',
          reading: { today: romeDay(services.now()), kinds: await readKinds(services.db) },
        };
        const source = readInThread(bytes, order, client.signal);
        return { row: await receiveFile(services, { kind, fileName, userId }, source) };
      },
    );
    done();
  });

  registerRoute(app, services, calls.searchImports, async ({ query }) => {
    const found = await searchImports(services, query);
    return { rows: found.rows, pagination: serializePagination(found) };
  });

  registerDocumentRoute(app, services, calls.downloadImports, ({ query: { format } }, _principal, { signal }) => {
    const batches = readAllImports(services, signal);
    return Promise.resolve(sheetFile(`importazioni-${romeDay(services.now())}`, format, importsSheet(batches)));
  });

  registerRoute(app, services, calls.readImport, async ({ params }, principal) => {
    const { row, ...lines } = await showImport(services, principal, params.id);
    return { row, ...lines };
  });

  registerRoute(app, services, calls.startImport, async ({ params, body }, { userId, address, trace, callerTrace }) => {
    const started = await startImport(
      services,
      { userId, address, trace, callerTrace },
      params.id,
      body.onlyIfNoneRefused ?? false,
    );
    return { row: started };
  });

  registerRoute(app, services, calls.deleteImport, async ({ params }) => ({
    row: await deleteImport(services, params.id),
  }));

  registerDocumentRoute(app, services, calls.downloadRefusedLines, async ({ params, query }, principal, { signal }) => {
    const say = (problem: LineProblem) => sayProblem('it', problem);
    const { kind, sheet } = await refusedLinesSheet(services, principal, params.id, { say, signal });
    return sheetFile(`importazione-${params.id}-${kind}-scarti`, query.format, sheet);
  });

  registerDocumentRoute(app, services, calls.downloadImportTemplate, ({ params: { kind }, query }) => {
    const columns = KINDS[kind].columns.map(({ name, example }) => ({ name: labelOf(name), example }));
    return Promise.resolve(sheetFile(kind, query.format, templateSheet(columns)));
  });
}
