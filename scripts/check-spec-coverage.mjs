import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/**
 * Checks tests/spec-coverage.md: it must contain every clause of §2–§9 in consecutive numbers, and each clause must
 * name tests that are there, assert something and are never skipped. `npm test` must run one of them, and each text in
 * quotes of a clause must stand in one that it runs: in its body, its table or what these use.
 */

const TABLE = 'tests/spec-coverage.md';
const FIRST_SECTION = 2;
const LAST_SECTION = 9;
/** `- §5.3 the clause`, followed by a line `  - the name of a test` for each proof. */
const CLAUSE = /^- §(\d+)\.(\d+) (.+)$/;
const PROOF = /^ {2}- (.+)$/;
/** 'Totale elementi: {n}', whose parts beside what is filled in are searched for. */
const QUOTED = /(?<!\w)'(.+?)'(?!\w)/g;
/**
 * How a test is marked that runs in `npm run test:full` alone: itself, its `describe` or, in the first line, its file.
 * One that is also tagged for Firefox runs there.
 */
const FULL = /\btags?: \[?'@?full'(?!, '@firefox')/;
const FULL_FILE = '// @module-tag full';
const IS_GROUP = /^(test\.)?describe\b/;
const IS_TEST = /^(test|it)\b/;
const MAY_BE_SKIPPED = /\.(skip|skipIf|runIf|todo|fixme)\b/;
/** `test.skip(condition, why)`, which has no name, skips the test, the `describe` or the file around it. */
const SKIPS_AROUND = /\b(test|it)\.(skip|fixme)\((?!\s*['"`])/;
/** The same as a statement of a `describe` or a file, also in a hook. */
const SKIPS_GROUP = new RegExp(`^((test\\.)?before.*)?${SKIPS_AROUND.source}`, 's');
/** How many declarations away from the test an assertion or a text may stand. */
const DEPTH = 3;

/** Every declaration of a file by its name, with the module of what it imports. */
function readDeclarations(source) {
  const declarations = new Map();
  const visit = (node) => {
    if (ts.isImportDeclaration(node)) {
      const from = node.moduleSpecifier.text;
      const { name, namedBindings } = node.importClause ?? {};
      const elements = namedBindings?.elements ?? [];
      if (name) declarations.set(name.text, { from });
      for (const element of elements) {
        declarations.set(element.name.text, { from, name: (element.propertyName ?? element.name).text });
      }
    } else if (node.name && node.name.kind === ts.SyntaxKind.Identifier && !declarations.has(node.name.text)) {
      if (ts.isFunctionDeclaration(node) || ts.isVariableDeclaration(node)) declarations.set(node.name.text, { node });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return declarations;
}

const files = new Map();

function open(path) {
  if (!files.has(path)) {
    const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest);
    files.set(path, { path, source, declarations: readDeclarations(source) });
  }
  return files.get(path);
}

function find(file, name) {
  const found = file.declarations.get(name);
  if (!found?.from) return found && { file, node: found.node };
  const path = join(dirname(file.path), found.from);
  return found.from.startsWith('.') && existsSync(path) ? find(open(path), found.name) : undefined;
}

/** Adds a node and what it uses, of its file and of those that this imports. */
function collect(file, node, depth, nodes) {
  if (!node || nodes.has(node)) return nodes;
  nodes.set(node, file);
  const visit = (child) => {
    if (ts.isIdentifier(child) && depth > 0) {
      const used = find(file, child.text);
      if (used) collect(used.file, used.node, depth - 1, nodes);
    }
    ts.forEachChild(child, visit);
  };
  visit(node);
  return nodes;
}

/** @returns {Map<string, {isRun: boolean, isSkipped: boolean, text: string}>} the tests of a file by their names */
function readTests(path, tests) {
  const file = open(path);
  const textOf = (node) => node.getText(file.source);
  const isGroupSkipped = ({ statements = [] }) => statements.some((statement) => SKIPS_GROUP.test(textOf(statement)));
  const visit = (node, isFull, isSkipped) => {
    const [title, ...rest] = (ts.isCallExpression(node) && node.arguments) || [];
    const callee = title && textOf(node.expression);
    const isGroup = IS_GROUP.test(callee);
    if (
      !title ||
      (!ts.isStringLiteralLike(title) && !ts.isTemplateExpression(title)) ||
      !(isGroup || IS_TEST.test(callee))
    ) {
      ts.forEachChild(node, (child) => visit(child, isFull, isSkipped));
      return;
    }
    const isFullHere = isFull || rest.some((part) => ts.isObjectLiteralExpression(part) && FULL.test(textOf(part)));
    const isSkippedHere = isSkipped || MAY_BE_SKIPPED.test(callee);
    if (isGroup) {
      for (const part of rest) visit(part, isFullHere, isSkippedHere || isGroupSkipped(part.body ?? {}));
    } else {
      const nodes = new Map();
      for (const part of [node.expression, ...rest]) collect(file, part, DEPTH, nodes);
      const text = [...nodes]
        .map(([part, { source }]) => part.getText(source))
        .join('\n')
        .replaceAll('\\', '');
      const name = textOf(title)
        .slice(1, -1)
        .replace(/\\(['"`\\])/g, '$1');
      tests.set(name, [
        ...(tests.get(name) ?? []),
        { isRun: !isFullHere, isSkipped: isSkippedHere || SKIPS_AROUND.test(text), text },
      ]);
    }
  };
  visit(file.source, file.source.text.startsWith(FULL_FILE), isGroupSkipped(file.source));
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
  const problems = [];
  const run = [];
  for (const proof of row.proofs) {
    const [test, ...more] = tests.get(proof) ?? [];
    if (!test) problems.push(`names a test that is not there: ${proof}`);
    else if (more.length) problems.push(`names a test that is there twice: ${proof}`);
    else if (test.isSkipped) problems.push(`names a test that may be skipped: ${proof}`);
    else if (!/\bexpect\b/.test(test.text)) problems.push(`names a test that asserts nothing: ${proof}`);
    else if (test.isRun) run.push(test.text);
  }
  if (row.proofs.length === 0) problems.push(`has no proof: ${row.text}`);
  else if (run.length === 0) problems.push(`is proved in test:full alone: ${row.text}`);
  for (const [, text] of row.text.matchAll(QUOTED)) {
    const parts = text.split(/\{\w+\}/);
    const isRead = run.some((body) => parts.every((part) => body.includes(part)));
    if (!isRead) problems.push(`has a text that no proof in npm test reads: ${text}`);
  }
  return problems.map((problem) => `§${row.section}.${row.number} ${problem}`);
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

const rows = parse(readFileSync(TABLE, 'utf8').split('\n'));
const tests = new Map();
for (const name of readdirSync('tests', { recursive: true })) {
  if (/\.(test|spec)\.tsx?$/.test(name)) readTests(join('tests', name), tests);
}
const problems = [...numberingProblems(rows), ...rows.flatMap((row) => proofProblems(row, tests))];

if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exitCode = 1;
} else {
  console.log(`${rows.length} clauses proved`);
}
