import type * as z from 'zod/mini';
import type { Call } from '#contract/call.ts';
import type { Shape } from '#contract/wire.ts';

/** Kinds that say more about a value than `text`. */
const SPECIFIC = new Set(['flag', 'date', 'word']);

/** The type of a value in a request schema; undefined if unknown. Of a union, the kind that says most. */
function shapeOf(schema: z.core.$ZodType): Shape | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'optional' || def.type === 'nullable') return shapeOf(def.innerType);
  if (def.type === 'array') return shapeOf(def.element);
  if (def.type === 'boolean') return { kind: 'flag' };
  if (def.type === 'enum') return { kind: 'word', words: Object.values(def.entries).map(String) };
  if (def.type === 'number') return { kind: 'format' in def && def.format === 'safeint' ? 'integer' : 'amount' };
  if (def.type === 'string') return { kind: 'format' in def && def.format === 'date' ? 'date' : 'text' };
  if (def.type === 'pipe') return shapeOf(def.out) ?? shapeOf(def.in);
  if (def.type !== 'union') return undefined;
  const shapes = def.options.map(shapeOf);
  return shapes.find((shape) => shape && SPECIFIC.has(shape.kind)) ?? shapes.find((shape) => shape?.kind === 'text');
}

type Schemas = Readonly<Record<string, z.core.$ZodType>>;

function shapesOfAll(schemas: Schemas): Readonly<Record<string, Shape>> {
  const entries = Object.entries(schemas).map(([name, schema]) => [name, shapeOf(schema)] as const);
  return Object.fromEntries(entries.filter((entry): entry is [string, Shape] => entry[1] !== undefined));
}

/** The types of a call's parameters, from the schema of its query or body, as far as known. */
export function queryShapesOf({ query, body }: Pick<Call, 'query' | 'body'>): Readonly<Record<string, Shape>> {
  const { shape = {} } = (query ?? body ?? {}) as { readonly shape?: Schemas };
  return shapesOfAll(shape);
}

/** The types of the fields in a row of a list in a call's body. */
export function rowShapesOf({ body }: Pick<Call, 'body'>, list: string): Readonly<Record<string, Shape>> {
  const { shape = {} } = (body ?? {}) as { readonly shape?: Schemas };
  const { def } = (shape[list] as z.core.$ZodTypes | undefined)?._zod ?? {};
  return def?.type === 'array' ? shapesOfAll((def.element as { readonly shape?: Schemas }).shape ?? {}) : {};
}
