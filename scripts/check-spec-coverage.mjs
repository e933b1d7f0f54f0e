import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Checks tests/spec-coverage.md: it must contain every clause of §2–§9 in consecutive numbers, and each clause must
 * name existing tests, one of which `npm test` runs, or a later screen.
 */

const TABLE = 'tests/spec-coverage.md';
const FIRST_SECTION = 2;
const LAST_SECTION = 9;
/** `- §5.3 the clause`, followed by a line `  - the name of a test` for each proof. */
const CLAUSE = /^- §(\d+)\.(\d+) (.+)$/;
const PROOF = /^ {2}- (.+)$/;
const LATER = /^later: \S/;
/**
 * The name of a test, the first argument of a call, beginning with a section, and the mark of a test that runs in
 * `npm run test:full` alone. A whole file is marked in its first line.
 */
const TEST_NAME =
  /\(\s*(['"`])((?:design |rules )?§(?:\\.|(?!\1)[^\\])*)\1(\s*,\s*\{\s*(?:tag: '@full'|tags: \['full'\])\s*\})?/g;

/** @returns {Promise<Map<string, boolean>>} the names of the tests, each with whether `npm test` runs it */
async function readTests() {
  const entries = await readdir('tests', { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && /\.(test|spec)\.tsx?$/.test(entry.name));
  const tests = new Map();
  for (const file of files) {
    const source = await readFile(join(file.parentPath, file.name), 'utf8');
    const isLeftOut = source.startsWith('// @module-tag full');
    for (const [, , quoted, full] of source.matchAll(TEST_NAME)) {
      const name = quoted.replace(/\\(['"`\\])/g, '$1');
      tests.set(name, tests.get(name) === true || (!isLeftOut && full === undefined));
    }
  }
  return tests;
}

function numberingProblems(rows) {
  const problems = [];
  for (let section = FIRST_SECTION; section <= LAST_SECTION; section += 1) {
    const numbers = rows.filter((row) => row.section === section).map((row) => row.number);
    if (numbers.length === 0) problems.push(`§${section} has no clause`);
    numbers.forEach((number, index) => {
      if (number !== index + 1) problems.push(`§${section}.${number} stands where §${section}.${index + 1} belongs`);
    });
  }
  return problems;
}

function proofProblems(row, tests) {
  const clause = `§${row.section}.${row.number}`;
  if (row.proofs.length === 0) return [`${clause} has no proof: ${row.text}`];
  const missing = row.proofs.filter((proof) => !LATER.test(proof) && !tests.has(proof));
  if (missing.length > 0) return missing.map((proof) => `${clause} names a test that is not there: ${proof}`);
  const isProved = row.proofs.some((proof) => LATER.test(proof) || tests.get(proof) === true);
  return isProved ? [] : [`${clause} is proved in test:full alone: ${row.text}`];
}

function parse(lines) {
  const rows = [];
  for (const line of lines) {
    const [, section, number, text] = CLAUSE.exec(line) ?? [];
    const [, proof] = PROOF.exec(line) ?? [];
    if (text !== undefined) rows.push({ section: Number(section), number: Number(number), text, proofs: [] });
    else if (proof !== undefined) rows.at(-1)?.proofs.push(proof.replace(/^`+ ?| ?`+$/g, ''));
  }
  return rows;
}

const rows = parse((await readFile(TABLE, 'utf8')).split('\n'));
const tests = await readTests();
const problems = [...numberingProblems(rows), ...rows.flatMap((row) => proofProblems(row, tests))];

if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exitCode = 1;
} else {
  const later = rows.filter((row) => row.proofs.every((proof) => LATER.test(proof))).length;
  console.log(`${rows.length - later} clauses proved, ${later} of later screens`);
}
