import react from '@vitejs/plugin-react';
import { type Rolldown, defineConfig } from 'vite';
import { compressAssets } from './scripts/compress-assets.ts';
import { openingTexts } from './scripts/opening-texts.ts';
import { publicMark } from './scripts/public-mark.ts';
import { refuseCircles } from './scripts/refuse-circles.ts';
import { refuseWrongTexts } from './scripts/refuse-wrong-texts.ts';

const server = `http://localhost:${process.env.PORT ?? '3000'}`;

/** What @refinedev/antd and Refine import and the portal never uses: without side effects, it is left out. */
export const UNUSED =
  /node_modules\/(react-markdown|remark-[a-z-]+|micromark[a-z-]*|mdast[a-z-]*|unified|vfile[a-z-]*|@ant-design\/pro-[a-z-]+|sunflower-antd|qs|papaparse)\//;

/** The component library and what only screens of work use: all of it, or chunks would import each other. */
const ANTD =
  /node_modules\/(antd|@refinedev\/(antd|react-hook-form|ui-types)|react-hook-form|@hookform|sunflower-antd|rc-[a-z-]+|@rc-component|@ant-design\/(?!charts|plots|graphs)[a-z0-9-]+|@emotion|stylis|classnames|react-is|resize-observer-polyfill|throttle-debounce|(compute-)?scroll-into-view(-if-needed)?|copy-to-clipboard|toggle-selection|json2mq|string-convert)\//;

/** The part of it that only screens with dates to choose need. */
const PICKER =
  /node_modules\/(rc-picker|antd\/es\/(date|time)-picker|dayjs\/plugin\/(?!localizedFormat))\/?(?!.*locale)/;

/** Our own that stands on it; the library's index imports all of it, so that it is to be named. */
const DATES = /\/src\/components\/(date-field|period-form)\//;

/** The part of it that only forms and dialogs need, and our own that stand on it. */
const FORMS =
  /node_modules\/(antd\/es\/(modal|input-number)|rc-dialog|rc-input-number|@rc-component\/mini-decimal|react-hook-form|@refinedev\/react-hook-form|@hookform)\/(?!.*locale)/;
const DIALOGS = /\/src\/components\/(dialog|command-dialogs)\//;

/** What comes with the first call: the contract and what reads it, the HTTP client, dates. */
const CALLS = /\/contract\/|\/src\/providers\/(http(?!\/long-list)|data)\/|node_modules\/(zod|big\.js|axios|dayjs)\//;

/** What screens share. The palette is no part of any, nor are the drawn screens. */
const SHARED =
  /\/src\/(hooks|providers(?!\/http\/long-list)|resources|components\/(?!palette|resource\/))|node_modules\/(@babel\/runtime|tslib|lodash-es)\//;

type ModulesOf = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>;

function needs(packages: RegExp, id: string, modules: ModulesOf, met = new Set<string>()): boolean {
  if (packages.test(id)) return true;
  if (met.has(id)) return false;
  met.add(id);
  const imported = modules.getModuleInfo(id)?.importedIds ?? [];
  return imported.some((next) => needs(packages, next, modules, met));
}

/** A shared module's chunk: none brings the component library, or the calls, to a screen that does without. */
function sharedChunk(id: string, modules: ModulesOf): string {
  if (needs(DATES, id, modules)) return 'period';
  if (needs(DIALOGS, id, modules)) return 'dialogs';
  if (needs(ANTD, id, modules)) return 'work';
  return needs(CALLS, id, modules) ? 'calls' : 'shared';
}

export default defineConfig({
  plugins: [react(), refuseWrongTexts(), openingTexts(), publicMark(), refuseCircles(), compressAssets()],
  build: {
    target: 'es2022',
    manifest: true,
    // One style sheet: a part that fails would not be asked for again.
    cssCodeSplit: false,
    // The content security policy allows no font and no script from a data address.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      treeshake: { moduleSideEffects: [{ test: UNUSED, sideEffects: false }] },
      output: {
        codeSplitting: {
          groups: [
            { name: 'shell', tags: ['$initial'] },
            { name: 'picker', test: PICKER },
            { name: 'forms', test: FORMS },
            { name: 'antd', test: ANTD },
            { name: sharedChunk, debugName: 'shared', test: new RegExp(`${CALLS.source}|${SHARED.source}`) },
          ],
          includeDependenciesRecursively: false,
        },
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: Object.fromEntries(['/api', '/sign-on', '/docs', '/config.json'].map((path) => [path, server])),
  },
});
