import react from '@vitejs/plugin-react';
import { type Rolldown, defineConfig } from 'vite';
import { antdStyles } from './scripts/antd-styles.ts';
import { compileAtOnce } from './scripts/compile-at-once.ts';
import { compressAssets } from './scripts/compress-assets.ts';
import { omitSummaries } from './scripts/omit-summaries.ts';
import { openingTexts } from './scripts/opening-texts.ts';
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

/**
 * The chunk of the component library. It is one chunk, because parts of it would import each other, but without the
 * icons and parts of a single screen.
 */
const ANTD =
  /node_modules\/(?!.*\/((Barcode|Filter|History|Inbox|Lock|PaperClip|Shop|Wallet)Outlined|(File|Picture)TwoTone)|rc-(progress|upload)|antd\/es\/(progress|upload))(antd|@refinedev\/(antd|ui-types)|sunflower-antd|rc-[a-z-]+|@rc-component|@ant-design\/(?!charts|plots|graphs)[a-z0-9-]+|@emotion|stylis|classnames|react-is|resize-observer-polyfill|throttle-debounce|(compute-)?scroll-into-view(-if-needed)?|copy-to-clipboard|toggle-selection|json2mq|string-convert)\//;

/**
 * Parts of the component library in their own chunks, by name: the library's parts and our components that use them.
 * They must be listed, because the library's index imports everything.
 */
const PARTS = {
  dates: [
    /node_modules\/((rc-picker|antd\/es\/(date|time)-picker)\/(?!.*\blocale\b)|dayjs\/)/,
    /\/src\/components\/(fields\/(date-field|month-field|day)\.|period-form\/)/,
  ],
  dialogs: [
    /node_modules\/(antd\/es\/(modal|skeleton)|rc-dialog)\/(?!.*\blocale\b)/,
    /\/src\/components\/(dialog|command-dialogs|action-button\/use-second-press)(?!.*(outcome-question|waiting-notice|command-message))/,
  ],
  tables: [
    /node_modules\/(antd\/es\/(table|pagination|menu|dropdown|tree|checkbox|radio|spin)|rc-(table|tree|menu|dropdown|pagination|checkbox))\/(?!.*\blocale\b)/,
    /\/src\/components\/data-table\/data-table\.tsx/,
  ],
} as const;

/** Code that only operators need. */
const ADMIN = /\/contract\/((calls|entities)\/admin|rules\/vat)|\/src\/resources\/admin(-shared)?\//;

const FORMS = /node_modules\/(react-hook-form|@hookform)\//;

/** Code that screens with a form share and lists do not need. */
const WITH_FORMS =
  /\/src\/(components\/(detail-card|patient(?!\/patient-name)|sale-facts)\/|components\/fields\/typeahead|hooks\/two-phase-command\/(?!verify-outcome)|providers\/session\/selected-store)/;

/**
 * Code that loads with the first call: contract and its reader, HTTP client. Not the rules of a single screen.
 */
const CALLS =
  /\/contract\/(?!rules\/(ean|fiscal-code))|\/src\/providers\/(http(?!\/long-list)|data)\/|node_modules\/(zod|big\.js|axios)\//;

/**
 * Code that screens share. Without the palette, charts, maps, the rendered screens, the idle warning, the question
 * before leaving a cart, and the code of public pages only. Code for few screens loads with them.
 */
const SHARED =
  /\/src\/(hooks(?!\/use-long-list)|providers(?!\/http\/long-list)|resources|components\/(?!charts|palette|idle|leaving|public-page|resource\/|store-map|native-dialog|legal-document|budget-cards|receipt-printing))|node_modules\/(@babel\/runtime|tslib|lodash-es)\//;

/** The largest chunks that load after a screen is usable: charts and maps. */
const LATER = /^(plot|island-map|google-store-map)$/;

type ModulesOf = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>;

function needs(packages: RegExp, id: string, modules: ModulesOf, met = new Set<string>()): boolean {
  if (packages.test(id)) return true;
  if (met.has(id)) return false;
  met.add(id);
  const imported = modules.getModuleInfo(id)?.importedIds ?? [];
  return imported.some((next) => needs(packages, next, modules, met));
}

/** The chunk of a module, chosen so that no screen loads the component library or the calls without need. */
function chunkOf(id: string, modules: ModulesOf): string | null {
  if (ADMIN.test(id)) return 'admin';
  const isOurs = SHARED.test(id) && !id.includes('node_modules');
  for (const [name, [library, ours]] of Object.entries(PARTS)) {
    if (library.test(id) || (isOurs && needs(ours, id, modules))) return name;
  }
  if (FORMS.test(id) || WITH_FORMS.test(id) || (isOurs && needs(FORMS, id, modules))) return 'forms';
  if (ANTD.test(id) || (isOurs && needs(ANTD, id, modules))) return 'antd';
  if (CALLS.test(id) || (isOurs && needs(CALLS, id, modules))) return 'calls';
  return SHARED.test(id) ? 'shared' : null;
}

export default defineConfig({
  plugins: [
    react(),
    omitSummaries(),
    refuseWrongTexts(),
    openingTexts(),
    publicMark(),
    antdStyles(),
    refuseCircles(),
    compileAtOnce(LATER),
    compressAssets(),
  ],
  build: {
    target: 'es2022',
    manifest: true,
    // Browsers that cannot preload modules load them when they are imported.
    modulePreload: { polyfill: false },
    // One style sheet, because a failed part would not be loaded again.
    cssCodeSplit: false,
    // The content security policy forbids fonts and scripts in data URLs.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      treeshake: { moduleSideEffects: [{ test: UNUSED, sideEffects: false }] },
      output: {
        codeSplitting: {
          groups: [
            { name: 'shell', tags: ['$initial'] },
            { name: chunkOf, debugName: 'shared' },
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
