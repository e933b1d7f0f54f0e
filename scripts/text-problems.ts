import { readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { LANGUAGES } from '#src/providers/languages.ts';
import {
  type NestedTexts,
  type Texts,
  askedAs,
  askedKeys,
  differences,
  renderedKeys,
  emptyTexts,
  flatten,
  pluralProblems,
} from './check-texts.ts';

/** Texts that the code imports as a file; it uses none of their keys. */
const BUILT_IN = new Set(['startup.json']);
/** The texts of the operator's own page; they may be empty (docs/operations.md). */
const OPERATORS = 'operator.json';

function textsOf(locales: string, language: string, file: string): Texts {
  return flatten(JSON.parse(readFileSync(join(locales, language, file), 'utf8')) as NestedTexts);
}

function sourceCode(sources: string): string {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
  return files.map((file) => readFileSync(join(sources, file), 'utf8')).join('\n');
}

/** Texts that the code does not use, and keys in the code without a text. */
function useProblems(locales: string, sources: string, files: readonly string[]): string[] {
  const code = sourceCode(sources);
  const asked = askedKeys(code);
  const named = new Set(Array.from(asked.keys(), (key) => key.split(':')[0]));
  const rendered = renderedKeys(code);
  const namespaces = new Set(files.map((file) => basename(file, '.json')));
  const keys = files
    .filter((file) => !BUILT_IN.has(file))
    .flatMap((file) =>
      Array.from(textsOf(locales, 'it', file).keys(), (key) => `${basename(file, '.json')}:${askedAs(key)}`),
    );
  const patterns = [...asked.values()];
  const isAsked = (key: string) => {
    const [namespace = '', name = ''] = key.split(':');
    return named.has(namespace)
      ? patterns.some((pattern) => pattern.test(key))
      : rendered.some((pattern) => pattern.test(name));
  };
  const unused = keys.filter((key) => !isAsked(key));
  const missing = [...asked].filter(
    ([key, pattern]) => namespaces.has(key.split(':')[0] ?? '') && !keys.some((one) => pattern.test(one)),
  );
  return [
    ...Array.from(new Set(unused), (key) => `${key}: nothing asks for it`),
    ...missing.map(([key]) => `${key}: asked for, without a text`),
  ];
}

function fileProblems(locales: string, file: string): string[] {
  const [italian, english] = [textsOf(locales, 'it', file), textsOf(locales, 'en', file)];
  const byLanguage = LANGUAGES.flatMap((language) => {
    const texts = language === 'it' ? italian : english;
    const empty = file === OPERATORS ? [] : emptyTexts(texts).map((key) => `${key}: empty`);
    return [...pluralProblems(language, texts), ...empty].map((problem) => `${language} ${problem}`);
  });
  return [...differences(italian, english), ...byLanguage].map((problem) => `${file}: ${problem}`);
}

/**
 * The problems of the portal's texts: missing or unused keys, keys in one language only, different placeholders,
 * missing plural forms and empty texts.
 * @param locales the folder of the languages
 * @param sources the folder of the code that uses the texts
 */
export function textProblems(locales: string, sources: string): string[] {
  const [italian, english] = LANGUAGES.map((language) => readdirSync(join(locales, language)));
  const files = (italian ?? []).filter((file) => english?.includes(file));
  const lonely = [...(italian ?? []), ...(english ?? [])].filter((file) => !files.includes(file));
  return [
    ...lonely.map((file) => `${file}: in one language only`),
    ...files.flatMap((file) => fileProblems(locales, file)),
    ...useProblems(locales, sources, files),
  ];
}
