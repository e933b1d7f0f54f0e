import { foldText } from '#contract/rules/folded-text.ts';
import en from '../../public/locales/en/admin-imports.json' with { type: 'json' };
import it from '../../public/locales/it/admin-imports.json' with { type: 'json' };
import { compact } from './cells.ts';
import type { Column, ImportDefinition } from './import-kind.ts';

/** Words of a column's name that do not tell it from others. */
const EMPTY_WORDS = new Set(
  'a al alla d da dal dalla degli dei del dell della delle dello di e ed euro eur flag flg gli i il in l la le lo of the'.split(
    ' ',
  ),
);
/** What people write in letters, and remarks: that an amount has its tax, that the answer is yes or no. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/ (?:con )?(?:i v a|iva) (?:incl|inclusa|compr|compresa)(?= )| ivat[ao](?= )| (?:si|s) (?:no|n)(?= )/g, ''],
  [/ (?:con|c|comprensivo di) (?:i v a|iva)(?= )/g, ''],
  [/ (?:(?:p|part) (?:i v a|iva)|p i|piva)(?= )/g, ' partita iva'],
  [/ (?:c f|cf|codfis(?:c|cale)?|c fisc(?:ale)?)(?= )/g, ' codice fiscale'],
  [/ (?:pv|p ?d ?v)(?= )/g, ' punto vendita'],
];
/** Abbreviations in names of columns. */
const WHOLE_WORDS: Readonly<Record<string, string>> = {
  art: 'articolo',
  az: 'azienda',
  cat: 'categoria',
  cell: 'cellulare',
  civ: 'civico',
  cod: 'codice',
  cogn: 'cognome',
  conf: 'confezione',
  denom: 'denominazione',
  desc: 'descrizione',
  descr: 'descrizione',
  distr: 'distretto',
  dt: 'data',
  fis: 'fiscale',
  fisc: 'fiscale',
  imp: 'importo',
  ind: 'indirizzo',
  lat: 'latitudine',
  lng: 'longitudine',
  loc: 'localita',
  lon: 'longitudine',
  long: 'longitudine',
  max: 'massimo',
  mens: 'mensile',
  merc: 'merceologica',
  n: 'numero',
  nasc: 'nascita',
  nr: 'numero',
  num: 'numero',
  pat: 'patologia',
  pr: 'prezzo',
  prod: 'prodotto',
  prz: 'prezzo',
  pubbl: 'pubblico',
  rag: 'ragione',
  rif: 'riferimento',
  sanit: 'sanitaria',
  soc: 'sociale',
  tel: 'telefono',
  unit: 'unitario',
  vend: 'vendita',
};

/**
 * A column's name for comparison, as people write it: without accents, points, what stands in brackets, short words and
 * those that are left out.
 */
function foldName(name: string, without: readonly string[] = []): string {
  const apart = name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replace(/\([^)]*\)|\[[^\]]*\]/g, ' ');
  const parts = ` ${foldText(apart).replace(/[^a-z0-9]+/g, ' ')} `;
  const words = PHRASES.reduce((text, [phrase, instead]) => text.replace(phrase, instead), parts)
    .split(' ')
    .map((word) => WHOLE_WORDS[word] ?? word);
  return words.filter((word) => !EMPTY_WORDS.has(word) && !without.includes(word)).join('') || compact(name);
}

const LABELS: readonly Readonly<Record<string, string>>[] = [it.column, en.column];
const folded = new WeakMap<Column, readonly string[]>();

/** The folded names of a column, the best first. */
function namesOf(column: Column): readonly string[] {
  const known = folded.get(column);
  if (known) return known;
  const { name, also } = column;
  const names = [name, ...LABELS.flatMap((labels) => labels[name] ?? []), ...also].flatMap((one) => [
    foldName(one),
    compact(one),
  ]);
  folded.set(column, names);
  return names;
}

/** A longer text names no column. */
const MAX_NAME_LENGTH = 200;

/** How well a name names a column of a kind: 0 is best, Infinity is not at all. */
function rankOf(column: Column, kind: ImportDefinition, name: string): number {
  if (name.length > MAX_NAME_LENGTH || compact(name) === '') return Infinity;
  const names = namesOf(column);
  const ranks = [foldName(name), compact(name), foldName(name, kind.subject)].map((one) => names.indexOf(one));
  const way = ranks.findIndex((rank) => rank >= 0);
  if (way >= 0) return way * names.length + (ranks[way] ?? 0);
  // Two names of one column: EAN/GTIN.
  const several = name.split('/');
  return several.length > 1 ? Math.max(...several.map((one) => rankOf(column, kind, one))) : Infinity;
}

/**
 * The column that each name means. Where several names mean one column, the best does; two of the same name both do.
 */
export function columnsOf(kind: ImportDefinition, names: readonly string[]): readonly (Column | undefined)[] {
  const columns: (Column | undefined)[] = names.map(() => undefined);
  for (const column of kind.columns) {
    const ranks = names.map((name) => rankOf(column, kind, name));
    const best = Math.min(...ranks);
    for (const [index, rank] of ranks.entries()) if (rank === best && rank < Infinity) columns[index] ??= column;
  }
  return columns;
}

/** The name of a column in the files that we make. */
export function labelOf(name: string): string {
  return LABELS[0]?.[name] ?? name;
}

/** How many of the texts are names of columns. */
export function countNames(kind: ImportDefinition, names: readonly string[]): number {
  return new Set(columnsOf(kind, names).filter((column) => column !== undefined)).size;
}
