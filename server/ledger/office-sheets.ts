import { formatUnitPrice, money } from '#contract/rules/money.ts';
import { formatCount } from '#contract/rules/numbers.ts';
import { type Made, madeRows } from '#server/documents/made.ts';
import { type Cell, monthCell, type Sheet, sheetOf } from '#server/documents/sheet.ts';
import closingTexts from '../../public/locales/it/month-closing.json' with { type: 'json' };
import spendingTexts from '../../public/locales/it/spending.json' with { type: 'json' };
import type { MonthClosing } from './closings.ts';
import type { Finding } from './findings.ts';
import type { MonthMismatch } from './mismatches.ts';

type Batches<Entry> = Sheet<Entry>['batches'];

/** The closed months, with all their figures. */
export function closingsSheet(batches: Batches<MonthClosing>, made: Made): Sheet<MonthClosing> {
  const { figures } = closingTexts;
  const part = (name: 'purchases' | 'cancellations' | 'corrections' | 'orders' | 'rejections') => [
    { title: `${figures[name]} (n.)`, cell: (closing: MonthClosing): Cell => closing.figures[name].count },
    { title: `${figures[name]} (€)`, cell: (closing: MonthClosing): Cell => closing.figures[name].amount },
  ];
  return sheetOf(
    [
      { title: closingTexts.month, cell: ({ month }) => monthCell(month) },
      { title: closingTexts.asl, isText: true, cell: ({ aslName }) => aslName },
      { title: closingTexts.business, isText: true, cell: ({ companyName }) => companyName ?? closingTexts.all },
      ...part('purchases'),
      ...part('cancellations'),
      ...part('corrections'),
      { title: `${figures.total} (€)`, cell: (closing) => closing.figures.total },
      ...part('orders'),
      ...part('rejections'),
      { title: closingTexts.controlTotal, isText: true, cell: (closing) => closing.figures.controlTotal },
      { title: closingTexts.closeTime, cell: ({ closeTime }) => closeTime },
      { title: closingTexts.username, isText: true, cell: ({ username }) => username },
    ],
    batches,
    () => madeRows(made),
  );
}

/** The mismatches of a month. */
export function mismatchesSheet(batches: Batches<MonthMismatch>, made: Made): Sheet<MonthMismatch> {
  const { mismatch } = closingTexts;
  return sheetOf(
    [
      { title: mismatch.at, cell: ({ at }) => at },
      { title: mismatch.kind, isText: true, cell: ({ kind }) => mismatch.kinds[kind] },
      { title: mismatch.purchase, cell: ({ purchaseId }) => purchaseId },
      { title: mismatch.order, cell: ({ amcOrderId }) => amcOrderId },
      { title: closingTexts.business, isText: true, cell: ({ companyName }) => companyName },
      { title: mismatch.store, isText: true, cell: ({ storeName }) => storeName },
      { title: `${mismatch.amount} (€)`, cell: ({ amount }) => money(amount) },
      { title: `${mismatch.expected} (€)`, cell: ({ expectedAmount }) => expectedAmount && money(expectedAmount) },
    ],
    batches,
    () => madeRows(made),
  );
}

/** A text of the portal with its values. */
function filled(text: string, values: Readonly<Record<string, string | number | undefined>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}

/** The findings of some months, in the words of their screen. */
export function findingsSheet(batches: Batches<Finding>, made: Made): Sheet<Finding> {
  const { column, rule: rules, counted } = spendingTexts.finding;
  return sheetOf(
    [
      { title: column.month, cell: ({ month }) => monthCell(month) },
      {
        title: column.rule,
        isText: true,
        cell: ({ rule, threshold, least }) => filled(rules[rule], { threshold, least }),
      },
      { title: column.business, isText: true, cell: ({ companyName }) => companyName },
      { title: column.subject, isText: true, cell: ({ productName, username }) => productName ?? username },
      {
        title: column.counted,
        isText: true,
        cell: ({ rule, count, purchases, unitPrice, referencePrice }) =>
          filled(counted[rule], {
            n: formatCount(count),
            purchases: formatCount(purchases ?? 0),
            price: unitPrice ? formatUnitPrice(money(unitPrice)) : '',
            reference: referencePrice ? formatUnitPrice(money(referencePrice)) : '',
          }),
      },
    ],
    batches,
    () => madeRows(made),
  );
}
