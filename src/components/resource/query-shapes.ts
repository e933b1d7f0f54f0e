import type * as z from 'zod/mini';
import type { Call } from '#contract/call.ts';
import type { Shape } from '#contract/wire.ts';

/** Kinds that say more of a value than that it may be written in several ways. */
const TELLING = new Set(['flag', 'date', 'word']);

/** What the schema of a request says of a value; undefined where that is no more than how it is written. */
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
  return shapes.find((shape) => shape && TELLING.has(shape.kind)) ?? shapes.find((shape) => shape?.kind === 'text');
}

type Schemas = Readonly<Record<string, z.core.$ZodType>>;

function shapesOfAll(schemas: Schemas): Readonly<Record<string, Shape>> {
  const entries = Object.entries(schemas).map(([name, schema]) => [name, shapeOf(schema)] as const);
  return Object.fromEntries(entries.filter((entry): entry is [string, Shape] => entry[1] !== undefined));
}

/** The types of the parameters of a call, as far as the schema of its query, or of its body, says them. */
export function queryShapesOf({ query, body }: Pick<Call, 'query' | 'body'>): Readonly<Record<string, Shape>> {
  const { shape = {} } = (query ?? body ?? {}) as { readonly shape?: Schemas };
  return shapesOfAll(shape);
}

/** The types of what a row holds of a list in the body of a call. */
export function rowShapesOf({ body }: Pick<Call, 'body'>, list: string): Readonly<Record<string, Shape>> {
  const { shape = {} } = (body ?? {}) as { readonly shape?: Schemas };
  const { def } = (shape[list] as z.core.$ZodTypes | undefined)?._zod ?? {};
  return def?.type === 'array' ? shapesOfAll((def.element as { readonly shape?: Schemas }).shape ?? {}) : {};
}
