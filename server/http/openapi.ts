import * as z from 'zod';
import { api } from '#contract/api.ts';
import { type Call, MEDIA_TYPES } from '#contract/call.ts';
import { type ErrorDescription, ERRORS, sentError } from '#contract/errors.ts';
import { groupBy } from '#contract/group-by.ts';
import packageFile from '../../package.json' with { type: 'json' };
import { type Field, FIELDS, LISTS_SORTED_BY } from './openapi-fields.ts';

type Json = Record<string, unknown>;
type AnySchema = z.core.$ZodType;

/** The JSON Schema of a request. Rules that only code can check are left out. */
function schemaOf(schema: AnySchema): Json {
  return { ...z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), $schema: undefined };
}

/**
 * The description of a call's field. The sort example depends on the list; an export has the sort fields of its list.
 */
function fieldOf(call: Call, name: string): Field | undefined {
  const field = FIELDS[name];
  if (name !== 'sort' || field === undefined) return field;
  const [resource = ''] = call.name.split('.');
  const sorted = api.find(({ name, extras }) => name.startsWith(`${resource}.`) && extras?.sorts);
  return { ...field, example: LISTS_SORTED_BY[resource] ?? sorted?.extras?.sorts?.[0] ?? field.example };
}

function parametersOf(call: Call, location: 'path' | 'query'): Json[] {
  const schema = location === 'path' ? call.params : call.query;
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    ...fieldOf(call, name),
    schema: property,
  }));
}

/** The schema of a body with descriptions of its fields. */
function bodyOf(call: Call, schema: AnySchema): Json {
  const { properties = {}, ...body } = schemaOf(schema) as { readonly properties?: Readonly<Record<string, Json>> };
  const described = Object.entries(properties).map(([name, { ...property }]) => {
    const { description, example } = fieldOf(call, name) ?? {};
    return [name, { ...property, description, ...(example !== undefined && { examples: [example] }) }];
  });
  return { ...body, properties: Object.fromEntries(described) };
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
  return access === 'client' ? [{ client: [] }] : [{ user: [] }];
}

function operationOf(call: Call): Json {
  const mediaType = MEDIA_TYPES[call.encoding ?? 'json'];
  const roles = typeof call.access === 'string' ? '' : ` Profiles: ${call.access.join(', ')}.`;
  return {
    operationId: call.name,
    tags: [call.name.split('.')[0]],
    summary: call.summary,
    description: `${call.summary}${roles}`,
    security: securityOf(call),
    parameters: [...parametersOf(call, 'path'), ...parametersOf(call, 'query')],
    ...(call.body && {
      requestBody: { required: true, content: { [mediaType]: { schema: bodyOf(call, call.body) } } },
    }),
    responses: { 200: answer('Done.', 'data', schemaOf(call.answer.sent)), ...errorsOfCall(call) },
  };
}

function describePaths(): Json {
  const described: Record<string, Json> = {};
  for (const call of api)
    described[call.path] = { ...described[call.path], [call.method.toLowerCase()]: operationOf(call) };
  return described;
}

let paths: Json | undefined;

/** Builds the OpenAPI 3.1 document of the contract. Its paths, which take long, are built when they are first read. */
export function buildOpenApiDocument(): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Regional food vouchers',
      version: packageFile.version,
      description: [
        'The REST API between the food-voucher portal and a server. Amounts are in euro.',
        [
          'To try a call you need an access token:',
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
      },
    },
  };
}
