import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/**
 * Lists how many tests prove each chapter, by their names: `§5 …` is a chapter of the specification, `rules §6 …` of the
 * rules, `design §2 …` of the design. Every chapter of specification and rules must have a test, every test must name a
 * chapter that is there, and each text in quotes of the specification must stand in a test.
 */

const DOCUMENTS = [
  { name: '', file: 'docs/specification.md', wantsTests: true },
  { name: 'rules', file: 'docs/rules.md', wantsTests: true },
  { name: 'design', file: 'docs/design.md', wantsTests: false },
];
const CITATION = /(?:\b(rules|design) )?§(\d+)/g;
const TEST = /^(test|it)\b(?!\.(describe|step))/;
const GROUP = /^((test\.)?describe|describeOn)/;
/** 'Totale elementi: {n}', whose parts beside what is filled in are searched for. */
const QUOTED = /(?<!\w)'([^'`]+?(?:'\w[^'`]*?)*)'(?!\w)/g;
const CODE = /`[^`]*`/g;

const chapters = new Map();
for (const { name, file, wantsTests } of DOCUMENTS) {
  for (const [, number, title] of readFileSync(file, 'utf8').matchAll(/^## (\d+)\. (.+)$/gm)) {
    chapters.set(`${name} §${number}`.trim(), { title, wantsTests, tests: 0 });
  }
}

const problems = [];

/** Counts the tests of a file for the chapters that their names cite, and those of the groups around them. */
function readTests(path, text) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const visit = (node, names) => {
    const title = ts.isCallExpression(node) ? node.arguments[0] : undefined;
    const callee = title ? node.expression.getText(source) : '';
    const isNamed = title && (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title));
    const named = isNamed && (GROUP.test(callee) || TEST.test(callee)) ? `${names} ${title.getText(source)}` : names;
    if (isNamed && TEST.test(callee)) {
      const cited = new Set(Array.from(named.matchAll(CITATION), ([citation]) => citation));
      if (cited.size === 0) problems.push(`${path}: a test names no chapter:${named}`);
      for (const chapter of cited) {
        if (chapters.has(chapter)) chapters.get(chapter).tests += 1;
        else problems.push(`${path}: ${chapter} is not there:${named}`);
      }
    }
    ts.forEachChild(node, (child) => visit(child, named));
  };
  visit(source, '');
}

let tests = '';
for (const name of readdirSync('tests', { recursive: true })) {
  if (!/\.tsx?$/.test(name)) continue;
  const path = join('tests', name);
  const text = readFileSync(path, 'utf8');
  tests += text.replaceAll('\\', '');
  if (/\.(test|spec)\.tsx?$/.test(name)) readTests(path, text);
}

for (const [chapter, { wantsTests, tests: count }] of chapters) {
  if (wantsTests && count === 0) problems.push(`${chapter} has no test`);
}

const prose = readFileSync('docs/specification.md', 'utf8').replace(CODE, '').replace(/\n */g, ' ');
for (const [, text] of prose.matchAll(QUOTED)) {
  const missing = text.split(/\{\w+\}/).filter((part) => !tests.includes(part));
  if (missing.length > 0) problems.push(`no test reads a text of the specification: ${text}`);
}

if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exitCode = 1;
} else {
  for (const [chapter, { title, tests: count }] of chapters) {
    console.log(`${String(count).padStart(5)}  ${chapter} ${title}`);
  }
}
