import type * as z from 'zod/mini';
import { file, type Profile } from './entities/shared.ts';
import type { Id, Read, Sent, Wire } from './wire.ts';

/**
 * A group of signed-in users: a profile (§6), `REGION` for the operators of the region, or `TILL` for the tills of chains,
 * which make only the calls that a sale needs.
 */
export type Audience = Profile | 'REGION' | 'TILL';

/**
 * Who may make a call: everybody; the portal with basic authentication (the two sign-on calls, §7); or signed-in users
 * of the listed groups.
 */
export type Access = 'public' | 'client' | readonly [Audience, ...Audience[]];

/** Who sells: users of a business, and the tills of chains. */
export const SELLERS = ['BUSINESS', 'TILL'] as const;

/** The encodings of a body, and their content types. */
export const MEDIA_TYPES = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
} as const;

/**
 * The limit of calls a minute that a call counts for. `unlimited` is for a call whose refusal would harm others at the
 * same address.
 */
export type Rate = 'signOn' | 'search' | 'documents' | 'reads' | 'commands' | 'unlimited';

/**
 * Which way in a call takes (rules §8): `sale` for what a shop needs while a customer waits, and for every command; `office`
 * for reads that may be long, of which no till must feel anything.
 */
export type Way = 'sale' | 'office';

/** One call of the REST API (§7). The server, the portal, the tests and the OpenAPI document all read it. */
export interface Call {
  /**
   * `resource.verb`. The access log stores the name of a call that shows a patient, so that one keeps it.
   */
  readonly name: `${string}.${string}`;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The path as §7 writes it, with its parameters in braces. */
  readonly path: `/api/v1/${string}`;
  /** One sentence for the API documentation. */
  readonly summary: string;
  readonly access: Access;
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  /** Whether the body is the query of a list. An empty value in such a body counts as absent (rules §1). */
  readonly searchesByBody?: true;
  /** The encoding of the body; the default is JSON. */
  readonly encoding?: 'form' | 'multipart';
  /** The largest accepted body in bytes; the default is 64 kB (rules §8). */
  readonly bodyLimit?: number;
  /** The default is `documents` for a file, `reads` for another GET, and `commands` for the rest. */
  readonly rate?: Rate;
  /** The default is `sale` for a command and for what a shop reads, and `office` for a file and the rest. */
  readonly way?: Way;
  /** A larger page counts as one of the `histories`, because a consultation is recorded for each of its patients. */
  readonly historyFrom?: number;
  /** The content of `data` in a successful response. */
  readonly answer: Wire;
  /**
   * Sort fields and query parameters beyond §7. The portal sends them only to a server whose features name them (rules
   * §1).
   */
  readonly extras?: {
    readonly sorts?: readonly string[];
    readonly filters?: readonly string[];
    /** Further formats of a table as a file, for the parameter `format`. */
    readonly formats?: readonly string[];
  };
}

/** The limit that the requests of a call count for. */
export function rateOf({ rate, answer, method }: Call): Rate {
  if (rate !== undefined) return rate;
  if (answer === file) return 'documents';
  return method === 'GET' ? 'reads' : 'commands';
}

/** The way in that a call takes. */
export function wayOf({ way, access, answer, method, searchesByBody }: Call): Way {
  if (way !== undefined) return way;
  const isCommand = method !== 'GET' && searchesByBody !== true;
  const isOfShop = typeof access !== 'string' && access.some((one) => one === 'BUSINESS' || one === 'TILL');
  return isCommand || (isOfShop && answer !== file) ? 'sale' : 'office';
}

/** Whether a call is beyond §7, so that a server may lack it (rules §1). */
export function isExtra({ path }: Pick<Call, 'path'>): boolean {
  return path.startsWith('/api/v1/extra/');
}

/** Keeps the literal types of a call. */
export function defineCall<const C extends Call>(call: C): C {
  return call;
}

/** The resource of a call. The features list the extras of a list under this name. */
export function resourceOf({ name }: Call): string {
  return name.slice(0, name.indexOf('.'));
}

type Input<T> = T extends z.ZodMiniType ? z.input<T> : undefined;
type Output<T> = T extends z.ZodMiniType ? z.output<T> : undefined;
type Part<C extends Call, K extends 'params' | 'query' | 'body'> = K extends keyof C ? C[K] : undefined;

type DefinedKeys<T> = { [K in keyof T]: T[K] extends undefined ? never : K }[keyof T];
type Defined<T> = Pick<T, DefinedKeys<T>>;

type Inputs<C extends Call> = Defined<{
  params: Input<Part<C, 'params'>>;
  query: Input<Part<C, 'query'>>;
  body: Input<Part<C, 'body'>>;
}>;

/** The input that the portal passes to make the call. A query without required parameters may be left out. */
export type CallInput<C extends Call> =
  Inputs<C> extends infer I extends { query: object }
    ? object extends I['query']
      ? Omit<I, 'query'> & Partial<Pick<I, 'query'>>
      : I
    : Inputs<C>;

/** The parsed request that the server's handler receives. */
export type CallRequest<C extends Call> = Defined<{
  params: Output<Part<C, 'params'>>;
  query: Output<Part<C, 'query'>>;
  body: Output<Part<C, 'body'>>;
}>;

/** The content of `data` as the portal reads it. */
export type CallAnswer<C extends Call> = Read<C['answer']>;

/** The value that the server's handler returns; it goes under `data`. */
export type CallReply<C extends Call> = Sent<C['answer']>;

/**
 * A signed-in user. `operatorAslId` is the health authority of a district operator; null for a regional one.
 */
interface SignedInUser {
  readonly profile: string;
  readonly operatorAslId?: Id | null | undefined;
}

/**
 * Whether a signed-in user may make a call (§6). The server's check and the portal's screens both use this function.
 */
export function mayCall(access: Exclude<Access, string>, { profile, operatorAslId = null }: SignedInUser): boolean {
  return access.some((audience) =>
    audience === 'REGION' ? profile === 'OPERATOR' && operatorAslId === null : audience === profile,
  );
}
