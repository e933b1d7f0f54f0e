import type { BaseKey } from '@refinedev/core';
import type { AdminDeclaration, Condition, Reference } from '#contract/admin/define.ts';
import type { Call, CallAnswer, CallInput } from '#contract/call.ts';
import type { file, Profile } from '#contract/entities/shared.ts';
import type { RawInput } from '../api/call-api.ts';

type RowOf<C extends Call, K extends keyof CallAnswer<C>> = CallAnswer<C>[K] extends readonly (infer R)[] ? R : never;

type Values<I> = 'query' extends keyof I ? NonNullable<I['query']> : I extends { body: infer B } ? B : object;

/** The search parameters of a list: its query, or its body if they must not be in a URL. */
type QueryOf<C extends Call> = Values<CallInput<C>>;

export type FileCall = Call & { readonly answer: typeof file };

interface ListOptions<Row, Query> {
  readonly rowId: (row: Row) => BaseKey;
  /** Whether the server sends one page or the whole list. */
  readonly paging: 'server' | 'client';
  /** `field,…,dir`: the default sort order. */
  readonly sort?: string;
  /** Default rows per page. Refine's own hooks always send a size: 10 if the screen sets none. */
  readonly size?: number;
  /** The allowed page sizes; any other value in the URL becomes `size`. */
  readonly sizes?: readonly number[];
  /** Sent with every request of the list. */
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  /** Without one of these filters the list is empty, without a request. */
  readonly needs?: readonly string[];
  /** The columns of the rendered list, each by its type in the contract. */
  readonly columns?: readonly (keyof Row & string)[];
  /** The filters of the rendered list. */
  readonly filters?: readonly (keyof Query & string)[];
  /** Exports the rendered list with its filters. */
  readonly export?: FileCall;
  /** Whether the list shows every failure; otherwise some give an empty list (§8, rules §2). */
  readonly tellsFailures?: boolean;
}

export interface ListDeclaration extends Omit<ListOptions<never, never>, 'columns' | 'filters'> {
  readonly columns?: readonly string[];
  readonly filters?: readonly string[];
  readonly call: Call;
  /** The key of the rows under `data`. */
  readonly collection: string;
  readonly parameters: readonly string[];
}

/** A call that returns one item. `input` turns Refine's arguments into the call's input. */
export interface ItemDeclaration<Given extends unknown[]> {
  readonly call: Call;
  /** The key of the item under `data`. */
  readonly item: string;
  readonly input: (...given: Given) => RawInput;
}

/** A call that acts on one record. */
type RecordCall = Call & { readonly method: 'POST' };

interface CommandOptions<Field> {
  /** The fields of the call's body that the user fills in. */
  readonly fields?: readonly Field[];
  /** The list in the body that the user fills in row by row, the fields of a row, and the field whose sum shows. */
  readonly rows?: { readonly name: Field; readonly fields: readonly string[]; readonly total?: string };
  /** Shows the command only if this field of the record has one of these values, or any value where none is named. */
  readonly when?: readonly [field: string, ...values: (string | boolean)[]];
  /** Whether the command takes something away from somebody. */
  readonly isDanger?: boolean;
  /** Whether it returns a document, which is only printed. */
  readonly prints?: boolean;
  /** Whether it returns a text that is shown once. */
  readonly shows?: boolean;
}

/** A button of the rendered `show` screen that acts on the record after a confirmation. */
export interface RecordCommand extends CommandOptions<string> {
  readonly call: RecordCall;
}

/** A method of Refine's data provider. */
export type ResourceMethod = 'list' | 'one' | 'create' | 'update' | 'remove';

/** What Refine does with a resource. Undeclared methods are not supported. Other calls are handed to the hooks. */
export interface ResourceCalls {
  readonly list?: ListDeclaration;
  readonly one?: ItemDeclaration<[id: BaseKey]>;
  readonly create?: ItemDeclaration<[values: never]>;
  readonly update?: ItemDeclaration<[id: BaseKey, values: never]>;
  readonly remove?: ItemDeclaration<[id: BaseKey]>;
  /** The fields of the rendered form in order, each by its type in the contract. */
  readonly fields?: readonly string[];
  /** The referenced resource of each reference field. The rendered form has a select for it. */
  readonly references?: Readonly<Record<string, Reference>>;
  /** With which values of another field the form has a field. */
  readonly conditions?: Readonly<Record<string, Condition>>;
  /** The confidential record that this one belongs to and has a link to, and the field of this record with its id. */
  readonly owner?: { readonly resource: string; readonly field: string };
  /** Who changed a record. */
  readonly changes?: AdminDeclaration['calls']['changes'];
  /** Whether a record may be edited; all may if absent. */
  readonly isEditable?: (record: Readonly<Record<string, unknown>>) => boolean;
  /** The buttons of the rendered `show` screen. Each call takes `id` and the body. */
  readonly recordCommands?: readonly RecordCommand[];
  /** The call that a screen needs (§6), if the resource has no such method. */
  readonly screenCalls?: Readonly<Partial<Record<ResourceMethod, Call>>>;
}

/** The menu entries of a resource, for the profiles that may see their screens (§6). */
export interface MenuEntry {
  /** Text key of the list's entry. */
  readonly label: string;
  /** Text key of the create screen's entry, which is before the list's. Default: no such entry. */
  readonly createLabel?: string;
  /** The resource of the parent entry. */
  readonly parent?: string;
  /** The only profile with the entry, if other profiles may see the screen too. */
  readonly onlyFor?: Profile;
}

/** The declaration of a resource (design §2). */
export interface ResourceDeclaration {
  readonly name: string;
  /** Where its words are, if not in a file of its name: the file, a colon, and the key of all of them. */
  readonly words?: string;
  /**
   * The paths of its screens, as Refine gets them; undefined if it has no screens. A path without its own page is
   * rendered from the declaration.
   */
  readonly screens?: Readonly<Partial<Record<'list' | 'show' | 'create' | 'edit', string>>>;
  readonly menu?: MenuEntry;
  /**
   * Whether it holds personal data. Then ids and filters of its rendered screens are not in the URL but in memory: a
   * reload leads to the list.
   */
  readonly isConfidential?: boolean;
  /** Its calls, loaded on first use, so that the public pages do not load the contract (design §5). */
  readonly calls: () => Promise<ResourceCalls>;
}

/** The key of a resource's words. More follows after a colon: i18next takes each but the first for a dot. */
export function wordsOf({ name, words = name }: ResourceDeclaration): string {
  return words;
}

/** The names of the search parameters of a list. */
export function parametersOf({ query, body }: Call): readonly string[] {
  const { shape = {} } = (query ?? body ?? {}) as { readonly shape?: object };
  return Object.keys(shape);
}

/** Declares the list of a resource; `collection` is the key of the rows under `data`. */
export function listOf<C extends Call, K extends keyof CallAnswer<C> & string>(
  call: C,
  collection: K,
  options: ListOptions<RowOf<C, K>, QueryOf<C>>,
): ListDeclaration {
  return { ...options, call, collection, parameters: parametersOf(call) };
}

/** Declares a call that returns one item under the key `item`. */
export function itemOf<C extends Call, Given extends unknown[]>(
  call: C,
  item: keyof CallAnswer<C> & string,
  input: (...given: Given) => CallInput<C>,
): ItemDeclaration<Given> {
  return { call, item, input: (...given) => input(...given) };
}

export function commandOf<C extends RecordCall>(
  call: C,
  options: CommandOptions<keyof Values<CallInput<C>> & string> = {},
): RecordCommand {
  return { ...options, call };
}

/** §9: the usual page size of every table. */
export const DEFAULT_PAGE_SIZE = 5;

/** §9: the page sizes a person may choose. */
export const PAGE_SIZES = [5, 10, 20] as const;

/** The page sizes of the operators' lists. */
export const OPERATOR_PAGE_SIZES = [10, 20, 50, 100] as const;
