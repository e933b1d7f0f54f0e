import type * as z from 'zod/mini';
import type { Profile } from './entities/user.ts';
import type { Read, Sent, Wire } from './wire.ts';

/** Whom of the signed-in users a call is for: a profile (§6), or of the operators those of the region alone. */
export type Audience = Profile | 'REGION';

/**
 * Who may make a call: anyone; the portal itself, by basic authentication (the two sign-on calls, §7); or a signed-in
 * user of one of these.
 */
export type Access = 'public' | 'client' | readonly [Audience, ...Audience[]];

/** One call of the REST API (§7): everything its four readers (server, portal, tests, OpenAPI) need to know. */
export interface Call {
  /** `resource.verb`; the resource is the one whose declaration lists the call. */
  readonly name: `${string}.${string}`;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The path with its parameters in braces, as §7 writes it. */
  readonly path: `/api/v1/${string}`;
  /** One sentence for the API documentation. */
  readonly summary: string;
  readonly access: Access;
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  /** Whether the body stands for the query of a list: an empty value in it is an absent one (rules §1). */
  readonly searchesByBody?: true;
  /** How the body is encoded; JSON when not given. */
  readonly encoding?: 'form' | 'multipart';
  /** The largest body accepted, in bytes; 64 kB when not given (rules §8). */
  readonly bodyLimit?: number;
  /** What stands under `data` in a successful answer. */
  readonly answer: Wire;
  /** Sort fields and query parameters beyond §7, sent only to a server whose features name them (rules §1). */
  readonly extras?: { readonly sorts?: readonly string[]; readonly filters?: readonly string[] };
}

/** Keeps the literal types of a call. */
export function defineCall<const C extends Call>(call: C): C {
  return call;
}

/** The resource of a call, under which the features name what its list takes beyond §7. */
export function resourceOf({ name }: Call): string {
  return name.slice(0, name.indexOf('.'));
}

type Input<T> = T extends z.ZodMiniType ? z.input<T> : undefined;
type Output<T> = T extends z.ZodMiniType ? z.output<T> : undefined;
type Part<C extends Call, K extends 'params' | 'query' | 'body'> = K extends keyof C ? C[K] : undefined;

type DefinedKeys<T> = { [K in keyof T]: T[K] extends undefined ? never : K }[keyof T];
type Defined<T> = Pick<T, DefinedKeys<T>>;

/** What the portal passes to make the call. */
export type CallInput<C extends Call> = Defined<{
  params: Input<Part<C, 'params'>>;
  query: Input<Part<C, 'query'>>;
  body: Input<Part<C, 'body'>>;
}>;

/** What the server's handler receives, parsed. */
export type CallRequest<C extends Call> = Defined<{
  params: Output<Part<C, 'params'>>;
  query: Output<Part<C, 'query'>>;
  body: Output<Part<C, 'body'>>;
}>;

/** What the portal reads under `data`. */
export type CallAnswer<C extends Call> = Read<C['answer']>;

/** What the server's handler returns; it goes under `data`. */
export type CallReply<C extends Call> = Sent<C['answer']>;
