import { expect, test } from 'vitest';
import { foldText, hasWords } from '#contract/rules/folded-text.ts';

test.each([
  ['SCHÄR', 'schar'],
  ['scha\u0308r', 'schar'],
  ['Caffè', 'caffe'],
  ["CAFFE'", 'caffe'],
  ["dell' Orto' bio", 'dell orto bio'],
  ['D’Angelo', "d'angelo"],
  ["D'ANGELO", "d'angelo"],
  ['Straße GROẞ', 'strasse gross'],
  ['Œuvre Æble', 'oeuvre aeble'],
  ['Łódź Đorđević Øre Þór', 'lodz dordevic ore thor'],
  ['İstanbul ısı', 'istanbul isi'],
  ['ΑΘΉΝΑΣ', 'αθηνασ'],
  ['МОСКВА Ёлка', 'москва елка'],
  ['ﬁore n.º 2', 'fiore n.o 2'],
  ['  due\u00a0 parole\t', 'due parole'],
  ['se\u00adparato\u200b', 'separato'],
  ['Coca–Cola', 'coca-cola'],
  ['“Bio” 50%', '"bio" 50%'],
])('rules §1 search by name: %s is looked for as %s', (text, folded) => {
  expect(foldText(text)).toBe(folded);
  expect(foldText(folded)).toBe(folded);
});

test.each([
  ['Dr. Schär S.p.A.', 'schar', true],
  ['Caffè d’orzo', "orzo CAFFE'", true],
  ["Forno dell'Angolo", 'dell’angolo', true],
  ['Forno', '', true],
  ['Schär', 'schaer', false],
  ['Pane e pasta', 'pane riso', false],
])('rules §1 search by name: %s has the words %s: %s', (text, search, isFound) => {
  expect(hasWords(text, search)).toBe(isFound);
});
