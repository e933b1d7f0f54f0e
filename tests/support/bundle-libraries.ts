import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Rolldown, build } from 'vite';

/** The portal's libraries of many files, each with a name for its bundle. */
const LIBRARIES = {
  antd: 'antd',
  'antd/locale/it_IT': 'antd-it',
  'antd/locale/en_GB': 'antd-en',
  '@ant-design/cssinjs': 'cssinjs',
  '@ant-design/icons': 'icons',
  '@hookform/resolvers/zod': 'hook-form-zod',
  '@react-google-maps/api': 'google-maps',
  '@refinedev/antd': 'refine-antd',
  '@refinedev/core': 'refine-core',
  '@refinedev/react-hook-form': 'refine-hook-form',
  '@refinedev/react-router': 'refine-router',
  '@tanstack/react-query': 'react-query',
  cmdk: 'cmdk',
  dayjs: 'dayjs',
  'dayjs/plugin/customParseFormat': 'dayjs-parse',
  'react-hook-form': 'hook-form',
  'react-i18next': 'react-i18next',
  'react-router-dom': 'router',
};

/** Testing Library and zustand take these from Node, and there must be one copy of each. */
const FROM_NODE = [/^react$/, /^react\//, /^react-dom$/, /^react-dom\//, /^i18next$/, /^zod/, /^node:/];

const FOLDER = resolve('node_modules/.cache/bundled-libraries');

/** Each library with the file that has it whole, for `resolve.alias`. */
export const bundledLibraries = Object.entries(LIBRARIES).map(([library, name]) => ({
  find: new RegExp(`^${library}$`),
  replacement: join(FOLDER, `${name}.mjs`),
}));

/** Vite searches a library only for a file that imports it. */
function resolveLibrary(this: Rolldown.PluginContext, library: string, importer: string | undefined) {
  return importer === undefined ? this.resolve(library, resolve('package.json')) : undefined;
}

/**
 * Bundles the libraries, unless they are there already: a worker needs a tenth of the processor time for a bundle that
 * it needs for a thousand files.
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
    plugins: [{ name: 'libraries', enforce: 'pre', resolveId: resolveLibrary }],
    build: {
      outDir: unfinished,
      minify: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(LIBRARIES).map(([library, name]) => [name, library])),
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
