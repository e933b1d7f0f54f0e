import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { type Rolldown, defineConfig } from 'vite';
import { antdStyles } from './scripts/antd-styles.ts';
import { compileAtOnce } from './scripts/compile-at-once.ts';
import { compressAssets } from './scripts/compress-assets.ts';
import { BUILD_TARGET, refuseNewerFunctions } from './scripts/oldest-browsers.ts';
import { publicMark } from './scripts/public-mark.ts';
import { refuseCircles } from './scripts/refuse-circles.ts';
import { refuseWrongTexts } from './scripts/refuse-wrong-texts.ts';

const server = `http://localhost:${process.env.PORT ?? '3000'}`;

/**
 * Modules of Refine, of antd and of what these depend on, that the portal does not use, or that do not declare themselves
 * free of side effects. They are marked as such, so that unused parts are left out of the bundle.
 */
export const UNUSED =
  /node_modules\/(@rc-component|rc-[a-z-]+|react-markdown|remark-[a-z-]+|micromark[a-z-]*|mdast[a-z-]*|unified|vfile[a-z-]*|@ant-design\/pro-[a-z-]+|sunflower-antd|qs|papaparse|error-stack-parser|stackframe|dayjs(?!\/locale))\//;

/** Date pickers: the library's largest part, which few screens use. */
const DATES = /node_modules\/((rc-picker|antd\/es\/(date|time)-picker)\/(?!.*\blocale\b)|dayjs\/)/;

/** The component library, its forms, and what only they use. It is one chunk, because its parts import each other. */
const ANTD =
  /node_modules\/(antd|@refinedev\/(antd|ui-types|react-hook-form)|react-hook-form|@hookform|sunflower-antd|rc-[a-z-]+|@rc-component|@ant-design\/(?!charts|plots|graphs)[a-z0-9-]+|@emotion|stylis|classnames|react-is|resize-observer-polyfill|throttle-debounce|(compute-)?scroll-into-view(-if-needed)?|copy-to-clipboard|toggle-selection|json2mq|string-convert)\//;

/** What both maps use to group the stores. */
const MAP = /node_modules\/(supercluster|kdbush)\//;

/** The operators' resources and their calls. */
const ADMIN = /\/contract\/admin\/|\/src\/resources\/administration/;

/** What the operators' screens share. */
const RECORDS = /\/src\/(components\/resource|pages\/administration)\//;

const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
/** The entry point, what renders the portal, and what makes a call. The last two load without each other. */
const ENTRY = fileOf('src/main.ts');
const START = fileOf('src/start.tsx');
const CALLS = [
  'src/providers/api/http-client.ts',
  ...['authentication', 'features', 'businesses', 'asl'].map((name) => `contract/calls/${name}.ts`),
].map(fileOf);

/** The largest chunks that load after a screen is usable: charts and maps. */
const LATER = /^(plot|island-map|google-store-map)$/;

type ModulesOf = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>;

/** Whether a module of ours imports such a package or module, or imports another of ours that does. */
function uses(packages: RegExp, id: string, modules: ModulesOf, met = new Set<string>()): boolean {
  if (packages.test(id)) return true;
  if (met.has(id) || id.includes('node_modules')) return false;
  met.add(id);
  const imported = modules.getModuleInfo(id)?.importedIds ?? [];
  return imported.some((next) => uses(packages, next, modules, met));
}

/** A module and what it imports at once. */
function withImports(id: string, modules: ModulesOf, met = new Set<string>()): Set<string> {
  if (met.has(id)) return met;
  met.add(id);
  for (const next of modules.getModuleInfo(id)?.importedIds ?? []) withImports(next, modules, met);
  return met;
}

/** The chunk of a module that loads first. What both the start and the calls need comes with the entry point. */
function firstChunkOf(id: string, modules: ModulesOf): string | null {
  const isOf = (file: string) => withImports(file, modules).has(id);
  const [isOfStart, isOfCalls] = [isOf(START), CALLS.some(isOf)];
  if (isOf(ENTRY) || (isOfStart && isOfCalls)) return 'index';
  if (isOfCalls) return 'calls';
  return isOfStart ? 'start' : null;
}

/** The chunk of a module that several screens share: that of the largest library it needs. */
function chunkOf(id: string, modules: ModulesOf): string | null {
  // A global style sheet leaves no code behind that a page would need.
  if (/(?<!\.module)\.css$/.test(id)) return null;
  if (uses(MAP, id, modules)) return 'map';
  if (uses(DATES, id, modules)) return 'dates';
  if (uses(ANTD, id, modules)) return 'antd';
  return /node_modules\/(?!@babel\/runtime|tslib|lodash-es)/.test(id) ? null : 'shared';
}

export default defineConfig({
  plugins: [
    react(),
    refuseWrongTexts(),
    publicMark(),
    antdStyles(),
    refuseCircles(),
    refuseNewerFunctions(),
    compileAtOnce(LATER),
    compressAssets(),
  ],
  css: {
    postcss: {
      plugins: [
        {
          // Styles taken over by `composes … from` come without the name of their file, and Vite could not find what
          // they refer to.
          postcssPlugin: 'composed-styles',
          OnceExit(root) {
            root.walkDecls((declaration) => {
              if (declaration.source?.input.file === undefined) declaration.source = root.source;
            });
          },
        },
      ],
    },
  },
  build: {
    target: BUILD_TARGET,
    manifest: true,
    license: { fileName: 'third-party-notices.md' },
    // Browsers that cannot preload modules load them when they are imported.
    modulePreload: { polyfill: false },
    // One style sheet, because a failed part would not be loaded again.
    cssCodeSplit: false,
    // The content security policy forbids fonts and scripts in data URLs.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      // On a busy machine it tells how long plugins took.
      checks: { bundlerTimings: false },
      treeshake: { moduleSideEffects: [{ test: UNUSED, sideEffects: false }] },
      output: {
        codeSplitting: {
          groups: [
            { name: firstChunkOf, debugName: 'first' },
            { name: 'administration', test: ADMIN },
            { name: 'records', test: RECORDS, minShareCount: 2 },
            { name: chunkOf, minShareCount: 2, debugName: 'shared' },
          ],
          includeDependenciesRecursively: false,
        },
      },
    },
  },
  server: {
    port: Number(process.env.PORTAL_PORT ?? '5173'),
    strictPort: true,
    proxy: Object.fromEntries(['/api', '/sign-on', '/docs', '/config.json'].map((path) => [path, server])),
  },
});
