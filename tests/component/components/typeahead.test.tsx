import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Typeahead } from '#src/components/fields/typeahead.tsx';
import { renderScreen } from '../render-screen.tsx';

const options = [
  { value: 1, label: 'Mulino Prova' },
  { value: 'due', label: 'Forno Prova' },
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
