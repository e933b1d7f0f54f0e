import type { RawBuilder, SqlBool } from 'kysely';
import type { Call, CallReply, CallRequest } from '#contract/call.ts';
import type { file } from '#contract/entities/file.ts';
import type { ErrorDescription } from '#contract/errors.ts';
import type { Shape } from '#contract/wire.ts';
import type { Schema } from '#server/database/schema.ts';
import type { Principal, Database, Services } from '../context.ts';
import type { DomainError } from '../domain-error.ts';
import type { SortColumns } from '../sorting.ts';

/** A call that operators alone may make. */
export interface AdminCall extends Call {
  readonly access: readonly ['REGION'] | readonly ['OPERATOR'];
}

interface ExportCall extends AdminCall {
  readonly answer: typeof file;
}

interface AdminCalls<S extends AdminCall> {
  readonly search: S;
  readonly exportRows: ExportCall;
  readonly read: AdminCall;
  readonly create?: AdminCall;
  readonly update?: AdminCall;
}

/** A table that connects a row with others; `order` is the column of their order, where they have one. */
interface Link {
  readonly table: keyof Schema;
  readonly own: string;
  readonly other: string;
  readonly order?: string;
}

/** What stands in a row, or in a body, as the contract names it. */
export type Values = Readonly<Record<string, unknown>>;

type Condition = RawBuilder<SqlBool>;

interface Facts {
  readonly table: keyof Schema;
  readonly notFound: ErrorDescription;
  /** The order of a list that asks for no other. */
  readonly sort: string;
  /** What an operator of an authority's office sees; everything where it is not given. */
  readonly scope?: (aslId: number) => Condition;
  /** What a new row has besides what its body says, by column. */
  readonly initial?: Readonly<Record<string, string>>;
  /** What is locked before a row, as everybody does who locks both: a query of it. */
  readonly lockedFirst?: (id: number) => RawBuilder<unknown>;
  /** What no schema can say of a new row, or of a changed one. */
  readonly verify?: (db: Database, principal: Principal, values: Values) => Promise<void>;
  /** What a principal hears whose row is there already, where that alone tells something; in a transaction of its own. */
  readonly explainDuplicate?: (
    services: Services,
    principal: Principal,
    values: Values,
  ) => Promise<DomainError | undefined>;
  /** The name of the exported file, in Italian. */
  readonly fileName: string;
}

/** What operators search, read, create and change, whichever table it is (rules §9). */
export interface Administered extends Facts {
  readonly calls: AdminCalls<AdminCall>;
  readonly id: { readonly field: string; readonly column: string };
  /** The column of each field that is stored as it is. */
  readonly columns: Readonly<Record<string, string>>;
  /** What is shown besides. */
  readonly shown?: Readonly<Record<string, RawBuilder<unknown>>>;
  readonly links?: Readonly<Record<string, Link>>;
  readonly filters: Readonly<Record<string, (value: never) => Condition>>;
  readonly sorts: Readonly<Record<string, string>>;
  /** Fields of which the audit tells no value. */
  readonly secret?: readonly string[];
}

type Asked<C extends Call> =
  CallRequest<C> extends { query: infer Q } ? Q : CallRequest<C> extends { body: infer B } ? B : never;
type FilterOf<C extends Call> = Exclude<keyof Asked<C>, 'ids' | 'page' | 'size' | 'sort'>;
type FieldOf<C extends Call> = CallReply<C> extends { rows: (infer R)[] } ? keyof R & string : never;

interface SortableCall extends AdminCall {
  readonly extras: { readonly sorts: readonly string[] };
}

/** The same for the calls of one resource: its names are those of the contract. */
interface Declaration<
  S extends SortableCall,
  Stored extends string,
  Shown extends string,
  Linked extends string,
> extends Facts {
  readonly calls: AdminCalls<S>;
  readonly id: { readonly field: FieldOf<S>; readonly column: string };
  readonly columns: Readonly<Record<Stored, string>>;
  readonly shown?: Readonly<Record<Shown, RawBuilder<unknown>>>;
  readonly links?: Readonly<Record<Linked, Link>>;
  readonly filters: { readonly [F in FilterOf<S>]-?: (value: NonNullable<Asked<S>[F]>) => Condition };
  readonly sorts: SortColumns<S>;
  readonly secret?: readonly FieldOf<S>[];
}

/** Declares what operators administer. */
export function administer<
  S extends SortableCall,
  Stored extends FieldOf<S>,
  Shown extends FieldOf<S>,
  Linked extends FieldOf<S>,
>(declaration: Declaration<S, Stored, Shown, Linked>): Administered {
  return declaration;
}

/** The fields of a row, each with its type, in the contract's order. */
export function fieldsOf({ calls }: Administered): Readonly<Record<string, Shape>> {
  const { shape } = calls.read.answer;
  const row = shape.kind === 'record' ? shape.fields.row : undefined;
  if (row?.kind !== 'record') throw new Error(`${calls.read.name} answers no row`);
  return row.fields;
}

/** The fields that the body of a call may have. */
export function writtenBy({ body }: Call): readonly string[] {
  const { shape = {} } = (body ?? {}) as { readonly shape?: object };
  return Object.keys(shape);
}
