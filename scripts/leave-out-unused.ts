import type { Plugin } from 'vite';

/** What stands in for a module that is loaded but never used here, and why it is not. */
interface Substitute {
  readonly module: RegExp;
  readonly why: string;
  readonly code: string;
}

const SUBSTITUTES: readonly Substitute[] = [
  {
    module: /\/lodash-es\/isEqual\.js$/,
    why: 'Refine compares plain data only: filters, orders and what it was given; anything else is itself or another.',
    code: `const isPlain = (value) => Array.isArray(value) || Object.prototype.toString.call(value) === '[object Object]';
      export default function isEqual(one, other) {
        if (Object.is(one, other)) return true;
        if (!isPlain(one) || !isPlain(other) || Object.getPrototypeOf(one) !== Object.getPrototypeOf(other)) return false;
        const keys = Object.keys(one);
        return (
          keys.length === Object.keys(other).length &&
          keys.every((key) => Object.hasOwn(other, key) && isEqual(one[key], other[key]))
        );
      }`,
  },
  {
    module: /\/pluralize\/pluralize\.js$/,
    why: 'Refine makes English names of resources with it, for texts that are all in the locales here.',
    code: `const same = (word) => word;
      module.exports = Object.assign(same, { plural: same, singular: same });`,
  },
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
  {
    module: /\/html2canvas\/dist\/html2canvas\.js$/,
    why: 'It pictures HTML inside a canvas; our charts hold none, and nobody exports them.',
    code: 'export default () => Promise.reject(new Error("left out of the bundle"));',
  },
  {
    module: /\/@antv\/g2\/esm\/lib\/geo\.js$/,
    why: 'No chart is a map.',
    code: 'export const geolib = () => ({});',
  },
  {
    module: /\/@antv\/g2\/esm\/lib\/graph\.js$/,
    why: 'No chart is a network or a tree.',
    code: 'export const graphlib = () => ({});',
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
