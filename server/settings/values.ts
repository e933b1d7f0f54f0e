import { isIP } from 'node:net';
import * as z from 'zod';

export const text = z.string('must be a text');

export function wholeNumber(from: number, to: number) {
  const message = `must be a whole number from ${from} to ${to}`;
  return z
    .string(message)
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .refine((value) => value >= from && value <= to, message);
}

export function oneOf<const V extends readonly [string, ...string[]]>(values: V) {
  return z.enum(values, `must be one of ${values.join(', ')}`);
}

export const yesNo = oneOf(['true', 'false']).transform((value) => value === 'true');

export const httpUrl = z.url({
  protocol: /^https?$/,
  error: 'must be an address that begins with http:// or https://',
});

export function namesNobody(address: string): boolean {
  return !/^https?:\/\/[^/?#]*@/i.test(address);
}

/** An origin or a URL, without a slash at its end. */
export const baseUrl = httpUrl.transform((value) => value.replace(/\/+$/, ''));

export const origins = text.transform((value, context) => {
  const parts = value.split(',').map((part) => part.trim());
  if (parts.every((part) => URL.canParse(part) && new URL(part).origin === part)) return parts;
  context.addIssue('must be origins such as https://portal.example.org, separated by commas');
  return z.NEVER;
});

/** URIs separated by commas or blanks. */
export const uris = text.transform((value, context) => {
  const parts = value.split(/[\s,]+/).filter((part) => part !== '');
  if (parts.every((part) => URL.canParse(part))) return parts;
  context.addIssue('must be URIs such as https://www.spid.gov.it/SpidL2, separated by commas');
  return z.NEVER;
});

const NAMED_RANGES = ['loopback', 'linklocal', 'uniquelocal'];

function isAddressRange(value: string): boolean {
  const [address = '', bits, ...rest] = value.split('/');
  const version = isIP(address);
  if (rest.length > 0 || version === 0) return NAMED_RANGES.includes(value);
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= (version === 4 ? 32 : 128))
  );
}

export const proxies = text.transform((value, context) => {
  const parts = value.split(',').map((part) => part.trim());
  if (parts.every(isAddressRange)) return parts;
  context.addIssue(
    `must be addresses or ranges such as 10.0.0.0/8, or ${NAMED_RANGES.join(', ')}, separated by commas`,
  );
  return z.NEVER;
});

export function secret(minLength: number) {
  return text.min(minLength, `must have at least ${minLength} characters`);
}

export const durations = text.transform((value, context) => {
  const parts = value.split(',').map((part) => part.trim());
  if (parts.every((part) => /^[1-9]\d{0,5}$/.test(part))) return parts.map(Number);
  context.addIssue('must be whole numbers such as 15,60,1440, separated by commas');
  return z.NEVER;
});

export const databaseUrl = text.regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://');

/** A key or certificate in PEM. In a one-line variable `\n` may replace a line break. */
export const pem = text
  .transform((value) => value.replaceAll('\\n', '\n').trim())
  .refine((value) => /^-----BEGIN [A-Z ]+-----[\s\S]+-----END [A-Z ]+-----$/.test(value), 'must be in PEM');
