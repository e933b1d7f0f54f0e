import { cp } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'vite';

/** The entries of the bundle: the server, its settings, its commands and its threads. */
const ENTRIES = {
  server: 'server/main.ts',
  settings: 'server/settings/settings.ts',
  anonymise: 'server/commands/anonymise.ts',
  import: 'server/commands/import.ts',
  migrate: 'server/commands/migrate.ts',
  operator: 'server/commands/operator.ts',
  reconcile: 'server/commands/reconcile.ts',
  'document-thread': 'server/documents/document-thread.mjs',
  'hash-thread': 'server/pins/hash-thread.mjs',
  'reading-thread': 'server/imports/files/reading-thread.mjs',
  'sign-on-thread': 'server/sign-on/sign-on-thread.mjs',
};

/** OpenTelemetry, and what it needs. */
const TRACING = [
  /^@opentelemetry\//,
  '@fastify/otel',
  'balanced-match',
  'brace-expansion',
  'import-in-the-middle',
  'minimatch',
  'module-details-from-path',
  'require-in-the-middle',
];

const DEMO = resolve('demo');
const MIGRATIONS = 'server/database/migrations';

/**
 * Writes the server and its commands as JavaScript, because the loader of TypeScript takes most of the time of a start.
 * @param {string} folder two levels deep in the project: there the packages are found, and the portal in ../../dist
 */
export async function bundleServer(folder) {
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    // These packages have hundreds of small files, which load slowly and take much room.
    ssr: { noExternal: ['kysely', 'zod', ...TRACING] },
    build: {
      ssr: true,
      outDir: folder,
      target: 'node20',
      sourcemap: true,
      license: { fileName: 'third-party-notices.md' },
      // All files are in one folder, because modules look for data files beside themselves.
      rolldownOptions: {
        input: ENTRIES,
        output: {
          // The server starts a thread by the name of its source.
          entryFileNames: ({ name }) => (name.endsWith('-thread') ? '[name].mjs' : '[name].js'),
          // What a demonstration alone needs is told by its name: an image may leave it out.
          chunkFileNames: ({ facadeModuleId, moduleIds }) =>
            [facadeModuleId ?? '', ...moduleIds].some((id) => id.startsWith(DEMO))
              ? 'demo-[name]-[hash].js'
              : '[name]-[hash].js',
        },
      },
    },
  });
  await cp(MIGRATIONS, join(folder, 'migrations'), { recursive: true });
}
