import type { Plugin } from 'vite';

/** V8's comment for a file whose functions are all compiled while it arrives. It must come first. */
const HINT = '//# allFunctionsCalledOnLoad\n';

/**
 * Has Chromium compile chunks in the background while they arrive, and not function by function in the midst of the first
 * screen. Other browsers ignore it.
 * @param isLater names the chunks that no screen needs at its start: they would only take memory
 */
export function compileAtOnce(isLater: RegExp): Plugin {
  return {
    name: 'compile-at-once',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      // Vite writes the first line of a chunk.
      order: 'post',
      handler(_, bundle) {
        for (const output of Object.values(bundle)) {
          if (output.type === 'chunk' && !isLater.test(output.name)) output.code = HINT + output.code;
        }
      },
    },
  };
}
