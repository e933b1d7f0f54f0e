import { FinalError, fetchFile } from './fetch-file.ts';

/** The legal pages that an operator may have; their addresses. */
export interface LegalLinks {
  readonly privacy?: string;
  readonly legalNotes?: string;
  readonly accessibility?: string;
}

/** `/config.json` of the portal (design §7), so that one bundle serves every environment. */
export interface RuntimeConfig {
  /** Where the API is; empty for the origin of the portal. */
  readonly apiBaseUrl: string;
  /** What the sign-on call sends; name and password are the basic authentication of the two sign-on calls. */
  readonly sso: { readonly clientId: string; readonly username: string; readonly password: string };
  /** Empty where the operator has named no mailbox. */
  readonly supportEmail: string;
  /** Empty where the operator has no key; the store locator then shows no map of that kind. */
  readonly googleMapsApiKey: string;
  /** Empty where the operator has no tiles; the map without the maps script then shows the bare outline. */
  readonly mapTilesUrl: string;
  /** Optional: who made the tiles, as their licence wants it said. */
  readonly mapTilesAttribution?: string;
  /** Optional: where the regional health site is, to which the support page refers (§2). */
  readonly regionalHealthSiteUrl?: string;
  /** Optional: links of the footer to pages outside the portal (§2). */
  readonly legalLinks?: LegalLinks;
}

/** Where the configuration is; what is wrong with it begins with this path. */
export const CONFIG_URL = '/config.json';

const NEEDED = ['apiBaseUrl', 'sso.clientId', 'sso.username', 'sso.password'] as const;
const OPTIONAL = [
  'supportEmail',
  'googleMapsApiKey',
  'mapTilesUrl',
  'mapTilesAttribution',
  'regionalHealthSiteUrl',
  'legalLinks.privacy',
  'legalLinks.legalNotes',
  'legalLinks.accessibility',
] as const;
const SECTIONS = ['sso', 'legalLinks'] as const;

type TextKey = (typeof NEEDED | typeof OPTIONAL)[number];

/** A key of the configuration that is missing, or that is no text or no section of texts. */
export interface ConfigProblem {
  readonly key: TextKey | (typeof SECTIONS)[number];
  readonly kind: 'missing' | 'notText' | 'notSection';
}

/** A configuration with keys that are wrong; each is named. */
export class ConfigError extends FinalError {
  readonly problems: readonly ConfigProblem[];

  constructor(problems: readonly ConfigProblem[]) {
    super(`${CONFIG_URL}: ${problems.map(({ key }) => key).join(', ')}`);
    this.problems = problems;
  }
}

let loaded: RuntimeConfig | undefined;

/** What stands under a key, which names its section before a point; null is as absent. */
function valueAt(file: unknown, key: string): unknown {
  return key.split('.').reduce((section, name) => {
    const fields = typeof section === 'object' ? Object.entries(section ?? {}) : [];
    return new Map<string, unknown>(fields).get(name) ?? undefined;
  }, file);
}

function problemsOf(file: unknown): ConfigProblem[] {
  const isMissing = (key: string) => valueAt(file, key) === undefined;
  const isNoText = (key: string) => !isMissing(key) && typeof valueAt(file, key) !== 'string';
  const isNoSection = (key: string) => !isMissing(key) && typeof valueAt(file, key) !== 'object';
  return [
    ...SECTIONS.filter(isNoSection).map((key) => ({ key, kind: 'notSection' }) as const),
    ...NEEDED.filter(isMissing).map((key) => ({ key, kind: 'missing' }) as const),
    ...[...NEEDED, ...OPTIONAL].filter(isNoText).map((key) => ({ key, kind: 'notText' }) as const),
  ];
}

/** The configuration of a file in which nothing is wrong; an empty text is as absent. */
function configOf(file: unknown): RuntimeConfig {
  const optional = (key: TextKey) => {
    const value = valueAt(file, key);
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const text = (key: TextKey) => optional(key) ?? '';
  return {
    apiBaseUrl: text('apiBaseUrl'),
    sso: { clientId: text('sso.clientId'), username: text('sso.username'), password: text('sso.password') },
    supportEmail: text('supportEmail'),
    googleMapsApiKey: text('googleMapsApiKey'),
    mapTilesUrl: text('mapTilesUrl'),
    mapTilesAttribution: optional('mapTilesAttribution'),
    regionalHealthSiteUrl: optional('regionalHealthSiteUrl'),
    legalLinks: {
      privacy: optional('legalLinks.privacy'),
      legalNotes: optional('legalLinks.legalNotes'),
      accessibility: optional('legalLinks.accessibility'),
    },
  };
}

/**
 * Fetches the configuration, before the first render.
 * @throws Error when the file is missing or malformed; the entry point shows a readable page then (design §7)
 */
export async function loadRuntimeConfig(): Promise<void> {
  const file = await fetchFile(CONFIG_URL, 'no-cache');
  const problems = problemsOf(file);
  if (problems.length > 0) throw new ConfigError(problems);
  loaded = configOf(file);
}

/** Whether the configuration has been loaded. */
export function hasRuntimeConfig(): boolean {
  return loaded !== undefined;
}

/**
 * The configuration.
 * @throws Error before it has been loaded
 */
export function runtimeConfig(): RuntimeConfig {
  if (!loaded) throw new Error(`${CONFIG_URL} has not been loaded`);
  return loaded;
}
