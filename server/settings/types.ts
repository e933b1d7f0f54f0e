import type { DatabaseLocation } from '#server/database/open-database.ts';
import type { RuleSettings, TokenSettings } from '#server/services.ts';
import type { HashingSettings } from '#server/pins/hashing.ts';
import type { DocumentLimits } from '#server/limiter.ts';

/** Sign-on by SAML (§7): this server as service provider, and its identity provider. */
export interface SignOnSettings {
  /** The public URL of this server, without a slash at its end. */
  readonly publicUrl: string;
  /** The URL of the portal, to which the browser returns, without a slash at its end. */
  readonly portalUrl: string;
  /** The basic authentication of the two sign-on calls. */
  readonly client: { readonly id: string; readonly username: string; readonly password: string };
  /** The longest duration of a sign-on in seconds. */
  readonly signOnSeconds: number;
  readonly serviceProviderId: string;
  /** The demonstration identity provider creates its own keys; an external one has a configured certificate. */
  readonly identityProvider: { readonly kind: 'demonstration' } | ExternalIdentityProvider;
  readonly saml: SamlSettings;
  /** Where the browser goes after a sign-out that ends no session of the identity provider. */
  readonly logoutUrl: string | undefined;
}

/** How the degree of trust in a sign-on must compare with the named ones (SAML 2.0 core, 3.3.2.2.1). */
export type ContextComparison = 'exact' | 'minimum' | 'maximum' | 'better';

/** What is requested from the identity provider, and how its responses are read. */
export interface SamlSettings {
  /** Name or friendly name of the attribute that names the user; undefined for the NameID. */
  readonly userAttribute: string | undefined;
  /** What stands before the user name in that value, for example `TINIT-`. */
  readonly userPrefix: string;
  /** The requested format of the NameID; null to request none. */
  readonly nameIdFormat: string | null;
  /** The requested authentication context classes; empty to leave them to the identity provider. */
  readonly contexts: readonly string[];
  readonly comparison: ContextComparison;
  /** The index of a set of attributes in our entry at the identity provider. */
  readonly attributeSet: number | undefined;
  /** What must be signed. */
  readonly signed: 'both' | 'response' | 'assertion';
  /** The accepted difference in ms to the identity provider's clock. */
  readonly clockSkewMs: number;
  /** Whether the identity provider must authenticate the user anew at each sign-on. */
  readonly forceAuthn: boolean;
}

/** An identity provider outside this server. Keys and certificates are in PEM. */
export interface ExternalIdentityProvider {
  readonly kind: 'external';
  readonly url: string;
  readonly entityId: string | undefined;
  readonly certificate: string;
  /** The key that signs our requests, and with which assertions for us are decrypted. */
  readonly privateKey: string;
  /** The key before it, with which assertions are still decrypted. */
  readonly formerPrivateKey: string | undefined;
  /** The certificate of that key, published in our metadata; further ones, of keys to come, may follow it. */
  readonly publicCertificate: string;
  /** The URL of its single logout (HTTP-Redirect). */
  readonly logoutUrl: string | undefined;
}

/** The content of /config.json (design §7) without the sign-on credentials. */
export interface PortalSettings {
  readonly apiBaseUrl: string;
  readonly supportEmail: string;
  readonly googleMapsApiKey: string;
  readonly mapTilesUrl: string;
  /** The attribution that the licence of the map tiles requires; plain text. */
  readonly mapTilesAttribution: string;
  /** The regional health site for the support page; without it the page has no link. */
  readonly regionalHealthSiteUrl: string | undefined;
  /** The URLs of the legal pages in the footer. For a missing one the footer links to the portal's own page. */
  readonly legalLinks: Readonly<Record<'privacy' | 'legalNotes' | 'accessibility', string | undefined>>;
}

export interface HttpSettings {
  readonly host: string;
  readonly port: number;
  /** The addresses of reverse proxies whose `X-Forwarded-…` headers are trusted. */
  readonly trustProxy: readonly string[];
  /** Additional origins that may call the API (rules §8). */
  readonly corsOrigins: readonly string[];
  readonly rateLimits: RateLimits;
  /** Where metrics and documentation are served: at the main address, at another one, or nowhere. */
  readonly operations: 'public' | { readonly host: string; readonly port: number } | undefined;
  /** The maximum numbers of documents under way. */
  readonly documents: DocumentLimits;
}

/** The maximum calls per minute of one session, or of one address for calls without a session. */
export interface RateLimits {
  readonly signOn: number;
  readonly search: number;
  /** Whole histories of purchases. */
  readonly histories: number;
  /** Calls that change data. */
  readonly commands: number;
  readonly documents: number;
  /** All other calls. */
  readonly reads: number;
}

/** The shutdown of the process. */
interface ShutdownSettings {
  /** The time in ms in which the server still serves but reports that it is not ready. */
  readonly delayMs: number;
  /** The longest wait in ms for open requests after that. */
  readonly graceMs: number;
}

/** The delivery of AMC orders to the enterprise service bus (rules §7). */
export interface EsbSettings {
  /** The target: a bus over HTTP, or a stand-in inside this server that rejects orders above its limit in euro. */
  readonly target:
    | { readonly kind: 'loopback'; readonly limit: number }
    | { readonly kind: 'http'; readonly url: string; readonly token: string | undefined };
  /** The interval in ms of looking for orders to deliver. */
  readonly intervalMs: number;
  /** The longest wait for a response in ms. */
  readonly timeoutMs: number;
}

export interface Settings {
  /** Whether the server refuses everything that is for demonstration only (rules §8). */
  readonly isProduction: boolean;
  readonly logLevel: string;
  /** Whether to fill an empty database with demonstration data. */
  readonly demoData: boolean;
  /** Whether this process runs the background jobs, and not only answers requests. */
  readonly hasWorker: boolean;
  readonly http: HttpSettings;
  readonly shutdown: ShutdownSettings;
  readonly database: DatabaseLocation;
  readonly rules: RuleSettings;
  readonly tokens: TokenSettings;
  readonly hashing: HashingSettings;
  readonly signOn: SignOnSettings;
  readonly esb: EsbSettings;
  readonly portal: PortalSettings;
}
