import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');
const PAGE = join(ROOT, 'docs/adding-a-resource.md');
const COPIED = ['contract', 'src', 'server', 'demo', 'public/locales'];
/** Files that import the changed files. A link to them would import the originals. */
const ASSEMBLY = ['src/app.tsx', 'src/routes.tsx'];

/** A code block of the document: a whole file, or a change to one. */
interface Block {
  readonly kind: string;
  readonly path: string;
  readonly content: string;
}

function blocksOf(page: string): Block[] {
  const fences = page.matchAll(/^```(\w+) (\S+)\n([\s\S]*?)^```$/gm);
  return Array.from(fences, ([, kind = '', path = '', content = '']) => ({ kind, path, content }));
}

function linesOf(change: string, without: '+' | '-'): string {
  return change
    .split('\n')
    .filter((line) => !line.startsWith(without))
    .map((line) => line.slice(1))
    .join('\n');
}

/** Applies a change to a file. Each line that the change shows must occur once. */
function applyChange(file: string, { path, content }: Block): string {
  const [before, after] = [linesOf(content, '+'), linesOf(content, '-')];
  const places = file.split(before).length - 1;
  if (places !== 1) throw new Error(`${path} has the lines of a change ${places} times:\n${before}`);
  return file.replace(before, () => after);
}

function linkAll(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (entry.isDirectory()) linkAll(join(from, entry.name), join(to, entry.name));
    else symlinkSync(join(from, entry.name), join(to, entry.name));
  }
}

function replaceFile(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { force: true });
  writeFileSync(path, content);
}

/** A copy of the repository with all changes of docs/adding-a-resource.md. */
export interface FollowedPage {
  readonly folder: string;
  /** The files that the document creates or changes, relative to the copy. */
  readonly files: readonly string[];
  readonly remove: () => void;
}

/**
 * Applies the document's changes in a folder of its own. The other files are links to the originals, which a portal
 * test may have loaded already, or copies.
 */
export function followPage(folder: string, untouched: 'linked' | 'copied'): FollowedPage {
  rmSync(folder, { recursive: true, force: true });
  for (const part of COPIED) {
    if (untouched === 'linked') linkAll(join(ROOT, part), join(folder, part));
    else cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  }
  for (const file of ASSEMBLY) replaceFile(join(folder, file), readFileSync(join(ROOT, file), 'utf8'));
  const { imports, version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<string, unknown>;
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', version, imports }));
  const blocks = blocksOf(readFileSync(PAGE, 'utf8'));
  for (const block of blocks) {
    const path = join(folder, block.path);
    const isChange = block.kind === 'diff';
    replaceFile(path, isChange ? applyChange(readFileSync(path, 'utf8'), block) : block.content);
  }
  return {
    folder,
    files: [...new Set(blocks.map(({ path }) => path))],
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
