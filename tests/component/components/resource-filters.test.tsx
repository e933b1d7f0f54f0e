import { screen } from '@testing-library/react';
import type { CrudFilter } from '@refinedev/core';
import * as z from 'zod/mini';
import { expect, test } from 'vitest';
import { searchPurchases } from '#contract/calls/purchases.ts';
import { searchProducts } from '#contract/calls/products.ts';
import { queryShapesOf } from '#src/components/resource/record-values.ts';
import { ResourceFilters } from '#src/components/resource/resource-list.tsx';
import { renderScreen } from '../render-screen.tsx';

const equals = (field: string, value: unknown): CrudFilter => ({ field, operator: 'eq', value });

test('design §2 a rendered filter is of the type that the query of the call says', () => {
  expect(queryShapesOf(searchPurchases)).toMatchObject({
    patientId: { kind: 'text' },
    dateStart: { kind: 'date' },
    excludeAmc: { kind: 'flag' },
    purchaseStatusList: { kind: 'word', words: ['ACTIVE', 'CANCELLED'] },
  });
  expect(queryShapesOf(searchProducts)).toMatchObject({ name: { kind: 'text' }, categoryType: { kind: 'word' } });
  const query = z.strictObject({ pieces: z.int(), price: z.optional(z.number()), pinned: z.boolean(), other: z.any() });
  expect(queryShapesOf({ ...searchProducts, query })).toEqual({
    pieces: { kind: 'integer' },
    price: { kind: 'amount' },
    pinned: { kind: 'flag' },
  });
});

test('design §2 a rendered filter by a flag shows what the URL says: yes, no or any', async () => {
  const searches: CrudFilter[][] = [];
  const { user } = await renderScreen(
    <ResourceFilters
      words="notices"
      fields={['pinned']}
      shapes={{ pinned: { kind: 'flag' } }}
      filters={[equals('pinned', 'true')]}
      onSearch={(found) => searches.push(found)}
    />,
    { texts: ['resource'] },
  );
  expect(screen.getByTitle('Sì')).toBeVisible();
  const search = screen.getByRole('button', { name: 'Cerca' });
  await user.click(search);
  await user.click(screen.getByRole('combobox'));
  await user.click(await screen.findByTitle('No'));
  await user.click(search);
  await user.click(screen.getByRole('combobox'));
  await user.click(await screen.findByTitle('Qualsiasi'));
  await user.click(search);
  expect(searches).toEqual(['true', 'false', undefined].map((value) => [equals('pinned', value)]));
});
