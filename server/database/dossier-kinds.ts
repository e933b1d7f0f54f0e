import { type Selectable, sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Call } from '#contract/call.ts';
import { CATEGORY_TYPES } from '#contract/entities/shared.ts';
import { MEANINGS } from '#contract/request.ts';
import { DomainError } from '#server/domain-error.ts';
import type { Database } from '#server/services.ts';
import type { RowLock } from './row-locks.ts';
import type { Schema } from './schema.ts';

/** All kinds, as they stay while vouchers are made. */
export const ALL_KINDS: RowLock = { table: 'dossier_kind', key: 'kind_id', which: sql`true`, strength: 'share' };

/** A kind of dossier as it is stored. */
export type DossierKind = Selectable<Schema['dossier_kind']>;

/** All kinds of dossier, those of §4 first. */
export function readKinds(db: Database): Promise<DossierKind[]> {
  return db.selectFrom('dossier_kind').selectAll().orderBy('kind_id').execute();
}

/** The Italian names of the kinds by their codes, for documents. */
export async function readKindNames(db: Database): Promise<ReadonlyMap<string, string>> {
  return new Map((await readKinds(db)).map(({ code, name_it }) => [code, name_it]));
}

type Shape = z.core.$ZodType;

function isKindCode(schema: Shape): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const meaning = MEANINGS.get(def.type === 'optional' ? def.innerType : schema);
  return meaning?.kind === 'word' && meaning.isKindOfDossier === true;
}

/** The fields of a part of a request that hold the code of a kind. */
function kindFields(part: z.ZodMiniType | undefined): string[] {
  const { shape = {} } = (part ?? {}) as { readonly shape?: Readonly<Record<string, Shape>> };
  return Object.keys(shape).filter((name) => shape[name] && isKindCode(shape[name]));
}

const OF_SPECIFICATION: ReadonlySet<unknown> = new Set(CATEGORY_TYPES);

/** A parsed request, as far as it may name a kind. */
interface Asked {
  readonly query?: unknown;
  readonly body?: unknown;
}

/**
 * A check of the parsed requests of a call: each kind that they name is a row. It asks the database for none of §4.
 * @returns a function that throws DomainError INVALID_REQUEST with the field; undefined if the call names no kinds
 */
export function kindCheckOf(call: Call): ((db: Database, asked: Asked) => Promise<void>) | undefined {
  const parts = (['query', 'body'] as const).flatMap((part) =>
    kindFields(call[part]).map((name) => [part, name] as const),
  );
  if (parts.length === 0) return undefined;
  return async (db, asked) => {
    for (const [part, field] of parts) {
      const { [field]: code } = (asked[part] ?? {}) as Readonly<Record<string, unknown>>;
      if (typeof code !== 'string' || OF_SPECIFICATION.has(code)) continue;
      const found = await db.selectFrom('dossier_kind').select('kind_id').where('code', '=', code).executeTakeFirst();
      if (!found) throw new DomainError('INVALID_REQUEST', { field });
    }
  };
}
