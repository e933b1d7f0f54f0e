/** The texts of one namespace in one language, by key. */
export type Texts = ReadonlyMap<string, string>;

/** The nested texts of a locale file. */
export interface NestedTexts {
  readonly [key: string]: string | NestedTexts;
}

const PLURAL_SUFFIX = /_(zero|one|two|few|many|other)$/;
const ASKED_KEY = /['"`]([a-z-]+:(?:[\w.]|\$\{[^}]*\})+)['"`]/g;
/** A key in a namespace that is only known at runtime. */
const RENDERED_KEY = /`\$\{[^}]*\}:((?:[\w.]|\$\{[^}]*\})+)`/g;
/** A placeholder before a word that may depend on its number: '{n} items', but not '{n}/page' or 'items: {n}'. */
const BEFORE_WORD = /\{(\w+)\} \p{L}/gu;
/** Placeholders that need no plural form: they are not a number of things, or (`months`, `times`) always a plural. */
const COUNTS_NOTHING = new Set([
  'decimals',
  'from',
  'id',
  'months',
  'ms',
  'page',
  'patient',
  'price',
  'quantity',
  'size',
  'time',
  'was',
]);

/** The texts of a file; nested keys are joined by dots. */
export function flatten(nested: NestedTexts, prefix = ''): Texts {
  const entries = Object.entries(nested).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] as const] : [...flatten(value, `${prefix}${key}.`)],
  );
  return new Map(entries);
}

/** The key without the suffix of its plural form, as the code uses it. */
export function askedAs(key: string): string {
  return key.replace(PLURAL_SUFFIX, '');
}

function areEqual(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return some.size === others.size && [...some].every((one) => others.has(one));
}

function placeholdersByKey(texts: Texts): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const [key, text] of texts) {
    const names = Array.from(text.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
    found.set(askedAs(key), new Set([...(found.get(askedAs(key)) ?? []), ...names]));
  }
  return found;
}

/** Keys that only one language has, and texts whose placeholders differ. */
export function differences(italian: Texts, english: Texts): string[] {
  const [first, second] = [placeholdersByKey(italian), placeholdersByKey(english)];
  return [...new Set([...first.keys(), ...second.keys()])].flatMap((key) => {
    const [ours, theirs] = [first.get(key), second.get(key)];
    if (!ours) return [`${key}: missing in Italian`];
    if (!theirs) return [`${key}: missing in English`];
    return areEqual(ours, theirs) ? [] : [`${key}: placeholders differ`];
  });
}

export function emptyTexts(texts: Texts): string[] {
  return [...texts].filter(([, text]) => text.trim() === '').map(([key]) => key);
}

function isCounted(text: string): boolean {
  if (text.includes('{count}')) return true;
  return Array.from(text.matchAll(BEFORE_WORD), ([, name = '']) => name).some((name) => !COUNTS_NOTHING.has(name));
}

/** Texts with a number that lack a plural form of their language, or have one that the language does not have. */
export function pluralProblems(language: string, texts: Texts): string[] {
  const forms = new Set<string>(new Intl.PluralRules(language).resolvedOptions().pluralCategories);
  const plural = new Map<string, Set<string>>();
  const problems: string[] = [];
  for (const [key, text] of texts) {
    const form = PLURAL_SUFFIX.exec(key)?.[1];
    if (form !== undefined) plural.set(askedAs(key), new Set([...(plural.get(askedAs(key)) ?? []), form]));
    else if (isCounted(text)) problems.push(`${key}: no plural forms`);
  }
  for (const [key, present] of plural) {
    if (!areEqual(present, forms)) problems.push(`${key}: needs ${[...forms].toSorted().join(', ')}`);
  }
  return problems;
}

function patternOf(key: string): RegExp {
  const pattern = key
    .replace(/\$\{[^}]*\}/g, '\0')
    .replaceAll('.', '\\.')
    .replaceAll('\0', '[\\w.]+');
  return new RegExp(`^${pattern}$`);
}

function patternsOf(code: string, keys: RegExp): ReadonlyMap<string, RegExp> {
  const written = new Set(Array.from(code.matchAll(keys), ([, key = '']) => key));
  return new Map(Array.from(written, (key) => [key, patternOf(key)]));
}

/** The keys in code as patterns; an interpolated part matches anything. */
export function askedKeys(code: string): ReadonlyMap<string, RegExp> {
  return patternsOf(code, ASKED_KEY);
}

/** The patterns of keys whose namespace is only known at runtime. */
export function renderedKeys(code: string): readonly RegExp[] {
  return [...patternsOf(code, RENDERED_KEY).values()];
}
