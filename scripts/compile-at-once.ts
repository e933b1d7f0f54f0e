import type { Plugin } from 'vite';

/** V8's comment for a file whose functions are all compiled while it arrives. It must come first. */
const HINT = '//# allFunctionsCalledOnLoad\n';

/**
 * Has Chromium compile chunks in the background while they arrive, and not function by function in the midst of the first
 * screen. Other browsers ignore it. A source map would be a line off.
 * @param isLater names the chunks that load after a screen is usable: they would only take memory
 */
export function compileAtOnce(isLater: RegExp): Plugin {
  return {
    name: 'compile-at-once',
    apply: 'build',
    // The bytes of a file must not change while its name stays.
    augmentChunkHash: ({ name }) => (isLater.test(name) ? '' : HINT),
    generateBundle: {
      // After Vite has written a first line of its own, which the comment must precede.
      order: 'post',
      handler(_, bundle) {
        for (const output of Object.values(bundle)) {
          if (output.type === 'chunk' && !isLater.test(output.name)) output.code = HINT + output.code;
        }
      },
    },
  };
}
