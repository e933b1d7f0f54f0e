import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Holds tests/spec-coverage.md to its promise: every clause of §2–§9 stands in it, numbered without a gap, and each
 * names tests that exist, or the later screen that will bring them.
 */

const TABLE = 'tests/spec-coverage.md';
const FIRST_SECTION = 2;
const LAST_SECTION = 9;
/** `- §5.3 the clause`, and below it a line for each proof: `  - the name of a test`. */
const CLAUSE = /^- §(\d+)\.(\d+) (.+)$/;
const PROOF = /^ {2}- (.+)$/;
const LATER = /^later: \S/;
/** The name of a test: a text that opens a call and begins with a section. */
const TEST_NAME = /\(\s*(['"`])((?:design |rules )?§(?:\\.|(?!\1)[^\\])*)\1/g;

async function testNames() {
  const entries = await readdir('tests', { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && /\.(test|spec)\.tsx?$/.test(entry.name));
  const names = new Set();
  for (const file of files) {
    const source = await readFile(join(file.parentPath, file.name), 'utf8');
    for (const [, , name] of source.matchAll(TEST_NAME)) names.add(name.replace(/\\(['"`\\])/g, '$1'));
  }
  return names;
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

function proofProblems(row, names) {
  const clause = `§${row.section}.${row.number}`;
  if (row.proofs.length === 0) return [`${clause} has no proof: ${row.text}`];
  return row.proofs
    .filter((proof) => !LATER.test(proof) && !names.has(proof))
    .map((proof) => `${clause} names a test that is not there: ${proof}`);
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
const names = await testNames();
const problems = [...numberingProblems(rows), ...rows.flatMap((row) => proofProblems(row, names))];

if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exitCode = 1;
} else {
  const later = rows.filter((row) => row.proofs.every((proof) => LATER.test(proof))).length;
  console.log(`${rows.length - later} clauses proved, ${later} of later screens`);
}
