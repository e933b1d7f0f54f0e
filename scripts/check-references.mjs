import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Checks that every cited chapter exists, and every file and heading that a document links to. §2 is a chapter of the
 * specification; `rules` or `design` before it names the other documents. In (§2 AMC orders) the words must
 * occur in that chapter. Records of decisions and paths that a document names must be there too.
 */

const DOCUMENTS = { '': 'docs/specification.md', rules: 'docs/rules.md', design: 'docs/design.md' };
const FOLDERS = ['.ci', 'src', 'server', 'demo', 'contract', 'tests', 'bench', 'scripts', 'examples', 'docs', 'deploy'];
const IS_TEXT = /\.(tsx?|mts|m?js|css|sql|html|md)$|^\.ci.run$/;

/** One or several chapters; a comment may break the line before them. */
const CITATION = /(?:\b(rules|design|decisions)\s+(?:\*\s+)?)?(§+ ?\d+(?:\.\d+)?(?:(?:, | and )§\d+(?:\.\d+)?)*)/gi;
const WORDS = /\((?:(rules|design) )?§(\d+) ([a-z][\w/ ]*)[),;]/gi;
/** A record of a decision, and what looks like a file of the repository. */
const DECISION = /\bdecisions\/(\d{4}[\w.-]*)/g;
const PATH = /`((?:\.ci|src|server|demo|contract|tests|bench|scripts|examples|docs|public)\/[\w./-]*)`/g;
const IN_WORDS = /\bchapters? \d/gi;
const LINK = /\]\((?!\w+:)([^()\s#]*)(?:#([^()\s]+))?\)/g;
const CODE = /^```.*?^```|`[^`\n]*`/gms;

const files = [
  ...readdirSync('.'),
  ...FOLDERS.flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, name))),
].filter((name) => IS_TEXT.test(name));
const texts = new Map(files.map((name) => [name, readFileSync(name, 'utf8')]));

function report(file, index, problem) {
  const line = texts.get(file).slice(0, index).split('\n').length;
  console.error(`${file}:${line}: ${problem}`);
  process.exitCode = 1;
}

/** The chapters of a document by number, each with its text. */
function chaptersOf(file) {
  const parts = texts.get(file).split(/^## (?=\d+\. )/m);
  return new Map(parts.slice(1).map((part) => [parseInt(part), part.replace(/\s+/g, ' ').toLowerCase()]));
}

const chapters = Object.fromEntries(Object.entries(DOCUMENTS).map(([name, file]) => [name, chaptersOf(file)]));
const decisions = readdirSync('docs/decisions');

function isThere(document, number) {
  return chapters[document]?.has(Number(number));
}

function checkCitations(file, text) {
  for (const { 1: name = '', 2: numbers, index } of text.matchAll(CITATION)) {
    if (/^§[§ ]/.test(numbers)) report(file, index, `${numbers} is not written as §1`);
    const document = name.toLowerCase();
    const missing = numbers.match(/\d+(\.\d+)?/g).filter((number) => !isThere(document, number));
    for (const number of missing) report(file, index, `${name} §${number} is not there`.trimStart());
  }
  for (const { 0: cited, 1: name = '', 2: chapter, 3: words, index } of text.matchAll(WORDS)) {
    const said = chapters[name.toLowerCase()].get(Number(chapter));
    if (!said?.includes(words.toLowerCase())) report(file, index, `${cited} are no words of that chapter`);
  }
}

function checkNames(file, text) {
  for (const { 0: cited, 1: name, index } of text.matchAll(DECISION)) {
    if (!decisions.some((decision) => decision.replace('.md', '') === name.replace(/\.?(md)?$/, '')))
      report(file, index, `${cited} is not there`);
  }
  if (!file.endsWith('.md')) return;
  for (const { 1: path, index } of text.matchAll(PATH)) {
    if (!existsSync(path)) report(file, index, `${path} is not there`);
  }
  for (const { 0: cited, index } of text.matchAll(IN_WORDS)) report(file, index, `${cited} is written as §1`);
}

function anchorsOf(file) {
  const headings = texts.get(file)?.match(/(?<=^#+ ).+/gm) ?? [];
  return headings.map((text) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

for (const [file, text] of texts) {
  checkCitations(file, text);
  checkNames(file, text);
  const prose = file.endsWith('.md') ? text.replace(CODE, (code) => code.replace(/[^\n]/g, ' ')) : '';
  for (const { 1: path, 2: anchor, index } of prose.matchAll(LINK)) {
    const target = path === '' ? file : join(dirname(file), path);
    if (!existsSync(target)) report(file, index, `${path} is not there`);
    else if (anchor && !anchorsOf(target).includes(anchor))
      report(file, index, `#${anchor} is no heading of ${target}`);
  }
}
