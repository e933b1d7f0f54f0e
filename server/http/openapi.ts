import * as z from 'zod';
import { api } from '#contract/api.ts';
import { NEXT_SINCE, type OpenFile, openFiles } from '#contract/calls/open-data.ts';
import { type Call, MEDIA_TYPES, resourceOf } from '#contract/call.ts';
import { type ErrorDescription, ERRORS, sentError } from '#contract/errors.ts';
import { file } from '#contract/entities/shared.ts';
import { groupBy } from '#contract/group-by.ts';
import packageFile from '../../package.json' with { type: 'json' };

type Json = Record<string, unknown>;
type AnySchema = z.core.$ZodType;

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, Json & { readonly examples?: readonly unknown[] }>>;
  readonly required?: readonly string[];
}

/** The JSON Schema of a request. Rules that only code can check are left out. */
function schemaOf(schema: AnySchema): Json {
  const described = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    // Zod leaves out the examples of what it transforms, because they may be of the result; ours are of what is sent.
    override: ({ jsonSchema }) => {
      if (!('example' in jsonSchema)) return;
      jsonSchema.examples = [jsonSchema.example];
      delete jsonSchema.example;
    },
  });
  return { ...described, $schema: undefined };
}

function parametersOf(call: Call, location: 'path' | 'query'): Json[] {
  const schema = location === 'path' ? call.params : call.query;
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = schemaOf(schema) as ObjectSchema;
  return Object.entries(properties).map(([name, { description, examples = [], ...property }]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    description,
    example: examples[0],
    schema: property,
  }));
}

/** The header by which a till may name a command, so that a repetition is known. */
function keyOfCommand({ access, method }: Call): Json[] {
  if (typeof access === 'string' || !access.includes('TILL') || method === 'GET') return [];
  const description = 'Of a till: the same key and content get the same answer, and other content KEY_ALREADY_USED.';
  const schema = { type: 'string', minLength: 1, maxLength: 255 };
  const example = '5f1c9a52-8d0b-4c86-9f43-2f6f0a6f0d11';
  return [{ name: 'Idempotency-Key', in: 'header', required: false, description, example, schema }];
}

const status = { type: 'object', properties: { trace: { type: 'string' } }, required: ['trace'] };

function answer(description: string, key: 'data' | 'error', schema: Json): Json {
  const envelope = { type: 'object', properties: { [key]: schema, status }, required: [key, 'status'] };
  return { description, content: { 'application/json': { schema: envelope } } };
}

/**
 * The error responses of a call by status, from the error table, without statuses that this kind of access never gets.
 */
function errorsOfCall({ access, params, query, body }: Call): Json {
  const isUnlikely = (code: number) =>
    (code === 400 && !params && !query && !body) ||
    (code === 401 && access !== 'client') ||
    (code === 403 && access === 'client') ||
    (code === 404 && access === 'public');
  const byStatus = groupBy(Object.keys(ERRORS) as ErrorDescription[], (name) => ERRORS[name].status);
  const errors = [...byStatus].filter(([code]) => !isUnlikely(code));
  const error = schemaOf(sentError);
  return Object.fromEntries(errors.map(([code, names]) => [code, answer(names.join(', '), 'error', error)]));
}

function securityOf({ access }: Call): Json[] {
  if (access === 'public') return [];
  if (access === 'client') return [{ client: [] }];
  return access.includes('TILL') ? [{ user: [] }, { till: [] }] : [{ user: [] }];
}

function operationOf(call: Call): Json {
  const mediaType = MEDIA_TYPES[call.encoding ?? 'json'];
  const roles = typeof call.access === 'string' ? '' : ` Profiles: ${call.access.join(', ')}.`;
  return {
    operationId: call.name,
    tags: [resourceOf(call)],
    summary: call.summary,
    description: `${call.summary}${roles}`,
    security: securityOf(call),
    parameters: [...parametersOf(call, 'path'), ...parametersOf(call, 'query'), ...keyOfCommand(call)],
    ...(call.body && {
      requestBody: { required: true, content: { [mediaType]: { schema: schemaOf(call.body) } } },
    }),
    responses: { 200: answer('Done.', 'data', schemaOf(call.answer.sent)), ...errorsOfCall(call) },
  };
}

const HEADERS = {
  etag: 'Sent back as `If-None-Match` it gets 304 as long as the file is the same.',
  [NEXT_SINCE]: 'What to send as `since` the next time.',
} as const;

function operationOfFile({ mediaType, row, ...named }: OpenFile): Json {
  const call: Call = { ...named, method: 'GET', access: 'public', answer: file };
  const schema = row === undefined ? { type: 'string' } : schemaOf(row.sent);
  const content = { [mediaType.split(';')[0] ?? '']: { schema } };
  const told = Object.entries(HEADERS).filter(([name]) => name !== NEXT_SINCE || row !== undefined);
  const headers = Object.fromEntries(
    told.map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
  );
  const description = row === undefined ? 'Done.' : 'Done. The schema is that of one row.';
  return {
    ...operationOf(call),
    responses: { 200: { description, content, headers }, 304: { description: 'Not modified.' }, ...errorsOfCall(call) },
  };
}

function describePaths(): Json {
  const described: Record<string, Json> = {};
  for (const call of api)
    described[call.path] = { ...described[call.path], [call.method.toLowerCase()]: operationOf(call) };
  for (const open of openFiles) described[open.path] = { get: operationOfFile(open) };
  return described;
}

/** Where the tills of chains get their tokens (RFC 6749, 4.4). It is no call of the contract: its answers are OAuth's. */
export const TOKEN_PATH = '/sign-on/token';

let paths: Json | undefined;

/**
 * Builds the OpenAPI 3.1 document of the contract. Its paths, which take long, are built when they are first read.
 * @param tokenPath where the demonstration gives a token
 */
export function buildOpenApiDocument(tokenPath?: string): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Regional food vouchers',
      version: packageFile.version,
      description: [
        'The REST API between the food-voucher portal and a server. Amounts are in euro.',
        ...(tokenPath === undefined
          ? []
          : // As HTML: a link of Markdown would open another tab.
            [`<a href="${tokenPath}">Sign in as a demonstration user</a>, then try any call that this user may make.`]),
        [
          tokenPath === undefined
            ? 'To try a call you need an access token:'
            : 'Or bring an access token of the portal:',
          '1. Sign in to the portal.',
          '2. In the developer tools of the browser, under "Application" or "Storage", open the session storage of that tab.',
          '3. Copy the value of `accessToken` without its quotes.',
          '4. Press "Authorize" here and paste it under `user`.',
        ].join('\n'),
        'The token is valid for as long as the session is used.',
      ].join('\n\n'),
    },
    get paths() {
      return (paths ??= describePaths());
    },
    components: {
      securitySchemes: {
        client: { type: 'http', scheme: 'basic', description: 'The portal itself, on the two sign-on calls.' },
        user: { type: 'http', scheme: 'bearer', description: 'The access token of a signed-in user.' },
        till: {
          type: 'oauth2',
          description:
            'A till of a chain: `client_secret_basic` or `private_key_jwt`. It may give each of its commands an `Idempotency-Key`.',
          flows: { clientCredentials: { tokenUrl: TOKEN_PATH, scopes: {} } },
        },
      },
    },
  };
}
