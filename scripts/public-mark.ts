import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const FOLDER = fileURLToPath(new URL('../public/', import.meta.url));

function markOf(folder: string): string {
  const hash = createHash('sha256');
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = entries.map((entry) => join(entry.parentPath, entry.name)).toSorted();
  for (const file of files) hash.update(file.slice(folder.length)).update(readFileSync(file));
  return hash.digest('base64url').slice(0, 8);
}

/**
 * Computes the hash of all files in public/ for their URLs (`?v=`), so that browsers may cache them. index.html and the
 * code contain it, and the server compares it with public-mark.txt.
 */
export function publicMark(): Plugin {
  const mark = markOf(FOLDER);
  return {
    name: 'public-mark',
    config: () => ({ define: { 'import.meta.env.VITE_PUBLIC_MARK': JSON.stringify(mark) } }),
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'public-mark.txt', source: mark });
    },
  };
}
