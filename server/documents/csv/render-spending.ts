import { formatMonth } from '#contract/rules/dates.ts';
import type { Money } from '#contract/rules/money.ts';
import { filtersText } from '../filter-facts.ts';
import { type Cell, renderCsv } from './render-csv.ts';

interface Subtotal {
  readonly count: number;
  /** In euro. */
  readonly amount: Money;
}

interface Figures {
  readonly purchases: Subtotal;
  readonly cancellations: Subtotal;
  readonly total: Money;
}

type Group = 'month' | 'asl' | 'business' | 'dossierType' | 'city';

/** The content of the spending list. */
interface SpendingContent {
  readonly madeAt: Date;
  readonly requester: { readonly name: string; readonly organisation: string };
  readonly by: Group;
  readonly filters: {
    readonly monthStart: string;
    readonly monthEnd: string;
    readonly type?: keyof typeof TYPES | undefined;
  };
  /** The names of the authority and the business among the filters. */
  readonly filterNames: { readonly asl?: string | undefined; readonly business?: string | undefined };
  readonly spending: Figures & {
    readonly rows: readonly (Figures & { readonly name: string })[];
    readonly asOf: Date | null;
  };
}

const TYPES = { CELIAC: 'Celiachia', PROTEIN_FREE: 'Dieta aproteica' } as const;

const GROUP_COLUMNS: Readonly<Record<Group, string>> = {
  month: 'Mese',
  asl: 'Azienda sanitaria',
  business: 'Esercente',
  dossierType: 'Tipo di pratica',
  city: 'Comune del punto vendita',
};

const FIGURE_COLUMNS = ['Acquisti', 'Importo acquisti (€)', 'Storni', 'Importo storni (€)', 'Totale (€)'];

function nameOf(by: Group, name: string): string {
  if (by === 'month') return formatMonth(name);
  return by === 'dossierType' ? TYPES[name as keyof typeof TYPES] : name;
}

function figuresOf({ purchases, cancellations, total }: Figures): readonly Cell[] {
  return [purchases.count, purchases.amount, cancellations.count, cancellations.amount, total];
}

async function* once<T>(rows: readonly T[]): AsyncGenerator<readonly T[], void, undefined> {
  await Promise.resolve();
  yield rows;
}

function factsOf({ madeAt, requester, filters, filterNames, spending }: SpendingContent): readonly (readonly Cell[])[] {
  const { monthStart, monthEnd, type } = filters;
  const shown = filtersText([
    ['Azienda sanitaria', filterNames.asl],
    ['Esercente', filterNames.business],
    ['Tipo di pratica', type && TYPES[type]],
  ]);
  return [
    [],
    ['Documento generato il', madeAt],
    ['Generato per', requester.name, requester.organisation],
    ['Dati aggiornati al', spending.asOf ?? '–'],
    ['Mesi', formatMonth(monthStart), formatMonth(monthEnd)],
    ['Filtri', shown],
    ['Totale di controllo (€)', spending.total],
  ];
}

/** The spending as CSV: one row for each group, then the requester and the control total (rules §7). */
export function renderSpending(content: SpendingContent): AsyncIterable<Buffer> {
  const { by, spending } = content;
  return renderCsv({
    columns: [GROUP_COLUMNS[by], ...FIGURE_COLUMNS],
    batches: once(spending.rows),
    toRows: (rows) => rows.map((row) => [nameOf(by, row.name), ...figuresOf(row)]),
    facts: () => factsOf(content),
  });
}
