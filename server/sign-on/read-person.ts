import type { Profile } from '@node-saml/node-saml';
import { z } from 'zod';
import type { SamlSettings } from '#server/settings/settings.ts';
import type { ProviderSession } from '#server/services.ts';
import { SignOnRefusedError } from './message-checks.ts';

/** The families of contexts whose order is known, the weakest first: SPID, and the levels of assurance of eIDAS. */
const FAMILIES: readonly (readonly string[])[] = [
  ['https://www.spid.gov.it/SpidL1', 'https://www.spid.gov.it/SpidL2', 'https://www.spid.gov.it/SpidL3'],
  ['http://eidas.europa.eu/LoA/low', 'http://eidas.europa.eu/LoA/substantial', 'http://eidas.europa.eu/LoA/high'],
];

/** How much stronger a context is than another; undefined if only the identity provider knows. */
function difference(given: string, requested: string): number | undefined {
  if (given === requested) return 0;
  const family = FAMILIES.find((contexts) => contexts.includes(given) && contexts.includes(requested));
  return family && family.indexOf(given) - family.indexOf(requested);
}

const COMPARISONS: Readonly<
  Record<SamlSettings['comparison'], (differences: readonly (number | undefined)[]) => boolean>
> = {
  exact: (differences) => differences.includes(0),
  minimum: (differences) => differences.some((by) => by === undefined || by >= 0),
  maximum: (differences) => differences.some((by) => by === undefined || by <= 0),
  better: (differences) => differences.every((by) => by === undefined || by > 0),
};

/**
 * Checks the context of an authentication against the requested ones. Where their order is not known, the identity
 * provider is trusted to have compared them, except for `exact`.
 * @returns the problem; undefined if there is none, or if nothing was requested
 */
export function contextProblem(
  given: string,
  requested: readonly string[],
  comparison: SamlSettings['comparison'],
): string | undefined {
  if (requested.length === 0) return undefined;
  if (given === '') return 'no authentication context';
  const isAccepted = COMPARISONS[comparison](requested.map((one) => difference(given, one)));
  return isAccepted
    ? undefined
    : `the authentication context ${given} in place of ${comparison} ${requested.join(', ')}`;
}

/** The format of a NameID that names none (SAML 2.0 core, 2.2.2). */
const UNSPECIFIED = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified';

/** How the library parses an element that has a text. */
const element = z.union([z.string(), z.looseObject({ _: z.string().optional() })]);
type Element = z.output<typeof element>;

const attribute = z.looseObject({
  $: z.looseObject({ Name: z.string(), FriendlyName: z.string().optional() }),
  AttributeValue: z.array(element).default([]),
});
type Attribute = z.output<typeof attribute>;

/** The parts of an assertion that say who has signed on, when and how. */
const assertion = z.looseObject({
  Assertion: z.looseObject({
    AuthnStatement: z
      .tuple([
        z.looseObject({
          $: z.looseObject({ AuthnInstant: z.string() }),
          AuthnContext: z.array(z.looseObject({ AuthnContextClassRef: z.array(element).default([]) })).default([]),
        }),
      ])
      .optional(),
    AttributeStatement: z
      .array(z.union([z.string(), z.looseObject({ Attribute: z.array(attribute).default([]) })]))
      .default([]),
  }),
});
type Assertion = z.output<typeof assertion>['Assertion'];

function textOf(parsed: Element): string {
  return (typeof parsed === 'string' ? parsed : (parsed._ ?? '')).trim();
}

/** An attribute's name without what stands before an OID, in lower case: providers differ in both. */
function comparable(name: string): string {
  return name
    .trim()
    .replace(/^urn:oid:/i, '')
    .toLowerCase();
}

function isNamed({ $ }: Attribute, name: string): boolean {
  return [$.Name, $.FriendlyName ?? ''].some((given) => comparable(given) === comparable(name));
}

function withoutPrefix(value: string, prefix: string): string {
  const hasPrefix = value.slice(0, prefix.length).toLowerCase() === prefix.toLowerCase();
  return hasPrefix ? value.slice(prefix.length).trim() : value;
}

function unnamed(reason: string): SignOnRefusedError {
  return new SignOnRefusedError(reason, { refusal: 'USER_NOT_NAMED' });
}

/** The one value of the attribute that names the user. What is refused says which attributes came, but no value. */
function attributeValue({ AttributeStatement }: Assertion, name: string): string {
  const all = AttributeStatement.flatMap((statement) => (typeof statement === 'string' ? [] : statement.Attribute));
  const named = all.filter((given) => isNamed(given, name));
  if (named.length === 0) {
    const came = all.map(({ $ }) => ($.FriendlyName === undefined ? $.Name : `${$.Name} (${$.FriendlyName})`));
    throw unnamed(`no attribute ${name}; what came: ${came.join(', ') || 'no attribute at all'}`);
  }
  const values = new Set(named.flatMap(({ AttributeValue }) => AttributeValue.map(textOf)).filter(Boolean));
  const [value, ...others] = values;
  if (value === undefined) throw unnamed(`the attribute ${name} has no value`);
  if (others.length > 0) throw unnamed(`the attribute ${name} has ${values.size} values`);
  return value;
}

/** The NameID of a profile: unlike the library says, an assertion may have none, or none with a format. */
type Named = Partial<Pick<Profile, 'nameID' | 'nameIDFormat' | 'nameQualifier' | 'spNameQualifier'>>;

function nameId({ nameID, nameIDFormat = '' }: Named): string {
  const name = nameID?.trim() ?? '';
  if (name === '') throw unnamed('no NameID; SAML_USER_ATTRIBUTE is not set');
  if (nameIDFormat.endsWith(':transient')) {
    throw unnamed('the NameID is transient and names nobody; SAML_USER_ATTRIBUTE is not set');
  }
  return name;
}

/** Who has signed on. */
export interface Person {
  readonly username: string;
  /** Null if the response names none. */
  readonly session: ProviderSession | null;
}

function sessionOf(
  { nameID, nameIDFormat = UNSPECIFIED, nameQualifier, spNameQualifier }: Named,
  sessionIndex?: string,
): ProviderSession | null {
  if (nameID === undefined) return null;
  return { nameID, nameIDFormat, nameQualifier, spNameQualifier, sessionIndex };
}

/**
 * The person whom a valid response names, in the attribute or the NameID that the settings say.
 * @param askedAt when the sign-on started; a new authentication, where one is required, is not earlier
 * @throws SignOnRefusedError if it names nobody or several, or if the authentication is not what was requested
 */
export function readPerson(profile: Profile, settings: SamlSettings, askedAt: Date): Person {
  const read = assertion.safeParse(profile.getAssertion?.());
  if (!read.success) throw new SignOnRefusedError('an assertion that cannot be read');
  const { Assertion } = read.data;
  const problem = authenticationProblem(Assertion, settings, askedAt);
  if (problem !== undefined) throw problem;
  const { userAttribute, userPrefix } = settings;
  const value = userAttribute === undefined ? nameId(profile) : attributeValue(Assertion, userAttribute);
  const username = withoutPrefix(value, userPrefix);
  if (username === '') throw unnamed(`nothing after ${userPrefix}`);
  return { username, session: sessionOf(profile, profile.sessionIndex) };
}

function authenticationProblem(
  { AuthnStatement }: Assertion,
  { contexts, comparison, forceAuthn, clockSkewMs }: SamlSettings,
  askedAt: Date,
): SignOnRefusedError | undefined {
  const statement = AuthnStatement?.[0];
  const [context = ''] = (statement?.AuthnContext ?? []).flatMap((given) => given.AuthnContextClassRef.map(textOf));
  const weak = contextProblem(context, contexts, comparison);
  if (weak !== undefined) return new SignOnRefusedError(weak, { refusal: 'AUTHENTICATION_NOT_ACCEPTED' });
  if (!forceAuthn) return undefined;
  const instant = Date.parse(statement?.$.AuthnInstant ?? '');
  if (instant >= askedAt.getTime() - clockSkewMs) return undefined;
  return new SignOnRefusedError('the person was not authenticated anew, as SAML_FORCE_AUTHN requires', {
    refusal: 'AUTHENTICATION_NOT_ACCEPTED',
  });
}
