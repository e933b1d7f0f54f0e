import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');
const COMPILER = join(ROOT, 'node_modules/typescript-7/bin/tsc');

/** The compiler's errors in these files and in what they import, as it prints them. */
export function typeErrors(folder: string, files: readonly string[]): string {
  const config = {
    extends: join(ROOT, 'tsconfig.tests.json'),
    // Some packages need these declarations.
    include: ['**/*.d.ts'],
    files: files.filter((file) => /\.tsx?$/.test(file)),
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  return spawnSync(process.execPath, [COMPILER, '-p', folder], { encoding: 'utf8' }).stdout;
}
