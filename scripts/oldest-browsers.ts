import type { CompatStatement, SimpleSupportStatement } from '@mdn/browser-compat-data/types';
import type { Plugin } from 'vite';
import packageFile from '../package.json' with { type: 'json' };

/** The chunk of src/older-browsers.ts, and the functions that it fills in. */
const FILLING = 'older-browsers';
const FILLED = new Set(['AbortSignal.any', 'AbortSignal.timeout', 'URL.canParse', 'toReversed', 'toSorted']);

/** Functions that are asked for before they are used, texts, and functions of libraries and of ours with the same name. */
const OTHERS = new Set([
  ...['checkVisibility', 'OffscreenCanvas', 'segment', 'Segmenter', 'startViewTransition'],
  'requestSubmit',
  ...['drop', 'getType', 'imageSizes', 'intersection', 'isValid', 'take', 'toArray', 'when'],
]);

/** Where a page finds its functions. Names of others, such as those of a graphics card, are too usual. */
const OF_PAGES =
  /^(Abort\w+|Array|Blob|Clipboard\w*|Crypto|CSSStyleSheet|DateTimeFormat|Document|Element|Event\w*|File|FormData|Headers|HTML\w+|Iterator|Map|Math|Navigator|Node|Number\w*|Object|Performance|Promise|Range|ReadableStream|RegExp|Request|Response|Segmenter|Selection|Set|String|URL\w*|WeakMap|Window)$/;

/** Safari before 16.4 does not read a script with it at all. */
const LOOKBEHIND = String.raw`\(\?<[=!]`;

/** The oldest version of each browser in which the portal works, as package.json lists them. */
const OLDEST = packageFile.browserslist.map((line) => {
  const [, browser, version] = /^(\w+) >= ([\d.]+)$/.exec(line) ?? [];
  if (browser === undefined || version === undefined) throw new Error(`package.json: unreadable browser: ${line}`);
  return { browser, version };
});

/** Vite's target for scripts and styles. */
export const BUILD_TARGET = OLDEST.map(({ browser, version }) => `${browser.replace('ios_saf', 'ios')}${version}`);

/** The name of a browser in MDN's data. */
function nameOf(browser: string): 'chrome' | 'edge' | 'firefox' | 'safari' | 'safari_ios' {
  return browser === 'ios_saf' ? 'safari_ios' : (browser as 'chrome' | 'edge' | 'firefox' | 'safari');
}

function isIn({ version_added: since }: SimpleSupportStatement, version: string): boolean {
  if (typeof since !== 'string' || since === 'preview') return false;
  return since.replace('≤', '').localeCompare(version, 'en', { numeric: true }) <= 0;
}

function isNewer({ support }: CompatStatement): boolean {
  return OLDEST.some(({ browser, version }) => {
    const known = support[nameOf(browser)];
    return known !== undefined && ![known].flat().some((one) => isIn(one, version));
  });
}

interface Described {
  readonly __compat?: CompatStatement;
}

function partsOf(described: Described): [string, Described][] {
  return Object.entries(described as Record<string, Described>).filter(([name]) => name !== '__compat');
}

/** A function or property of a class or of its objects. */
interface Member {
  readonly owner: string;
  readonly name: string;
  /** Whether only the class has it. */
  readonly isStatic: boolean;
  /** Whether older ones of other classes have this name too, so that a script does not tell which is meant. */
  readonly isUsual: boolean;
}

/** What is newer than the browsers of package.json, by MDN's data: whole classes, and members of those that pages use. */
export async function newerThanOldest(): Promise<{ readonly classes: string[]; readonly members: Member[] }> {
  const { default: mdn } = await import('@mdn/browser-compat-data/forLegacyNode');
  const builtins: Described = mdn.javascript.builtins ?? {};
  const owners = [mdn.api, builtins, mdn.javascript.builtins?.Intl ?? {}].flatMap((all) => partsOf(all));
  const classes = owners.flatMap(([owner, { __compat }]) => (__compat && isNewer(__compat) ? [owner] : []));
  const usual = new Set<string>();
  const found: Omit<Member, 'isUsual'>[] = [];
  for (const [owner, described] of owners) {
    for (const [key, { __compat }] of partsOf(described)) {
      const [, name, ofClass] = /^(\w+?)(_static)?$/.exec(key) ?? [];
      if (!__compat || name === undefined || name === owner || key.endsWith('_event')) continue;
      if (!isNewer(__compat)) usual.add(name);
      else if (OF_PAGES.test(owner)) found.push({ owner, name, isStatic: ofClass !== undefined });
    }
  }
  return { classes, members: found.map((one) => ({ ...one, isUsual: usual.has(one.name) })) };
}

/** What finds in a script what is newer. */
async function newerPattern(): Promise<RegExp> {
  const { classes, members } = await newerThanOldest();
  const named = members.map(({ owner, name }) => `${owner}\\.${name}`).join('|');
  const ofObjects = members.flatMap(({ name, isUsual }) => (isUsual ? [] : [name])).join('|');
  return new RegExp(
    `${LOOKBEHIND}|\\b(${named})\\b|\\.(${ofObjects})\\(|\\bnew (?:\\w+\\.)?(${classes.join('|')})\\b`,
    'g',
  );
}

/** Fails the build when a script uses what is newer than the browsers of package.json and is not filled in. */
export function refuseNewerFunctions(): Plugin {
  return {
    name: 'refuse-newer-functions',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const pattern = await newerPattern();
      const problems: string[] = [];
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || chunk.name === FILLING) continue;
        for (const { 0: found, 1: ofClass, 2: method, 3: constructor, index } of chunk.code.matchAll(pattern)) {
          const name = ofClass ?? method ?? constructor ?? found;
          if (FILLED.has(name) || OTHERS.has(name)) continue;
          problems.push(`${name} in ${chunk.fileName}: …${chunk.code.slice(Math.max(index - 60, 0), index + 60)}…`);
        }
      }
      if (problems.length > 0) this.error(['Newer than the browsers of package.json:', ...problems].join('\n  '));
    },
  };
}
