import type * as z from 'zod/mini';
import type { Call } from '#contract/call.ts';
import { toOffsetTimestamp } from '#contract/rules/dates.ts';
import { money, type Money, toWire } from '#contract/rules/money.ts';
import type { Shape } from '#contract/wire.ts';

/**
 * What the server holds of what a schema sends: an instant as such, an amount as an exact decimal or as the database
 * gives it. An absent value may be null.
 */
export type Held<S> = S extends z.iso.ZodMiniISODateTime
  ? Date | string
  : S extends z.ZodMiniNumberFormat
    ? number
    : S extends z.ZodMiniNumber
      ? Money | number | string
      : S extends z.ZodMiniOptional<infer T>
        ? Held<T> | undefined
        : S extends z.ZodMiniNullable<infer T>
          ? Held<T> | null
          : S extends z.ZodMiniArray<infer T>
            ? readonly Held<T>[]
            : S extends z.ZodMiniObject<infer F>
              ? HeldRecord<F>
              : z.input<S>;

type OptionalName<F> = { [K in keyof F]: F[K] extends z.ZodMiniOptional ? K : never }[keyof F];
type HeldRecord<F> = { readonly [K in Exclude<keyof F, OptionalName<F>>]: Held<F[K]> } & {
  readonly [K in OptionalName<F>]?: Held<F[K]>;
};

/** What the server holds of the answer to a call. */
export type HeldReply<C extends Call> = Held<C['answer']['sent']>;

/**
 * A value in the form of the contract: amounts and instants are written, and what the contract does not name is left
 * out.
 * @throws Error when an amount is invalid
 */
export function serialize(shape: Shape, value: unknown): unknown {
  if (value === null || value === undefined) return value;
  if (shape.kind === 'amount') return typeof value === 'number' ? value : toWire(money(value as Money | string));
  if (shape.kind === 'timestamp') return value instanceof Date ? toOffsetTimestamp(value) : value;
  if (shape.kind === 'list') return (value as readonly unknown[]).map((item) => serialize(shape.item, item));
  if (shape.kind !== 'record') return value;
  const held = value as Readonly<Record<string, unknown>>;
  const written: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(shape.fields)) {
    const part = serialize(field, held[name]);
    if (part !== undefined) written[name] = part;
  }
  return written;
}
