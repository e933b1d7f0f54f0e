import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** The module by which Vite fetches what an `import()` needs; its function is `__vitePreload`. */
const VITES_HELPER = '\0vite/preload-helper.js';
const OURS = fileURLToPath(new URL('../src/providers/loading/late-code.ts', import.meta.url));

/** Makes every `import()` of the built portal one that can be tried again (docs/decisions/0021-late-code.md). */
export function askAgain(): Plugin {
  let isReplaced = false;
  return {
    name: 'ask-again',
    apply: 'build',
    enforce: 'pre',
    config: () => ({
      build: { modulePreload: { resolveDependencies: (file, needed) => [...new Set([file, ...needed])] } },
    }),
    load(id) {
      if (id !== VITES_HELPER) return null;
      isReplaced = true;
      return `export { importLate as __vitePreload } from ${JSON.stringify(OURS)};`;
    },
    buildEnd(error) {
      if (!error && !isReplaced) this.error('Vite loads code in another way now: see docs/decisions/0021-late-code.md');
    },
  };
}
