import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { BUILD_TARGET, refuseNewerFunctions } from '#scripts/oldest-browsers.ts';

/** What the build says of a script; undefined if it accepts it. */
async function complaintOf(code: string): Promise<string | undefined> {
  const error = vi.fn<(message: string) => void>();
  const { generateBundle } = refuseNewerFunctions();
  const run = generateBundle as (this: object, options: object, bundle: object) => Promise<void>;
  await run.call({ error }, {}, { one: { type: 'chunk', fileName: 'one.js', code } });
  return error.mock.calls[0]?.[0];
}

test.each([
  ['AbortSignal.any([one,two]);AbortSignal.timeout(5)', 'is filled in'],
  ['[1].toSorted().toReversed();URL.canParse(text)', 'is filled in'],
  ['[1].at(0);[1].findLast(f);structuredClone(one);Object.hasOwn(one,two)', 'is old enough'],
  ['one.has(two);one.union;lodash.groupBy', 'is a name of others'],
  ['/(?<year>\\d+)/.test(text)', 'is a named group'],
])('design §5 browsers: the build accepts %s, which %s', async (code) => {
  expect(await complaintOf(code)).toBeUndefined();
});

test.each([
  '[1].toSpliced(0,1)',
  'Object.groupBy(rows,f)',
  'Promise.withResolvers()',
  'Promise.try(f)',
  'new Set(one).isSubsetOf(two)',
  'Array.fromAsync(rows)',
  'URL.parse(text)',
  'Response.json(one)',
  'text.isWellFormed()',
  'form.getHTML()',
  'field.showPicker()',
  'document.moveBefore(one,two)',
  'new Intl.DurationFormat',
  'new Float16Array(2)',
  'RegExp.escape(text)',
  '/(?<=a)b/.test(text)',
  'new RegExp("(?<!a)b")',
])('design §5 browsers: the build refuses %s', async (code) => {
  expect(await complaintOf(`var a=1;${code};`)).toContain('one.js');
});

test('design §5 browsers: the page for older ones names those of package.json', () => {
  const page = readFileSync('index.html', 'utf8').replaceAll(/\s+/g, ' ');
  const versions = new Set(BUILD_TARGET.map((target) => target.replace(/^[a-z]+/, '')));
  for (const text of /<div class="outdated">(.*?)<\/div>/.exec(page)?.[1]?.split('lang="en"') ?? [])
    for (const version of versions) expect(text).toContain(version);
  expect(versions).toEqual(new Set(['109', '115', '15.4']));
});
