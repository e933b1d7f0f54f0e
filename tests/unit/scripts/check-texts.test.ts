import { expect, test } from 'vitest';
import { askedKeys, differences, emptyTexts, flatten, pluralProblems } from '#scripts/check-texts.ts';

const texts = (nested: Parameters<typeof flatten>[0]) => flatten(nested);

test('design §5 the check of the texts finds a key that one language lacks, and placeholders that differ', () => {
  const italian = texts({ a: 'Ciao {name}', b: { c: 'Uno' }, d: 'Due' });
  const english = texts({ a: 'Hello {who}', b: { c: 'One' }, e: 'Three' });
  expect(differences(italian, english)).toEqual([
    'a: placeholders differ',
    'd: missing in English',
    'e: missing in Italian',
  ]);
  expect(differences(italian, italian)).toEqual([]);
});

test('design §5 the check of the texts finds an empty text', () => {
  expect(emptyTexts(texts({ a: 'Uno', b: { c: ' ' } }))).toEqual(['b.c']);
});

test('design §5 the check of the texts finds plural forms that are missing, none of the language, or needed', () => {
  const whole = { a_one: 'un altro', a_many: 'altri {count}', a_other: 'altri {count}' };
  expect(pluralProblems('it', texts(whole))).toEqual([]);
  expect(pluralProblems('en', texts(whole))).toEqual(['a: needs one, other']);
  expect(pluralProblems('it', texts({ a_one: 'un altro', a_other: 'altri {count}' }))).toEqual([
    'a: needs many, one, other',
  ]);
  expect(
    pluralProblems('it', texts({ a: '{n} elementi', b: 'altri {count}', c: 'Totale: {n}', d: '{n}/pagina' })),
  ).toEqual(['a: no plural forms', 'b: no plural forms']);
  expect(pluralProblems('en', texts({ a: 'the {read} newest', b: 'page {page} of {pages}' }))).toEqual([
    'a: no plural forms',
  ]);
});

test('design §5 the check of the texts knows what the code asks for, whatever is put in', () => {
  const asked = askedKeys("translate('sale:cart.title') + translate(`sale:step.${name}.text`)");
  const isAsked = (key: string) => [...asked.values()].some((pattern) => pattern.test(key));
  expect([...asked.keys()]).toEqual(['sale:cart.title', 'sale:step.${name}.text']);
  for (const key of ['sale:cart.title', 'sale:step.first.text']) expect(isAsked(key), key).toBe(true);
  for (const key of ['sale:cart.titles', 'sale:cartxtitle', 'sale:step.first']) expect(isAsked(key), key).toBe(false);
});
