import { cleanup, render, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { act, type ReactNode } from 'react';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { followTranslations } from '#src/components/layout/translated-texts.ts';
import { enter, renderProducts } from '../../pages/sale/render-sale.tsx';
import { bread, newSaleServer, pasta } from '../../pages/sale/sale-server.ts';
import { shownIn, translatePage } from '../../translator.ts';

beforeAll(followTranslations);

/** By a part of their words, which the translator marks. */
const button = (words: string) => screen.findByRole('button', { name: new RegExp(words) });
const heading = (words: string) => screen.findByRole('heading', { level: 1, name: new RegExp(words) });

const items = () => [
  { product: bread, quantity: 2, pricePerUnit: 2.5, totalPrice: 5 },
  { product: pasta, quantity: 1, pricePerUnit: 1.2, totalPrice: 1.2 },
];

/** Changes a cart, which ends with a sign that this is done. */
const CHANGES: readonly (readonly [string, (user: UserEvent) => Promise<unknown>])[] = [
  [
    'a piece more, and a product less, which is taken back',
    async (user) => {
      await user.click(await button(`Un pezzo in più di ${bread.name}`));
      await screen.findByText('7,50 €');
      await user.click(await button(`Elimina ${pasta.name}`));
      await user.click(await button('Annulla'));
      await button(`Elimina ${pasta.name}`);
    },
  ],
  [
    'a product scanned again, and more of it than the budget allows',
    async (user) => {
      await enter(user, screen.getByRole('textbox', { name: /EAN/ }), bread.ean1);
      await waitFor(() => expect(screen.getByRole('spinbutton')).toBeEnabled());
      await user.clear(screen.getByRole('spinbutton'));
      await user.type(screen.getByRole('spinbutton'), '99');
      await screen.findByText(/supera il budget residuo/);
    },
  ],
  [
    'the summary and back',
    async (user) => {
      await user.click(await button('Avanti'));
      await heading('Riepilogo');
      await user.click(await button('Indietro'));
      await heading('Scarico Prodotti');
    },
  ],
];

test.each(CHANGES)('design §5 translated page: %s shows what it shows untranslated', async (_what, change) => {
  const plainUser = await renderProducts(newSaleServer({ items: items() }));
  await change(plainUser);
  const plain = shownIn(document.body);
  cleanup();

  const user = await renderProducts(newSaleServer({ items: items() }));
  onTestFinished(translatePage());
  await change(user);
  await waitFor(() => expect(shownIn(document.body)).toBe(plain));
});

/** The ways in which React changes texts that stand beside others. */
const CONTENTS: readonly (readonly [string, (count: number) => ReactNode])[] = [
  ['a figure and a word', (count) => [count, ' pezzi']],
  ['a text that goes', (count) => [count < 2 && 'testo', <b key="b">altro</b>]],
  ['a text that comes', (count) => [count > 1 && 'testo', <b key="b">altro</b>]],
  ['an element before a text', (count) => [count > 1 && <b key="b">{count}</b>, 'testo']],
  ['a text in the place of an element', (count) => (count > 1 ? ['testo', ' e '] : [<b key="b">altro</b>, ' e '])],
  ['texts in another order', (count) => (count > 1 ? ['a', <i key="i">i</i>, 'b'] : ['b', <i key="i">i</i>, 'a'])],
];

test.each(CONTENTS)('design §5 translated page: %s', (_what, content) => {
  const page = (count: number) => <p>{content(count)}</p>;
  const plain = render(page(2)).container.textContent;
  cleanup();
  const { rerender, container } = render(page(1));
  const end = translatePage();
  onTestFinished(end);
  act(() => rerender(page(2)));
  expect(shownIn(container)).toBe(plain);
});

test('design §5 translated page: texts that a translator took away without a trace do not stop the screen', () => {
  const page = (isLong: boolean) => (
    <p>
      {isLong && <b>1</b>}
      {isLong ? null : 'uno'}
      {'due'}
    </p>
  );
  const { rerender, container } = render(page(false));
  for (const text of [...(container.querySelector('p')?.childNodes ?? [])]) text.remove();
  act(() => rerender(page(true)));
  expect(container).toHaveTextContent('1');
});
