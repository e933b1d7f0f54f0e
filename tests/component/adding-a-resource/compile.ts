import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');

/** What the compiler says of these files and of what they import; 0 and nothing where nothing is wrong. */
export function compile(folder: string, files: readonly string[]) {
  const config = join(folder, 'tsconfig.json');
  const sources = files.filter((file) => /\.tsx?$/.test(file));
  writeFileSync(config, JSON.stringify({ extends: join(ROOT, 'tsconfig.tests.json'), include: [], files: sources }));
  const compiler = join(ROOT, 'node_modules/typescript-7/bin/tsc');
  const { status, stdout } = spawnSync(compiler, ['-p', config], { encoding: 'utf8' });
  return { status, stdout };
}
