import { fetchFile, FinalError } from './api/files.ts';

/** The portal's `/config.json` (design §7), so that one bundle works in every environment. */
export interface RuntimeConfig {
  /** The URL of the API, without a slash at its end; empty for the portal's origin. */
  readonly apiBaseUrl: string;
  /** The data of the sign-on call. Name and password are the basic authentication of the two sign-on calls. */
  readonly sso: { readonly clientId: string; readonly username: string; readonly password: string };
  /** Empty if the operator has no mailbox. */
  readonly supportEmail: string;
  /** Empty if the operator has no key. The store locator then shows the portal's own map. */
  readonly googleMapsApiKey: string;
  /** Empty if the operator has no tiles. The portal's own map then shows the outline only. */
  readonly mapTilesUrl: string;
  /** Optional: the author of the tiles, as their licence requires. */
  readonly mapTilesAttribution?: string;
  /** Optional: the regional health site, a link of the support page (§2). */
  readonly regionalHealthSiteUrl?: string;
  /** Optional: the folder of the open data, which the store locator links to. */
  readonly openDataUrl?: string;
  /** Optional: for how many months it is kept who saw whose data, the audit, and who a patient without vouchers was. */
  readonly consultationMonths?: string;
  readonly auditMonths?: string;
  readonly patientMonths?: string;
  /** Optional: the operator's own legal pages, which the footer links to (§2). */
  readonly legalLinks?: { readonly privacy?: string; readonly legalNotes?: string; readonly accessibility?: string };
}

/** The URL of the configuration; error messages begin with it. */
export const CONFIG_URL = '/config.json';

const NEEDED = ['apiBaseUrl', 'sso.clientId', 'sso.username', 'sso.password'] as const;
const OPTIONAL = [
  'supportEmail',
  'googleMapsApiKey',
  'mapTilesUrl',
  'mapTilesAttribution',
  'regionalHealthSiteUrl',
  'openDataUrl',
  'consultationMonths',
  'auditMonths',
  'patientMonths',
  'legalLinks.privacy',
  'legalLinks.legalNotes',
  'legalLinks.accessibility',
] as const;
/** Those that are addresses: without a scheme they would be taken for paths of the portal. */
const ADDRESSES = [
  'apiBaseUrl',
  'mapTilesUrl',
  'openDataUrl',
  'regionalHealthSiteUrl',
  'legalLinks.privacy',
  'legalLinks.legalNotes',
  'legalLinks.accessibility',
] as const;
const SECTIONS = ['sso', 'legalLinks'] as const;

type TextKey = (typeof NEEDED | typeof OPTIONAL)[number];

/** A key of the configuration that is missing or has the wrong type. */
export interface ConfigProblem {
  readonly key: TextKey | (typeof SECTIONS)[number];
  readonly kind: 'missing' | 'notText' | 'notSection' | 'notAddress';
}

/** The configuration has wrong keys; the message names each. */
export class ConfigError extends FinalError {
  readonly problems: readonly ConfigProblem[];

  constructor(problems: readonly ConfigProblem[]) {
    super(`${CONFIG_URL}: ${problems.map(({ key }) => key).join(', ')}`);
    this.problems = problems;
  }
}

let loaded: RuntimeConfig | undefined;
let underway: Promise<void> | undefined;

/** The value of a key, with its section before a point; null counts as missing. */
function valueAt(file: unknown, key: string): unknown {
  return key.split('.').reduce((section, name) => {
    const fields = typeof section === 'object' ? Object.entries(section ?? {}) : [];
    return new Map<string, unknown>(fields).get(name) ?? undefined;
  }, file);
}

/** Whether a text is empty, a path of the portal's host, or an address; its host may begin with `{s}.`. */
function isAddress(text: string): boolean {
  const given = text.trim();
  if (given === '' || /^\/(?!\/)/.test(given)) return true;
  return /^https?:\/\/[^/]/i.test(given) && URL.canParse(given.replace('{s}.', ''));
}

function problemsOf(file: unknown): ConfigProblem[] {
  const isMissing = (key: string) => valueAt(file, key) === undefined;
  const isNoText = (key: string) => !isMissing(key) && typeof valueAt(file, key) !== 'string';
  const isNoAddress = (key: string) => {
    const value = valueAt(file, key);
    return typeof value === 'string' && !isAddress(value);
  };
  const isNoSection = (key: string) => !isMissing(key) && typeof valueAt(file, key) !== 'object';
  return [
    ...SECTIONS.filter(isNoSection).map((key) => ({ key, kind: 'notSection' }) as const),
    ...NEEDED.filter(isMissing).map((key) => ({ key, kind: 'missing' }) as const),
    ...[...NEEDED, ...OPTIONAL].filter(isNoText).map((key) => ({ key, kind: 'notText' }) as const),
    ...ADDRESSES.filter(isNoAddress).map((key) => ({ key, kind: 'notAddress' }) as const),
  ];
}

/** Reads a valid file; an empty text counts as missing. */
function configOf(file: unknown): RuntimeConfig {
  const optional = (key: TextKey) => {
    const value = valueAt(file, key);
    const isBlank = typeof value !== 'string' || value.trim() === '';
    return isBlank ? undefined : ADDRESSES.some((one) => one === key) ? value.trim() : value;
  };
  const text = (key: TextKey) => optional(key) ?? '';
  return {
    apiBaseUrl: text('apiBaseUrl').replace(/\/+$/, ''),
    sso: { clientId: text('sso.clientId'), username: text('sso.username'), password: text('sso.password') },
    supportEmail: text('supportEmail'),
    googleMapsApiKey: text('googleMapsApiKey'),
    mapTilesUrl: text('mapTilesUrl'),
    mapTilesAttribution: optional('mapTilesAttribution'),
    regionalHealthSiteUrl: optional('regionalHealthSiteUrl'),
    openDataUrl: optional('openDataUrl'),
    consultationMonths: optional('consultationMonths'),
    auditMonths: optional('auditMonths'),
    patientMonths: optional('patientMonths'),
    legalLinks: {
      privacy: optional('legalLinks.privacy'),
      legalNotes: optional('legalLinks.legalNotes'),
      accessibility: optional('legalLinks.accessibility'),
    },
  };
}

async function readRuntimeConfig(): Promise<void> {
  try {
    const file = await fetchFile(CONFIG_URL, 'no-cache');
    const problems = problemsOf(file);
    if (problems.length > 0) throw new ConfigError(problems);
    loaded = configOf(file);
  } finally {
    underway = undefined;
  }
}

/**
 * Loads the configuration, before the first render. Calls at the same time load it once.
 * @throws Error if the file is missing or malformed; the entry point then shows an error page (design §7)
 */
export async function loadRuntimeConfig(): Promise<void> {
  underway ??= readRuntimeConfig();
  await underway;
}

export function hasRuntimeConfig(): boolean {
  return loaded !== undefined;
}

/**
 * The configuration.
 * @throws Error before it is loaded
 */
export function runtimeConfig(): RuntimeConfig {
  if (!loaded) throw new Error(`${CONFIG_URL} has not been loaded`);
  return loaded;
}

/** What the path of every call follows. */
export function apiUrl(): string {
  return runtimeConfig().apiBaseUrl || window.location.origin;
}

/**
 * The source of the map, by the operator's configuration: Google or a tile server, which learn the visible area, or the
 * portal itself (§2, §7).
 */
export function mapOrigin(): 'google' | 'tiles' | 'none' {
  const { googleMapsApiKey, mapTilesUrl } = runtimeConfig();
  if (googleMapsApiKey !== '') return 'google';
  return mapTilesUrl === '' ? 'none' : 'tiles';
}
