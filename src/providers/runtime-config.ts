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
const TEXTS = ['apiBaseUrl', 'supportEmail', 'googleMapsApiKey', 'mapTilesUrl'] as const;
const OPTIONAL_TEXTS = ['mapTilesAttribution', 'regionalHealthSiteUrl'] as const;
const SSO_TEXTS = ['clientId', 'username', 'password'] as const;

let loaded: RuntimeConfig | undefined;

function hasTexts(value: unknown, names: readonly string[]): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const fields = new Map(Object.entries(value));
  return names.every((name) => typeof fields.get(name) === 'string');
}

function isRuntimeConfig(value: unknown): value is RuntimeConfig {
  if (!hasTexts(value, TEXTS) || !hasTexts(value.sso, SSO_TEXTS)) return false;
  const links = value.legalLinks ?? {};
  return hasTexts(links, Object.keys(links)) && OPTIONAL_TEXTS.every((name) => typeof (value[name] ?? '') === 'string');
}

/**
 * Fetches the configuration, before the first render.
 * @throws Error when the file is missing or malformed; the entry point shows a readable page then (design §7)
 */
export async function loadRuntimeConfig(): Promise<void> {
  const value = await fetchFile(CONFIG_URL, 'no-cache');
  if (!isRuntimeConfig(value)) throw new FinalError(`${CONFIG_URL}: malformed`);
  loaded = value;
}

/**
 * The configuration.
 * @throws Error before it has been loaded
 */
export function runtimeConfig(): RuntimeConfig {
  if (!loaded) throw new Error(`${CONFIG_URL} has not been loaded`);
  return loaded;
}
