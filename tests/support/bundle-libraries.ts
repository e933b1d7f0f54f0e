import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Rolldown, build } from 'vite';
import { isFull } from '../extent.ts';

/** The portal's libraries of many files, and those that must be one copy with them. */
const LIBRARIES = [
  'antd',
  'antd/locale/it_IT',
  'antd/locale/en_GB',
  '@ant-design/cssinjs',
  '@ant-design/icons',
  '@ant-design/v5-patch-for-react-19',
  '@hookform/resolvers/zod',
  '@refinedev/antd',
  '@refinedev/core',
  '@refinedev/react-hook-form',
  '@refinedev/react-router',
  '@tanstack/react-query',
  'cmdk',
  'dayjs',
  'dayjs/locale/it',
  'dayjs/locale/en-gb',
  'dayjs/plugin/customParseFormat',
  'react-hook-form',
  'react-i18next',
  'react-router-dom',
];

const nameOf = (library: string) => library.replaceAll(/\W+/g, '-');

/** Testing Library and zustand take these from Node, and there must be one copy of each. */
const FROM_NODE = [/^react$/, /^react\//, /^react-dom$/, /^react-dom\//, /^i18next$/, /^zod/, /^node:/];

/** Only the development builds warn, which `npm run test:full` needs. */
const NODE_ENV = isFull ? 'development' : 'production';

const FOLDER = resolve('node_modules/.cache/bundled-libraries', NODE_ENV);

/** Each library with the file that has it whole, for `resolve.alias`. */
export const bundledLibraries = LIBRARIES.map((library) => ({
  find: new RegExp(`^${library}$`),
  replacement: join(FOLDER, `${nameOf(library)}.mjs`),
}));

/** Vite searches a library only for a file that imports it. */
function resolveLibrary(this: Rolldown.PluginContext, library: string, importer: string | undefined) {
  return importer === undefined ? this.resolve(library, resolve('package.json')) : undefined;
}

/**
 * Bundles the libraries, unless they are there already: a bundle takes a worker a fifth of the processor time
 * that a thousand files take.
 */
export default async function setup(): Promise<void> {
  const installed = await readFile('package-lock.json');
  const own = await readFile(import.meta.filename);
  const version = createHash('sha256').update(installed).update(own).digest('hex');
  if (existsSync(join(FOLDER, version))) return;
  const unfinished = `${FOLDER}-${process.pid}`;
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    define: { 'process.env.NODE_ENV': JSON.stringify(NODE_ENV) },
    resolve: { conditions: ['module', 'browser', NODE_ENV] },
    plugins: [{ name: 'libraries', enforce: 'pre', resolveId: resolveLibrary }],
    build: {
      outDir: unfinished,
      minify: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        input: Object.fromEntries(LIBRARIES.map((library) => [nameOf(library), library])),
        external: FROM_NODE,
        preserveEntrySignatures: 'strict',
        platform: 'node',
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  });
  await writeFile(join(unfinished, version), '');
  await rm(FOLDER, { recursive: true, force: true });
  await rename(unfinished, FOLDER);
}
