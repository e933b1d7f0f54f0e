import type { SpendingGroup } from '#contract/entities/admin/spending.ts';
import type { CategoryType } from '#contract/entities/category.ts';
import type { Spending } from '#server/domain/spending/read-spending.ts';
import type { SpendingList } from '#server/domain/spending/read-spending-list.ts';
import texts from '../../../public/locales/it/spending.json' with { type: 'json' };
import { filtersText } from '../filter-facts.ts';
import { type Cell, type Row, type Sheet, monthCell } from './sheet.ts';

const GROUP_COLUMNS: Readonly<Record<SpendingGroup, string>> = {
  month: 'Mese',
  asl: 'Azienda sanitaria',
  business: 'Esercente',
  dossierType: 'Tipo di pratica',
  city: 'Comune del punto vendita',
};

const FIGURE_COLUMNS = ['Acquisti', 'Importo acquisti (€)', 'Storni', 'Importo storni (€)', 'Totale (€)'];

function nameOf(by: SpendingGroup, name: string): Cell {
  if (by === 'month') return monthCell(name);
  return by === 'dossierType' ? texts.type[name as CategoryType] : name;
}

function figuresOf({ purchases, cancellations, total }: Omit<Spending, 'rows' | 'asOf'>): Row {
  return [purchases.count, purchases.amount, cancellations.count, cancellations.amount, total];
}

async function* once<T>(rows: readonly T[]): AsyncGenerator<readonly T[], void, undefined> {
  await Promise.resolve();
  yield rows;
}

function factsOf({ madeAt, requester, filters, filterNames, spending }: SpendingList): readonly Row[] {
  const { monthStart, monthEnd, type } = filters;
  const shown = filtersText([
    ['Azienda sanitaria', filterNames.asl],
    ['Esercente', filterNames.business],
    ['Tipo di pratica', type && texts.type[type]],
  ]);
  return [
    [],
    ['Documento generato il', madeAt],
    ['Generato per', requester.name, requester.organisation],
    ['Dati aggiornati al', spending.asOf ?? '–'],
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
    toRows: (rows) => rows.map((row) => [nameOf(by, row.name), ...figuresOf(row)]),
    facts: () => factsOf(content),
  };
}
