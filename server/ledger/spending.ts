import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { SpendingGroup } from '#contract/admin/spending.ts';
import type { CategoryType } from '#contract/entities/shared.ts';
import type { Day } from '#contract/rules/dates.ts';
import { readKindNames } from '#server/database/dossier-kinds.ts';
import { type Made, madeRows } from '#server/documents/made.ts';
import { type Cell, filtersText, monthCell, type Row, type Sheet } from '#server/documents/sheet.ts';
import { type FilterNames, readFilterNames } from '#server/reference/filter-names.ts';
import { readMade } from '#server/reference/users.ts';
import texts from '../../public/locales/it/spending.json' with { type: 'json' };
import { DomainError } from '#server/domain-error.ts';
import type { Principal, Services } from '#server/services.ts';
import { NO_TOTALS, type StoredTotals, sumColumns, type Totals, toTotals } from './sums.ts';

/** The months (by their first days, both included), parties and dossier type of the spending. */
export interface SpendingFilters {
  readonly monthStart: Day;
  readonly monthEnd: Day;
  readonly aslId?: number | undefined;
  readonly businessId?: number | undefined;
  readonly type?: CategoryType | undefined;
}

/**
 * The filters of an operator; a district operator is limited to their own authority.
 * @throws DomainError INVALID_REQUEST when the last month is before the first, ASL_NOT_FOUND for another authority
 */
export function ownFilters<F extends SpendingFilters>({ aslId }: Principal, filters: F): F {
  if (filters.monthEnd < filters.monthStart) throw new DomainError('INVALID_REQUEST', { field: 'monthEnd' });
  if (aslId === null) return filters;
  if ((filters.aslId ?? aslId) !== aslId) throw new DomainError('ASL_NOT_FOUND');
  return { ...filters, aslId };
}

/** The condition of these filters on a table with the columns month, asl_id and business_id. */
export function matchesFilters(
  table: string,
  { monthStart, monthEnd, aslId, businessId }: Omit<SpendingFilters, 'type'>,
): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  return sql<SqlBool>`${column('month')} between ${monthStart}::date and ${monthEnd}::date
    ${aslId === undefined ? sql`` : sql`and ${column('asl_id')} = ${aslId}`}
    ${businessId === undefined ? sql`` : sql`and ${column('business_id')} = ${businessId}`}`;
}

interface GroupTotals extends Totals {
  readonly key: string;
  readonly name: string;
}

/** The spending by group and in total. */
export interface Spending extends Totals {
  readonly rows: readonly GroupTotals[];
}

interface GroupColumns {
  readonly key: RawBuilder<string>;
  readonly name: RawBuilder<string>;
}

function byItself(column: RawBuilder<string>): GroupColumns {
  return { key: column, name: column };
}

/** A store counts for its present city. */
const GROUPS: Readonly<Record<SpendingGroup, GroupColumns>> = {
  month: byItself(sql`ledger_month.month::text`),
  asl: { key: sql`asl.asl_id::text`, name: sql`asl.name` },
  business: { key: sql`business.business_id::text`, name: sql`business.company_name` },
  dossierType: byItself(sql`ledger_month.dossier_type`),
  city: byItself(sql`store.city`),
};

interface StoredGroup extends StoredTotals {
  readonly key: string;
  readonly name: string;
  readonly isAll: boolean;
}

/**
 * The spending of some months, from the sums of the ledger. Months are in their order, other groups by
 * descending amount.
 * @throws DomainError as `ownFilters`
 */
export async function readSpending(
  { db }: Services,
  principal: Principal,
  { by, ...asked }: SpendingFilters & { readonly by: SpendingGroup },
): Promise<Spending> {
  const filters = ownFilters(principal, asked);
  const { type } = filters;
  const { key, name } = GROUPS[by];
  const found = await sql<StoredGroup>`
    select key, name, grouping(key) = 1 as "isAll", ${sumColumns(sql`entries`)}
    from (
      select ${key} as key, ${name} as name, kind, entries, amount
      from ledger_month
        join asl on asl.asl_id = ledger_month.asl_id
        join business on business.business_id = ledger_month.business_id
        join store on store.store_id = ledger_month.store_id
      where ${matchesFilters('ledger_month', filters)} ${type === undefined ? sql`` : sql`and dossier_type = ${type}`}
    ) part
    group by grouping sets ((key, name), ())
    order by ${by === 'month' ? sql`key` : sql`sum(amount) desc, fold_text(name) collate "C", name, key`}`.execute(db);
  const all = found.rows.find(({ isAll }) => isAll);
  return {
    rows: found.rows.filter(({ isAll }) => !isAll).map((row) => ({ key: row.key, name: row.name, ...toTotals(row) })),
    ...(all === undefined ? NO_TOTALS : toTotals(all)),
  };
}

/** The spending that matches the filters, by group. */
export interface SpendingList extends Made {
  readonly by: SpendingGroup;
  readonly filters: SpendingFilters;
  readonly filterNames: FilterNames;
  /** The names of the kinds of dossier by their codes. */
  readonly kindNames: ReadonlyMap<string, string>;
  readonly spending: Spending;
}

/**
 * The spending for a document.
 * @throws DomainError as `readSpending`
 */
export async function readSpendingList(
  services: Services,
  principal: Principal,
  { by, ...filters }: SpendingFilters & { readonly by: SpendingGroup },
): Promise<SpendingList> {
  const made = await readMade(services, principal);
  const spending = await readSpending(services, principal, { by, ...filters });
  const filterNames = await readFilterNames(services.db, filters);
  const kindNames = await readKindNames(services.db);
  return { ...made, by, filters, filterNames, kindNames, spending };
}

const GROUP_COLUMNS: Readonly<Record<SpendingGroup, string>> = {
  month: 'Mese',
  asl: 'Azienda sanitaria',
  business: 'Esercente',
  dossierType: 'Tipo pratica',
  city: 'Comune del punto vendita',
};

const FIGURE_COLUMNS = ['Acquisti', 'Importo acquisti (€)', 'Storni', 'Importo storni (€)', 'Totale (€)'];

const TYPES: Readonly<Record<string, string>> = texts.type;

function kindName(code: string, { kindNames }: SpendingList): string {
  return TYPES[code] ?? kindNames.get(code) ?? code;
}

function nameOf(content: SpendingList, name: string): Cell {
  const { by } = content;
  if (by === 'month') return monthCell(name);
  return by === 'dossierType' ? kindName(name, content) : name;
}

function figuresOf({ purchases, cancellations, total }: Totals): Row {
  return [purchases.count, purchases.amount, cancellations.count, cancellations.amount, total];
}

async function* once<T>(rows: readonly T[]): AsyncGenerator<readonly T[], void, undefined> {
  await Promise.resolve();
  yield rows;
}

function factsOf(content: SpendingList): readonly Row[] {
  const { filters, filterNames, spending } = content;
  const { monthStart, monthEnd, type } = filters;
  const shown = filtersText([
    ['Azienda sanitaria', filterNames.asl],
    ['Esercente', filterNames.business],
    ['Tipo pratica', type && kindName(type, content)],
  ]);
  return [
    ...madeRows(content),
    ['Mesi', monthCell(monthStart), monthCell(monthEnd)],
    ['Filtri', shown],
    ['Totale di controllo (€)', spending.total],
  ];
}

/** The spending: one row for each group, then the requester and the control total (rules §7). */
export function spendingSheet(content: SpendingList): Sheet<Spending['rows'][number]> {
  const { by, spending } = content;
  return {
    columns: [GROUP_COLUMNS[by], ...FIGURE_COLUMNS],
    batches: once(spending.rows),
    toRows: (rows) => rows.map((row) => [nameOf(content, row.name), ...figuresOf(row)]),
    facts: () => factsOf(content),
  };
}
