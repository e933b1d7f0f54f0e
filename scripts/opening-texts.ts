import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { LANGUAGES } from '#src/providers/languages.ts';

/** The place of the texts in index.html. */
const PLACE = '<!-- opening -->';

interface OpeningTexts {
  readonly text: string;
  readonly reload: string;
}

/**
 * Writes into the page the texts for the case that its code does not load. They are in both languages, because no
 * language is chosen yet. The link leads to the page itself.
 */
export function openingTexts(): Plugin {
  let root = '';
  return {
    name: 'opening-texts',
    configResolved(config) {
      root = config.root;
    },
    transformIndexHtml(html) {
      if (!html.includes(PLACE)) throw new Error(`index.html lacks ${PLACE}`);
      const paragraphs = LANGUAGES.map((language) => {
        const file = join(root, 'public/locales', language, 'opening.json');
        const { text, reload } = JSON.parse(readFileSync(file, 'utf8')) as OpeningTexts;
        return `<p lang="${language}">${text} <a href="">${reload}</a></p>`;
      });
      return html.replace(PLACE, paragraphs.join(''));
    },
  };
}
