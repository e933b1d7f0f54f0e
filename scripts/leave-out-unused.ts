import type { Plugin } from 'vite';

/** What stands in for a module that is loaded but never used here, and why it is not. */
interface Substitute {
  readonly module: RegExp;
  readonly why: string;
  readonly code: string;
}

const SUBSTITUTES: readonly Substitute[] = [
  {
    module: /\/antd\/es\/table\/hooks\/useFilter\/FilterDropdown\.js$/,
    why: 'No table has filter menus in its head; without them no tree is needed.',
    code: 'export const flattenKeys = () => []; export default () => null;',
  },
  {
    module: /\/side-channel\/index\.js$/,
    why: 'Refine writes flat objects into the address; finding a cycle needs no more than a WeakMap.',
    code: `module.exports = () => {
      const seen = new WeakMap();
      return {
        assert: () => undefined,
        has: (key) => seen.has(key),
        get: (key) => seen.get(key),
        set: (key, value) => void seen.set(key, value),
        delete: (key) => seen.delete(key),
      };
    };`,
  },
];

/**
 * Leaves modules out of the bundle that its libraries always import and the portal never uses (design §5). The build
 * fails when one of them is no longer there, so that a new version of a library cannot undo it unnoticed.
 */
export function leaveOutUnused(): Plugin {
  const left = new Set<Substitute>();
  return {
    name: 'leave-out-unused',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      const substitute = SUBSTITUTES.find(({ module }) => module.test(id));
      if (!substitute) return null;
      left.add(substitute);
      return substitute.code;
    },
    buildEnd(error) {
      const missing = SUBSTITUTES.filter((substitute) => !left.has(substitute));
      if (error || missing.length === 0) return;
      this.error(`no longer in the build: ${missing.map(({ module }) => module.source).join(', ')}`);
    },
  };
}
