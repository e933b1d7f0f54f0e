import { screen, waitFor, within } from '@testing-library/react';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Component as GuidePage, GUIDES, heightIn } from '#src/pages/public/guide.tsx';
import { LANGUAGES } from '#src/providers/languages.ts';
import texts from '../../../public/locales/it/guide.json' with { type: 'json' };
import { renderScreen } from '../render-screen.tsx';
import { scanAt } from '../scanner.ts';

const FOLDER = 'public/guide';
/** The maximum size of a picture in bytes, so that the page loads fast. */
const LARGEST = 60_000;

test.each([
  ['/guida', 'Guida per gli esercenti', ['Vendere con il buono elettronico', 'Stornare un acquisto']],
  ['/guida-asl', 'Guida per le aziende sanitarie', ['Cercare gli ordini AMC']],
  ['/guida-gestori', 'Guida per i gestori', ['Registrare un nuovo assistito', 'Chiudere un mese']],
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

test.each([
  ['8001234567897', { gap: 10 }, 'ms10', 'Invio', 'codice di un prodotto: 8001234567897', ['good']],
  ['8001234567897', { gap: 70, ending: 'Tab' }, 'ms70', 'Tab', '8001234567897', ['otherEnding', 'slow']],
  ['+E08001234567897', { ending: 'CR+LF' }, 'ms20', 'Invio e LF (Ctrl+J)', '8001234567897', ['otherEnding', 'layout']],
  [
    '2123456004564',
    { ending: 'LF' },
    'ms20',
    'LF (Ctrl+J)',
    'confezione a peso: prodotto 2123456000009',
    ['otherEnding'],
  ],
  ['%RSSMRA80A01H501UROSSI  MARIO?', {}, 'ms20', 'Invio', 'tessera sanitaria: RSSMRA80A01H501U', ['good']],
  ['8001234567890', { ending: 'none' }, 'ms20', 'nessuna', 'nessun codice', ['noEnding']],
] as const)('§5 scan, guide: %s %o is told as it arrived', async (text, pace, time, ending, meaning, advices) => {
  await renderScreen(<GuidePage />, { as: 'BUSINESS', path: '/guida', texts: ['guide'] });
  const field = await screen.findByRole('textbox', { name: 'Prova il lettore' });
  field.focus();
  scanAt(text, pace);
  const told = within(screen.getByRole('region', { name: 'Impostare il lettore di codici a barre' })).getByRole(
    'status',
  );
  await waitFor(() => expect(told).toHaveTextContent(text, { normalizeWhitespace: false }));
  for (const part of [time, ending, meaning, ...advices.map((advice) => texts.trial.advice[advice])]) {
    expect(told).toHaveTextContent(part);
  }
  expect(told.querySelectorAll('p')).toHaveLength(advices.length);
  expect(field).toHaveValue('');
});

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
      .flatMap(({ chapters }) => Object.entries(chapters))
      .flatMap(([chapter, steps]) =>
        Object.entries(steps).flatMap(([name, height]) =>
          height === null ? [] : [[`${chapter}-${name}.webp`, heightIn(language, height)]],
        ),
      );
    const folder = `${FOLDER}/${language}`;
    const files = readdirSync(folder);
    expect(Object.fromEntries(files.map((file) => [file, heightOf(`${folder}/${file}`)]))).toEqual(
      Object.fromEntries(shown),
    );
    for (const file of files) expect([file, statSync(`${folder}/${file}`).size <= LARGEST]).toEqual([file, true]);
  },
);
