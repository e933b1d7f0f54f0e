// Checks the files of a change in seconds: npm run check -- FILES, by default those that git shows as changed. Format,
// lint, all types, references of documents, and the tests that are nearest to the files. Before a push `npm test` runs everything.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

/** More tests would take minutes. */
const MOST_TESTS = 3;
const CODE = /\.(ts|tsx|mjs)$/;
/** The tests of files that are read by their folder, which no import leads to. */
const OF_FOLDER = {
  'public/locales/': 'tests/unit/scripts/text-problems.test.ts',
  'server/database/migrations/': 'tests/api/schema.test.ts',
};
const TEST = /^tests\/(unit|component|api|faults)\/.*\.test\.tsx?$/;

const git = (...args) =>
  execFileSync('git', ['-c', 'core.quotepath=off', ...args], { encoding: 'utf8' })
    .split('\n')
    .filter(Boolean);
// A file that was moved or deleted is listed until it is staged.
const known = git('ls-files', '--cached', '--others', '--exclude-standard').filter((file) => existsSync(file));
const given = process.argv.slice(2).map((file) => posix.normalize(file.replaceAll('\\', '/')));
const changed = [
  ...new Set([...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')]),
];
const files = (given.length > 0 ? given : changed).filter((file) => known.includes(file));
const missing = given.filter((file) => !known.includes(file));
if (files.length === 0 || missing.length > 0) {
  console.log(
    `${['No file to check', ...missing].join(' ')}: npm run check -- FILES, by default those that git shows as changed`,
  );
  process.exit(1);
}

/** The files that import each file, or name its path. */
function importers() {
  const found = new Map();
  for (const file of known.filter((one) => CODE.test(one))) {
    for (const [, name] of readFileSync(file, 'utf8').matchAll(/'([#.\w][\w./-]*)'/g)) {
      const named = name.startsWith('.') ? posix.join(posix.dirname(file), name) : name.replace('#', '');
      found.set(named, [...(found.get(named) ?? []), file]);
    }
  }
  return found;
}

/** The tests that reach the files through imports, with the number of imports between. */
function reachingTests() {
  const readers = importers();
  const steps = new Map(files.map((file) => [file, 0]));
  for (const [file, count] of steps) {
    for (const reader of readers.get(file) ?? []) if (!steps.has(reader)) steps.set(reader, count + 1);
  }
  return [...steps].filter(([file]) => TEST.test(file));
}

/** The words of the paths but their first, as singulars: a test lies in a folder or has a name as what it tests. */
const wordsOf = (paths) =>
  new Set(paths.flatMap((path) => path.split(/[/.-]/).slice(1, -1)).map((word) => word.replace(/s$/, '')));
const words = wordsOf(files);
const likeness = (test) => [...wordsOf([test])].filter((word) => words.has(word)).length;

const tests = reachingTests()
  .map(([test, count]) => ({ test, count, like: likeness(test) }))
  .toSorted((one, other) => other.like - one.like || one.count - other.count)
  .map(({ test }) => test);
const ofFolders = Object.entries(OF_FOLDER).filter(([folder]) => files.some((file) => file.startsWith(folder)));
const near = [
  ...new Set([
    ...files.filter((file) => TEST.test(file)),
    ...ofFolders.map(([, test]) => test),
    ...tests.slice(0, MOST_TESTS),
  ]),
];

function run(...command) {
  const [program, ...args] = command;
  const { status } = spawnSync(program, args, { stdio: 'inherit' });
  console.log(`${status === 0 ? 'ok  ' : 'FAIL'} ${command.slice(0, 6).join(' ')}${command.length > 6 ? ' …' : ''}`);
  if (status !== 0) process.exitCode = 1;
}

const code = files.filter((file) => CODE.test(file));
run('oxfmt', '--check', '--no-error-on-unmatched-pattern', ...files);
if (code.length > 0) {
  run('oxlint', ...code);
  run('node', 'node_modules/typescript-7/bin/tsc', '-p', 'tsconfig.tests.json', '--noEmit');
}
if (files.some((file) => file.endsWith('.sql'))) run('node', 'scripts/check-migrations.mjs');
if (files.some((file) => file.endsWith('.md'))) run('node', 'scripts/check-references.mjs');
if (near.length > 0) run('vitest', 'run', ...near, '--silent=passed-only', '--reporter=default', '--tags-filter=!full');
console.log(
  `Tests run: ${near.length} of ${new Set([...near, ...tests]).size} for these files. npm test runs all of them.`,
);
