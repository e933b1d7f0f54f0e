import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { type Money, money, sum } from '#contract/rules/money.ts';
import { readCsv } from '#tests/csv-rows.ts';
import { readPdf } from '#tests/pdf-text.ts';

interface SavedFile {
  readonly name: string;
  readonly content: Buffer;
}

/** The file that the browser saves during `act`. */
export async function saved(page: Page, act: () => Promise<unknown>): Promise<SavedFile> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
}

const AMOUNT = /-?\d[\d.]*,\d+/;

/** The first amount in a text in the Italian format, `-1.234,50`. Throws if there is none. */
function italianAmount(text: string): Money {
  const written = AMOUNT.exec(text)?.[0] ?? text;
  return money(written.replaceAll('.', '').replace(',', '.'));
}

/** A document that can be compared with its other format. */
interface Account {
  readonly text: string;
  /** The amount beside a label. Throws if there is none. */
  readonly amount: (label: string) => Money;
}

/** Reads a PDF of the server. The amount of a label is the first one that is drawn after it. */
export function pdfAccount(content: Buffer): Account {
  const { texts } = readPdf(content);
  return {
    text: texts.join('\n'),
    amount: (label) => {
      const after = texts.includes(label) ? texts.slice(texts.indexOf(label)) : [];
      return italianAmount(after.find((text) => AMOUNT.test(text)) ?? label);
    },
  };
}

/** Reads a CSV of the server, with the sum of its product lines. */
export function csvAccount(content: Buffer): Account & { readonly lines: readonly string[][]; readonly sum: Money } {
  const rows = readCsv(content);
  const [titles = [], ...rest] = rows;
  const end = rest.findIndex((row) => row.length < titles.length);
  const lines = rest.slice(0, end);
  return {
    text: rows.join('\n'),
    amount: (label) => italianAmount(rows.find(([first]) => first === label)?.[1] ?? label),
    lines,
    sum: sum(lines.map((row) => italianAmount(row.at(-1) ?? ''))),
  };
}
