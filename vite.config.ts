import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { askAgain } from './scripts/ask-again.ts';
import { compressAssets } from './scripts/compress-assets.ts';
import { leaveOutUnused } from './scripts/leave-out-unused.ts';
import { openingTexts } from './scripts/opening-texts.ts';
import { refuseWrongTexts } from './scripts/refuse-wrong-texts.ts';

const server = `http://localhost:${process.env.PORT ?? '3000'}`;

/** Packages whose modules do nothing but define: whatever of them is not used may be left out. */
const PURE_PACKAGES =
  /node_modules\/(@refinedev|qs|papaparse|pluralize|error-stack-parser|rc-[a-z-]+|@rc-component|@ant-design\/(cssinjs|cssinjs-utils|icons|icons-svg|colors|fast-color)|@babel\/runtime|classnames|resize-observer-polyfill|throttle-debounce)\//;

/** The component library and the packages that it alone is made of: all of them, or chunks would import each other. */
const ANTD =
  /node_modules\/(antd|rc-[a-z-]+|@rc-component|@ant-design\/(?!charts|plots|graphs)[a-z0-9-]+|@emotion|stylis|classnames|dayjs|react-is|resize-observer-polyfill|throttle-debounce|(compute-)?scroll-into-view(-if-needed)?|copy-to-clipboard|toggle-selection|json2mq|string-convert)\//;

/** What the shell and the code that comes late have in common: one file, which weighs less than a dozen small ones. */
const SHELL =
  /src\/(components\/layout\/content-id\.ts|providers\/(connection|i18n|loading|notifications|(fetch-file|navigation|paths|query-client|runtime-config)\.ts|session\/(memory-value|newest-pair|session-mark|stored-value|tokens)\.ts))/;

/** The router's package leads bundlers to its development build, warnings and all (docs/decisions/0014). */
const ROUTER = fileURLToPath(new URL('node_modules/react-router/dist/production', import.meta.url));

export default defineConfig({
  resolve: {
    alias: [{ find: /^react-router$/, replacement: `${ROUTER}/index.mjs` }],
  },
  plugins: [react(), refuseWrongTexts(), leaveOutUnused(), askAgain(), openingTexts(), compressAssets()],
  build: {
    target: 'es2022',
    manifest: true,
    // The content security policy allows no font and no script from a data address.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      treeshake: { moduleSideEffects: [{ test: PURE_PACKAGES, sideEffects: false }] },
      output: {
        codeSplitting: {
          // One file for all work screens: cut by who shares what, it weighs more and is fetched in parts anew.
          // The helpers stand apart, or the charts, which need them too, would bring the component library.
          groups: [
            { name: 'antd', test: ANTD },
            { name: 'shell', test: SHELL },
            { name: 'helpers', test: /node_modules\/@babel\/runtime\// },
          ],
          // React stays with the shell, which the public pages load too.
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
