import type { BaseKey } from '@refinedev/core';
import type { Call, CallAnswer, CallInput } from '#contract/call.ts';
import type { file } from '#contract/entities/file.ts';
import type { Profile } from '#contract/entities/user.ts';
import type { Identity } from '../auth/identity.ts';
import type { RawInput } from '../http/call-api.ts';

/** The resources of the portal (design §2). */
export type ResourceName = string;

type RowOf<C extends Call, K extends keyof CallAnswer<C>> = CallAnswer<C>[K] extends readonly (infer R)[] ? R : never;

type Values<I> = I extends { query: infer Q } ? Q : I extends { body: infer B } ? B : object;

/** By what a list may be searched: its query, or its body where no address may hold it. */
type QueryOf<C extends Call> = Values<CallInput<C>>;

/** A call that answers a document. */
export type FileCall = Call & { readonly answer: typeof file };

interface ListFacts<Row, Query> {
  /** What tells the rows apart. */
  readonly rowId: (row: Row) => BaseKey;
  /** Whether the server answers one page or the whole list. */
  readonly paging: 'server' | 'client';
  /** `field,…,dir`, sent when the screen asks for no other order. */
  readonly sort?: string;
  /** Rows of a page when none are asked for. Refine's own hooks always ask: for 10 when the screen is silent. */
  readonly size?: number;
  /** The sizes that a screen offers; any other, typed into the address, gives `size`. */
  readonly sizes?: readonly number[];
  /** What is sent with every list. */
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  /** Without one of these filters the list is empty, and no call is made. */
  readonly needs?: readonly string[];
  /** What the drawn list shows of a row, each by its type in the contract. */
  readonly columns?: readonly (keyof Row & string)[];
  /** The parameters by which the drawn list may be searched. */
  readonly filters?: readonly (keyof Query & string)[];
  /** Downloads what the drawn list is searched for. */
  readonly export?: FileCall;
  /** Whether a failure is always told in the list's place; else some leave it quietly empty (§8, rules §2). */
  readonly tellsFailures?: boolean;
}

/** How a resource is listed. */
export interface ListDeclaration extends Omit<ListFacts<never, never>, 'columns' | 'filters'> {
  readonly columns?: readonly string[];
  readonly filters?: readonly string[];
  readonly call: Call;
  /** The key of the rows under `data`. */
  readonly collection: string;
  /** The query parameters that the call knows. */
  readonly parameters: readonly string[];
}

/** A call that answers one item; `input` makes the call's input of what Refine gives. */
export interface ItemDeclaration<Given extends unknown[]> {
  readonly call: Call;
  /** The key of the item under `data`. */
  readonly item: string;
  readonly input: (...given: Given) => RawInput;
}

/** What a field holds the id of, or the ids. */
export interface Reference {
  readonly resource: ResourceName;
  /** The fields that name a record of it. */
  readonly labels: readonly string[];
  /** The parameter by which its list is searched for what is typed. */
  readonly search: string;
  /** So many characters are typed before the list is read: nobody's data are read before they are looked for. */
  readonly leastTyped?: number;
  /** What a new record refers to from the start, where the user is of one. */
  readonly own?: keyof Identity;
}

/** Other resources, confidential ones, whose lists have what belongs to a record. */
export interface Related {
  readonly resources: readonly ResourceName[];
  /** The field of the record by which those lists are searched. */
  readonly by: string;
}

/** A call that does something to one record. */
export type RecordCall = Call & { readonly method: 'POST' };

interface CommandFacts<Field> {
  /** What is typed for it, of the call's body. */
  readonly fields?: readonly Field[];
  /** The list of the body that is typed row by row, the fields of a row, and that one of them whose sum is shown. */
  readonly rows?: { readonly name: Field; readonly fields: readonly string[]; readonly total?: string };
  /** It is offered where this field of the record has one of these values. */
  readonly when?: readonly [field: string, ...values: (string | boolean)[]];
  /** Whether it takes something away from somebody. */
  readonly isDanger?: boolean;
  /** Whether it answers a document, which goes to the print dialog and nowhere else. */
  readonly prints?: boolean;
}

/** What a button of the drawn `show` screen does to the record, asked about before. */
export interface RecordCommand extends CommandFacts<string> {
  readonly call: RecordCall;
}

/** The calls of a resource. What is not declared is not supported. */
export interface ResourceCalls {
  readonly list?: ListDeclaration;
  readonly one?: ItemDeclaration<[id: BaseKey]>;
  readonly create?: ItemDeclaration<[values: never]>;
  readonly update?: ItemDeclaration<[id: BaseKey, values: never]>;
  readonly remove?: ItemDeclaration<[id: BaseKey]>;
  /** What the drawn form edits, in its order, each by its type in the contract. */
  readonly fields?: readonly string[];
  /** What fields refer to, by their names: the drawn form has them chosen. */
  readonly references?: Readonly<Record<string, Reference>>;
  /** Where the drawn record leads to. */
  readonly related?: Related;
  /** What is done to a record by buttons of the drawn `show` screen; the call takes `id` and the body. */
  readonly recordCommands?: readonly RecordCommand[];
  /** Calls that only read, for `useRead`. */
  readonly reads?: readonly Call[];
  /** Calls that change something, for `useCommand`. */
  readonly commands?: readonly Call[];
  /** Calls that answer a document, for `useDownload`. */
  readonly files?: readonly Call[];
}

/** The entries of a resource in the navigation, shown to the profiles that may see their screens (§6). */
export interface MenuEntry {
  /** Key of the text of the list's entry. */
  readonly label: string;
  /** Key of the text of the create screen's entry, which stands before that of the list; no entry when not given. */
  readonly createLabel?: string;
  /** The resource under whose entry it stands. */
  readonly parent?: ResourceName;
  /** The only profile that has the entry, where others may see the screen too. */
  readonly onlyFor?: Profile;
}

/** Everything the portal knows about a resource (design §2). */
export interface ResourceDeclaration {
  readonly name: ResourceName;
  /**
   * The paths of its screens, which Refine gets as they are; none for a resource that other screens use. One without a
   * page of its own is drawn from the declaration.
   */
  readonly screens?: Readonly<Partial<Record<'list' | 'show' | 'create' | 'edit', string>>>;
  readonly menu?: MenuEntry;
  /**
   * Whether what it shows identifies people: neither an id nor a filter of its drawn screens is in the address, and none
   * outlives the page: a reload leads to the list.
   */
  readonly isConfidential?: boolean;
  /** Its calls; loaded when first needed, so that the public pages do without the contract (design §5). */
  readonly calls: () => Promise<ResourceCalls>;
}

/** Declares how a resource is listed; `collection` is the key of the rows under `data`. */
export function listOf<C extends Call, K extends keyof CallAnswer<C> & string>(
  call: C,
  collection: K,
  facts: ListFacts<RowOf<C, K>, QueryOf<C>>,
): ListDeclaration {
  const { shape = {} } = (call.query ?? call.body ?? {}) as { readonly shape?: object };
  return { ...facts, call, collection, parameters: Object.keys(shape) };
}

/** Declares a call that answers one item under the key `item`. */
export function itemOf<C extends Call, Given extends unknown[]>(
  call: C,
  item: keyof CallAnswer<C> & string,
  input: (...given: Given) => CallInput<C>,
): ItemDeclaration<Given> {
  return { call, item, input: (...given) => input(...given) };
}

/** Declares what is done to a record by a button of its drawn screen. */
export function commandOf<C extends RecordCall>(
  call: C,
  facts: CommandFacts<keyof Values<CallInput<C>> & string> = {},
): RecordCommand {
  return { ...facts, call };
}
