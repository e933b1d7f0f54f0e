// Writes the table of the server's settings into docs/configuration.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { describeVariables } from '#server/settings/settings.ts';

const FILE = 'docs/configuration.md';

const rows = describeVariables().map((cells) => `| ${cells.join(' | ')} |`);
const table = ['| Variable | Default | Meaning |', '| --- | --- | --- |', ...rows, ''].join('\n');
const text = readFileSync(FILE, 'utf8');
writeFileSync(
  FILE,
  text.replace(/^\| Variable [\s\S]*?\n(?=\n)/m, () => table),
);
