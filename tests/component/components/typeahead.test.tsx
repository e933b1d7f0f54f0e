import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Typeahead } from '#src/components/form/typeahead.tsx';
import { renderScreen } from '../render-screen.tsx';

const options = [
  { value: 1, label: 'Mulino Prova' },
  { value: 'due', label: 'Forno Prova' },
  { value: 3, label: 'Dr. Schär' },
  { value: 4, label: 'Caffè dell’Angolo' },
];

async function renderTypeahead(emptyText?: string) {
  const { user } = await renderScreen(
    <>
      <label htmlFor="maker">Produttore</label>
      <Typeahead
        id="maker"
        options={options}
        value={undefined}
        onChange={() => undefined}
        {...(emptyText !== undefined && { emptyText })}
      />
    </>,
    { texts: ['table'] },
  );
  return { user, field: screen.getByRole('combobox', { name: 'Produttore' }) };
}

test("§8 typeahead: 'No matches found.' where no other text is given", async () => {
  const { user, field } = await renderTypeahead();
  await user.type(field, 'zzz');
  expect(await screen.findByText('No matches found.')).toHaveAttribute('lang', 'en');
});

test('§8 typeahead: the text of its own where one is given', async () => {
  const { user, field } = await renderTypeahead('Produttore non trovato!');
  await user.type(field, 'zzz');
  expect(await screen.findByText('Produttore non trovato!')).toBeInTheDocument();
});

test.each([
  ['schar', 'Dr. Schär'],
  ['SCHÄR dr', 'Dr. Schär'],
  ["caffe'", 'Caffè dell’Angolo'],
  ["dell'angolo", 'Caffè dell’Angolo'],
  ['prova forno', 'Forno Prova'],
])('rules §1 typeahead: %s finds %s', async (typed, name) => {
  const { user, field } = await renderTypeahead();
  await user.type(field, typed);
  expect(await screen.findAllByRole('option')).toHaveLength(1);
  expect(screen.getByRole('option', { name })).toBeInTheDocument();
});
