import { screen, waitFor } from '@testing-library/react';
import type { HttpHandler } from 'msw';
import { expect, test } from 'vitest';
import { downloadBillProducts } from '#contract/calls/billing-summary.ts';
import { readFeatures } from '#contract/calls/features.ts';
import { downloadStoreTransactions } from '#contract/calls/purchases.ts';
import { ExportButtons } from '#src/components/table/export-buttons.tsx';
import { answer } from '../network.ts';
import { renderScreen } from '../render-screen.tsx';

const FILE = { fileName: 'dati', base64: 'QQ==', mimeType: 'text/csv' };
const asked: unknown[] = [];
const bill = { dateStart: '2026-02-01', dateEnd: '2026-02-28' };
const labels = { label: 'Esporta CSV', excelLabel: 'Esporta per Excel' };

interface Case {
  readonly buttons: React.JSX.Element;
  readonly handler: HttpHandler;
  readonly name: string;
  readonly csv: unknown;
  readonly xlsx: unknown;
}

const cases: readonly Case[] = [
  {
    buttons: (
      <ExportButtons call={downloadBillProducts} {...labels} onExport={(begin) => begin({ query: { ...bill } })} />
    ),
    handler: answer(downloadBillProducts, ({ query }) => {
      asked.push(query);
      return FILE;
    }),
    name: downloadBillProducts.name,
    csv: bill,
    xlsx: { ...bill, format: 'xlsx' },
  },
  {
    buttons: (
      <ExportButtons
        call={downloadStoreTransactions}
        {...labels}
        onExport={(begin) => begin({ params: { storeId: 7 } })}
      />
    ),
    handler: answer(downloadStoreTransactions, ({ query }) => {
      asked.push(query);
      return FILE;
    }),
    name: downloadStoreTransactions.name,
    csv: {},
    xlsx: { format: 'xlsx' },
  },
];

function render({ buttons, handler }: Case, formats: Record<string, string[]> | undefined) {
  asked.length = 0;
  const features = answer(readFeatures, { features: { sorts: {}, filters: {}, calls: [], formats } });
  return renderScreen(buttons, { as: 'BUSINESS', handlers: [handler, features] });
}

test.each(cases)('rules §1 $name: Excel beside CSV, where the server names it', async (one) => {
  const { user } = await render(one, { [one.name]: ['xlsx'] });
  await user.click(await screen.findByRole('button', { name: 'Esporta per Excel' }));
  await waitFor(() => expect(asked).toEqual([one.xlsx]));
  await user.click(screen.getByRole('button', { name: 'Esporta CSV' }));
  await waitFor(() => expect(asked).toEqual([one.xlsx, one.csv]));
});

test.each<[Record<string, string[]> | undefined]>([[undefined], [{}], [{ 'another.call': ['xlsx'] }]])(
  'rules §1 CSV alone where the server names no other format: %j',
  async (formats) => {
    const [one] = cases;
    if (!one) throw new Error('no case');
    const { user } = await render(one, formats);
    await user.click(await screen.findByRole('button', { name: 'Esporta CSV' }));
    await waitFor(() => expect(asked).toEqual([one.csv]));
    expect(screen.getAllByRole('button')).toHaveLength(1);
  },
);
