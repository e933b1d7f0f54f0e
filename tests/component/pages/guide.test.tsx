import { screen, within } from '@testing-library/react';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { GUIDES } from '#src/pages/guide/chapters.ts';
import { Component as GuidePage } from '#src/pages/guide/index.tsx';
import { LANGUAGES } from '#src/providers/i18n/languages.ts';
import { renderScreen } from '../render-screen.tsx';

const FOLDER = 'public/guide';
/** The maximum size of a picture in bytes, so that the page loads fast. */
const LARGEST = 60_000;

test.each([
  ['/guida', 'Guida per gli esercenti', ['Vendere con il buono elettronico', 'Stornare un acquisto']],
  ['/guida-asl', 'Guida per le aziende sanitarie', ['Cercare gli ordini AMC']],
])(
  'design §5 guide: %s has its chapters, each step with its text, and a picture of the program',
  async (path, title, chapters) => {
    await renderScreen(<GuidePage />, { as: 'BUSINESS', path, texts: ['guide'] });
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
    const index = within(screen.getByRole('navigation', { name: 'Argomenti della guida' }));
    for (const chapter of chapters) {
      const region = screen.getByRole('region', { name: chapter });
      expect(index.getByRole('link', { name: chapter })).toHaveAttribute('href', `#${region.id}`);
      for (const step of within(region).getAllByRole('listitem')) expect(step).toHaveTextContent(/\.$/);
      for (const picture of within(region).getAllByRole('img', { name: `Schermata: ${chapter}` })) {
        expect(existsSync(`public${new URL(picture.getAttribute('src') ?? '', 'http://localhost').pathname}`)).toBe(
          true,
        );
      }
    }
  },
);

test('design §5 guide: in English its pictures are of the program in English', async () => {
  await renderScreen(<GuidePage />, { as: 'BUSINESS', path: '/guida', texts: ['guide'], language: 'en' });
  const pictures = await screen.findAllByRole('img', { name: 'Screen: Selling with the electronic voucher' });
  for (const picture of pictures) expect(picture).toHaveAttribute('src', expect.stringContaining('/guide/en/sale-'));
});

/** The height of a WebP picture in pixels, as Chromium writes it. */
function heightOf(file: string): number {
  return readFileSync(file).readUIntLE(27, 3) + 1;
}

test.each(LANGUAGES)(
  'design §5 guide: every picture in %s is shown, as high as it is, and none is heavy',
  (language) => {
    const shown = Object.values(GUIDES)
      .flatMap(({ chapters }) => chapters)
      .flatMap(({ name: chapter, steps }) =>
        steps.flatMap(({ name, heights }) => (heights ? [[`${chapter}-${name}.webp`, heights[language]]] : [])),
      );
    const folder = `${FOLDER}/${language}`;
    const files = readdirSync(folder);
    expect(Object.fromEntries(files.map((file) => [file, heightOf(`${folder}/${file}`)]))).toEqual(
      Object.fromEntries(shown),
    );
    for (const file of files) expect([file, statSync(`${folder}/${file}`).size <= LARGEST]).toEqual([file, true]);
  },
);
