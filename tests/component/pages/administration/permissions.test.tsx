import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { readSpending, searchFindings } from '#contract/admin/spending.ts';
import type { Shape } from '#contract/wire.ts';
import { queryClient } from '#src/providers/query-client.ts';
import { adminResources } from '#src/resources/administration.ts';
import { answerRaw } from '../../network.ts';
import { renderOperator } from './render-operator.tsx';

const ROWS = 10;
const PAGE = { page: 0, pageSize: ROWS, totalCount: 2 * ROWS, totalPages: 2 };

/** Any value of this type. */
function sampleOf(shape: Shape, index: number): unknown {
  switch (shape.kind) {
    case 'id':
      return index + 1;
    case 'text':
      return `Testo ${index}`;
    case 'flag':
      return false;
    case 'integer':
    case 'amount':
    case 'coordinate':
      return 1;
    case 'date':
      return '2026-01-01';
    case 'timestamp':
      return '2026-01-01T10:00:00+01:00';
    case 'word':
      return shape.words[0];
    case 'list':
      return [sampleOf(shape.item, index)];
    case 'record':
      return Object.fromEntries(Object.entries(shape.fields).map(([key, field]) => [key, sampleOf(field, index)]));
    case 'map':
      return {};
  }
}

function rowsOf(shape: Shape): unknown[] {
  const list = shape.kind === 'record' ? shape.fields.rows : undefined;
  if (list?.kind !== 'list') throw new Error('no rows');
  return Array.from({ length: ROWS }, (_, index) => sampleOf(list.item, index));
}

/** How often it was asked whether the user may take an action on this resource, by action. */
function questionsAbout(resource: string): Record<string, number> {
  const asked: Record<string, number> = {};
  for (const { queryKey, state } of queryClient.getQueryCache().findAll({ queryKey: ['access'] })) {
    if (queryKey[1] !== resource) continue;
    const action = String(queryKey[2]);
    asked[action] = (asked[action] ?? 0) + state.dataUpdateCount;
  }
  return asked;
}

/** Lists that differ in their buttons: with and without deletion and edit, of confidential records. */
const LISTS = ['admin-categories', 'admin-users', 'admin-patients', 'admin-vouchers'];
const lists = await Promise.all(
  adminResources
    .filter(({ name }) => LISTS.includes(name))
    .map(async ({ name, screens, calls, isConfidential = false }) => {
      const { list } = await calls();
      if (!list || screens?.list === undefined) throw new Error(`${name} has no list`);
      return { name, path: screens.list, call: list.call, isConfidential };
    }),
);

test.each(lists)(
  'design §5 the list $name asks once for an action, not once a row',
  async ({ name, path, call, isConfidential }) => {
    const { user } = renderOperator(path, {
      handlers: [answerRaw(call, { data: { rows: rowsOf(call.answer.shape), pagination: PAGE } })],
    });
    if (isConfidential) await user.type(await screen.findByRole('textbox', { name: 'Codice fiscale' }), 'RSS{Enter}');
    await waitFor(() => expect(screen.getAllByRole('link', { name: /^Apri: / })).toHaveLength(ROWS));
    const asked = questionsAbout(name);
    expect(asked).toMatchObject({ show: 1 });
    expect(Math.max(...Object.values(asked))).toBe(1);
    const waiting = queryClient.getQueryCache().findAll({ queryKey: ['access', name, 'show'] });
    expect(waiting.map((query) => query.getObserversCount())).toEqual([1]);
    await user.click(screen.getByRole('button', { name: 'Pagina successiva' }));
    await waitFor(() => expect(screen.getAllByRole('link', { name: /^Apri: / })).toHaveLength(ROWS));
    expect(questionsAbout(name)).toEqual(asked);
  },
);

test('design §5 the findings ask once for each kind of record, not once a finding', async () => {
  const rows = rowsOf(searchFindings.answer.shape);
  const spending = { rows: [], purchases: { count: 0, amount: 0 }, cancellations: { count: 0, amount: 0 }, total: 0 };
  renderOperator('/gestione/spesa', {
    handlers: [
      answerRaw(searchFindings, { data: { rows, pagination: PAGE } }),
      answerRaw(readSpending, { data: { spending } }),
    ],
  });
  await waitFor(() => expect(screen.getAllByRole('link', { name: 'Testo 3' }).length).toBeGreaterThan(0));
  expect(questionsAbout('admin-businesses')).toMatchObject({ show: 1 });
  expect(questionsAbout('admin-products')).toMatchObject({ show: 1 });
});
