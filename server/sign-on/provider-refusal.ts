import { parseXml2JsFromString } from '@node-saml/node-saml/lib/xml.js';
import { z } from 'zod';
import { type ProviderRefusal, SignOnRefusedError } from './message-checks.ts';

/** The numbers of SPID's table of errors that the person can do something about; CIE has the same. */
const OF_PERSON: Readonly<Record<number, ProviderRefusal>> = {
  19: 'WRONG_CREDENTIALS',
  20: 'LEVEL_NOT_HELD',
  21: 'AUTHENTICATION_TIMEOUT',
  22: 'CONSENT_DENIED',
  23: 'IDENTITY_SUSPENDED',
  25: 'CANCELLED_BY_USER',
  30: 'WRONG_IDENTITY_TYPE',
};
/** Those of requests that are not as they should be. */
const [FIRST_OF_REQUEST, LAST_OF_REQUEST] = [4, 18];

/** What the second-level statuses of SAML (core, 3.2.2.2) say, where no number does. */
const OF_STATUS: Readonly<Record<string, ProviderRefusal>> = {
  NoAuthnContext: 'LEVEL_NOT_HELD',
  AuthnFailed: 'PROVIDER_REFUSED',
  RequestDenied: 'PROVIDER_REFUSED',
  UnknownPrincipal: 'PROVIDER_REFUSED',
  NoAvailableIDP: 'PROVIDER_REFUSED',
};

const code = z.object({ $: z.object({ Value: z.string() }), StatusCode: z.array(z.unknown()).default([]) });

/** The status of a response, as the library parses it. */
const answered = z.object({
  Response: z.object({
    $: z.object({ InResponseTo: z.string().optional() }),
    Status: z.tuple([z.looseObject({ StatusCode: z.tuple([code]) })]),
  }),
});

/** The last word of a status, as far as it is a word: the log repeats no other text of a message. */
function nameOf(status: string): string {
  return /(?:^|:)([A-Za-z]{1,40})$/.exec(status)?.[1] ?? 'another';
}

function secondOf(given: unknown): string | undefined {
  const read = code.safeParse(given);
  return read.success ? nameOf(read.data.$.Value) : undefined;
}

function refusalOf(number: number | undefined, first: string, second: string | undefined, told: string) {
  const ofPerson = number === undefined ? undefined : OF_PERSON[number];
  if (ofPerson !== undefined) return ofPerson;
  if (number !== undefined && number >= FIRST_OF_REQUEST && number <= LAST_OF_REQUEST) return 'REQUEST_REFUSED';
  // Providers without these numbers say it in words of their own.
  if (number === undefined && /cancel+ed|annullat/i.test(told)) return 'CANCELLED_BY_USER';
  const ofStatus = second === undefined ? undefined : OF_STATUS[second];
  if (ofStatus !== undefined) return ofStatus;
  return first === 'Requester' || first === 'VersionMismatch' ? 'REQUEST_REFUSED' : 'PROVIDER_REFUSED';
}

/**
 * What a response says in place of an assertion. Providers need not sign it, so it may do nothing but lead to words of
 * ours, and only for the request of this sign-on, which stays open.
 * @param xml a response that is not too large to be read
 * @param requestId the id of the open request
 * @returns undefined where the status is a success or cannot be read
 */
export async function providerRefusal(xml: string, requestId: string): Promise<SignOnRefusedError | undefined> {
  const read = answered.safeParse(await parseXml2JsFromString(xml).catch(() => undefined));
  if (!read.success) return undefined;
  const { $, Status } = read.data.Response;
  const [{ StatusCode }] = Status;
  const first = nameOf(StatusCode[0].$.Value);
  if (first === 'Success') return undefined;
  if ($.InResponseTo !== requestId) return new SignOnRefusedError('InResponseTo is not valid');
  const second = secondOf(StatusCode[0].StatusCode[0]);
  const told = JSON.stringify(Status);
  const digits = /ErrorCode\s*nr\s*(\d{1,3})(?!\d)/i.exec(told)?.[1];
  const number = digits === undefined ? undefined : Number(digits);
  const statuses = [first, second].filter((status) => status !== undefined).join(' ');
  return new SignOnRefusedError(
    `the identity provider says ${statuses}${number === undefined ? '' : `, error ${number}`}`,
    { refusal: refusalOf(number, first, second, told) },
  );
}
