// Brings names and defaults of the table of the server's settings in docs/configuration.md up to date. What a setting
// means is said there alone; a default that is no value, such as `PORT`, is kept too.
import { readFileSync, writeFileSync } from 'node:fs';
import { describeVariables } from '#server/settings/settings.ts';

const FILE = 'docs/configuration.md';

const text = readFileSync(FILE, 'utf8');
const present = text.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
const rows = describeVariables().map(([name, standard]) => {
  const [, , otherwise = '', means = ''] = present.find((cells) => cells[1] === name) ?? [];
  return `| ${name} | ${standard ?? (otherwise || 'none')} | ${means} |`;
});
const table = ['| Variable | Default | Meaning |', '| --- | --- | --- |', ...rows, ''].join('\n');
writeFileSync(
  FILE,
  text.replace(/^\| Variable [\s\S]*?\n(?=\n)/m, () => table),
);
