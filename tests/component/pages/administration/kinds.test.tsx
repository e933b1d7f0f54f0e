import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { adminAsl } from '#contract/admin/asl.ts';
import { adminCategories } from '#contract/admin/products.ts';
import type { AdminCall, AdminDeclaration } from '#contract/admin/define.ts';
import { adminDossiers } from '#contract/admin/dossiers.ts';
import { adminKinds } from '#contract/admin/kinds.ts';
import { readSpending, searchFindings } from '#contract/admin/spending.ts';
import { listKinds } from '#contract/calls/patients.ts';
import { answer } from '../../network.ts';
import { renderOperator } from './render-operator.tsx';

const KINDS = answer(listKinds, {
  kinds: [
    { code: 'CELIAC', nameIt: 'Nome del server', nameEn: 'Name', hasOwnAmounts: false, disabled: false },
    { code: 'PROTEIN_FREE', nameIt: 'Nome del server', nameEn: 'Name', hasOwnAmounts: true, disabled: false },
    { code: 'NEPHRO', nameIt: 'Insufficienza renale', nameEn: 'Kidney', hasOwnAmounts: false, disabled: false },
    { code: 'METABOLIC', nameIt: 'Malattia metabolica', nameEn: 'Metabolic', hasOwnAmounts: true, disabled: false },
    { code: 'OLD', nameIt: 'Dieta superata', nameEn: 'Old', hasOwnAmounts: false, disabled: true },
  ],
});
const declared: readonly AdminDeclaration[] = [adminKinds, adminCategories, adminDossiers, adminAsl];
const names = declared.flatMap(({ calls }) =>
  Object.values<AdminCall | undefined>(calls).flatMap((call) => call?.name ?? []),
);
const KNOWN = { names: ['kinds.list', readSpending.name, ...names] };
const ONE_ROW = { page: 0, pageSize: 10, totalCount: 1, totalPages: 1 };

test('rules §9 kinds: the form has ceilings by age and gender where the kind has them, and sends what it shows', async () => {
  const sent: unknown[] = [];
  const { user } = renderOperator('/gestione/tipi-di-pratica/nuovo', {
    names: KNOWN.names,
    handlers: [
      KINDS,
      answer(adminKinds.calls.create, ({ body }) => {
        sent.push(body);
        return { row: { kindId: 3, version: 1, ...body, disabled: false } };
      }),
    ],
  });
  await user.type(await screen.findByRole('textbox', { name: 'Codice' }), 'NEPHRO');
  await user.type(screen.getByRole('textbox', { name: 'Nome in italiano' }), 'Insufficienza renale');
  await user.type(screen.getByRole('textbox', { name: 'Nome in inglese' }), 'Kidney disease');
  expect(screen.queryByRole('textbox', { name: 'Maschi da 0 a 5 anni' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('combobox', { name: 'Importo del buono' }));
  await user.click(await screen.findByTitle('Tetti per età e sesso'));
  expect(await screen.findAllByRole('textbox', { name: /^(Maschi|Femmine) da/ })).toHaveLength(12);
  await user.type(screen.getByRole('textbox', { name: 'Età minima in mesi' }), '12');
  await user.type(screen.getByRole('textbox', { name: 'Maschi da 18 a 59 anni' }), '80,50');
  await user.type(screen.getByRole('textbox', { name: 'Femmine dai 60 anni' }), '70');
  await user.click(screen.getByRole('button', { name: 'Salva' }));
  const named = { code: 'NEPHRO', nameIt: 'Insufficienza renale', nameEn: 'Kidney disease', amountBy: 'CEILINGS' };
  await waitFor(() => expect(sent).toEqual([{ ...named, fromMonths: 12, male18: 80.5, female60: 70 }]));
});

test('rules §9 kinds: a changed ceiling is sent with the others, which stay', async () => {
  const sent: unknown[] = [];
  const named = { code: 'NEPHRO', nameIt: 'Insufficienza renale', nameEn: 'Kidney disease' };
  const row = { kindId: 3, ...named, amountBy: 'CEILINGS' as const, male18: 80.5, female60: 70, disabled: false };
  const { user } = renderOperator('/gestione/tipi-di-pratica/3/modifica', {
    names: KNOWN.names,
    handlers: [
      KINDS,
      answer(adminKinds.calls.read, { row: { ...row, version: 4 } }),
      answer(adminKinds.calls.search, { rows: [], pagination: ONE_ROW }),
      answer(adminKinds.calls.update, ({ body }) => {
        sent.push(body);
        return { row: { ...row, version: 5 } };
      }),
    ],
  });
  const changed = await screen.findByRole('textbox', { name: 'Maschi da 18 a 59 anni' });
  await user.clear(changed);
  await user.type(changed, '85');
  await user.click(screen.getByRole('button', { name: 'Salva' }));
  const { code: _code, ...names } = named;
  const body = { ...names, amountBy: 'CEILINGS', male18: 85, female60: 70, disabled: false, version: 4 };
  await waitFor(() => expect(sent).toEqual([body]));
});

test('rules §9 kinds: a list and a record offer no change of a kind of §4', async () => {
  const more = { amountBy: 'CEILINGS', male18: 80.5, disabled: false, version: 1 } as const;
  const celiac = { kindId: 1, code: 'CELIAC', nameIt: 'Celiachia', nameEn: 'Coeliac disease', ...more };
  const nephro = { kindId: 3, code: 'NEPHRO', nameIt: 'Insufficienza renale', nameEn: 'Kidney disease', ...more };
  const handlers = [
    KINDS,
    answer(adminKinds.calls.search, { rows: [celiac, nephro], pagination: { ...ONE_ROW, totalCount: 2 } }),
    answer(adminKinds.calls.read, { row: celiac }),
  ];
  const { user } = renderOperator('/gestione/tipi-di-pratica', { names: KNOWN.names, handlers });
  expect(await screen.findByRole('link', { name: /^Modifica.*Insufficienza renale/ })).toBeVisible();
  expect(screen.queryByRole('link', { name: /^Modifica.*Celiachia/ })).not.toBeInTheDocument();
  await user.click(screen.getByRole('link', { name: /^Apri.*Celiachia/ }));
  expect(await screen.findByText('Coeliac disease')).toBeVisible();
  expect(screen.queryByRole('link', { name: /^Modifica/ })).not.toBeInTheDocument();
});

test('rules §9 kinds: forms offer the kinds of the server, and the amount where each dossier has its own', async () => {
  const { user } = renderOperator('/gestione/pratiche/nuovo', { ...KNOWN, handlers: [KINDS] });
  await user.click(await screen.findByRole('combobox', { name: 'Tipo pratica' }));
  expect(await screen.findByTitle('Insufficienza renale')).toBeInTheDocument();
  // The kinds of §4 have the words of the portal; a disabled one takes no new dossier.
  expect(screen.getByTitle('Celiachia')).toBeInTheDocument();
  expect(screen.queryByTitle('Nome del server')).not.toBeInTheDocument();
  expect(screen.queryByTitle('Dieta superata')).not.toBeInTheDocument();
  await user.click(screen.getByTitle('Insufficienza renale'));
  expect(screen.queryByRole('textbox', { name: /^Importo mensile/ })).not.toBeInTheDocument();
  await user.click(screen.getByRole('combobox', { name: 'Tipo pratica' }));
  await user.click(await screen.findByTitle('Malattia metabolica'));
  expect(await screen.findByRole('textbox', { name: /^Importo mensile/ })).toBeInTheDocument();
});

test.each([
  ['the name of the row', 'Insufficienza renale', { ...KNOWN, handlers: [KINDS] }],
  ['of a server that tells no kinds the code', 'NEPHRO', { names, handlers: [] }],
] as const)('rules §9 kinds: a list shows %s', async (_what, shown, { names: calls, handlers }) => {
  const row = { categoryId: 1, name: 'Alimenti', type: 'NEPHRO', disabled: false, version: 1 };
  const list = answer(adminCategories.calls.search, { rows: [row], pagination: ONE_ROW });
  renderOperator('/gestione/categorie', { names: calls, handlers: [...handlers, list] });
  expect(await screen.findByText(shown)).toBeInTheDocument();
});

test('rules §9 kinds: the spending names the kind of the row, and filters by it', async () => {
  const amounts = { purchases: { count: 1, amount: 6.5 }, cancellations: { count: 0, amount: 0 }, total: 6.5 };
  const asked: unknown[] = [];
  const spending = answer(readSpending, ({ query }) => {
    asked.push(query.type);
    return { spending: { rows: [{ key: 'NEPHRO', name: 'NEPHRO', ...amounts }], ...amounts } };
  });
  renderOperator('/gestione/spesa?by=dossierType&type=NEPHRO', {
    names: [...KNOWN.names, searchFindings.name],
    handlers: [KINDS, spending, answer(searchFindings, { rows: [], pagination: { ...ONE_ROW, totalCount: 0 } })],
  });
  const table = await screen.findByRole('table', { name: /pratica/ });
  expect(await within(table).findByText('Insufficienza renale')).toBeInTheDocument();
  expect(within(await screen.findByRole('form')).getByText('Insufficienza renale')).toBeInTheDocument();
  expect(asked).toContain('NEPHRO');
});
