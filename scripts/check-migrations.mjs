// Refuses migrations that lock a table for long while others write it: squawk knows most such statements, and the table
// below the rest. `check-migrations.mjs [FILES]`, by default all of them but the first, which makes the tables. A statement
// on a table that stays small says so in a comment above it: `-- squawk-ignore RULE`, or `-- allow RULE` for one of ours.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = 'server/database/migrations';
const FIRST = '0001-initial.sql';
/** The oldest PostgreSQL that the server takes. */
const VERSION = '15';
/** The runner limits the time, and does a step again. */
const EXCLUDED = ['require-lock-timeout', 'require-statement-timeout', 'prefer-robust-stmts', 'prefer-bigint-over-int'];

/** What squawk lets pass: the beginning of the statement, the rule, and the reason. */
const MORE = [
  [
    /^(truncate|cluster|lock|vacuum\s+full|refresh\s+materialized\s+view(?!\s+concurrently))\b/i,
    'whole-table',
    'locks',
  ],
  [/^alter\s+table\b.*\bset\s+(un)?logged\b/is, 'whole-table', 'rewrites'],
  [/^alter\s+table\b.*\bset\s+(tablespace|access\s+method)\b/is, 'whole-table', 'rewrites'],
  [/^alter\s+table\b.*\bdetach\s+partition\s+\w+\s*(?!concurrently)$/is, 'whole-table', 'locks'],
  [/^do\b/i, 'hidden-statements', 'hides statements of'],
];
const CHANGE = /^(with\b.*\b)?(update|delete\s+from|merge\s+into)\b/is;

const isStepped = (file) => file.endsWith('.steps.sql');

/** The statements of a file without the bodies of functions, each with the comments above it. */
function statementsOf(text) {
  const bare = text.replaceAll(/\$(\w*)\$.*?\$\1\$/gs, "''");
  return bare.split(/;\s*$/m).map((part) => ({
    comments: part.match(/^\s*--.*$/gm)?.join('\n') ?? '',
    statement: part.replaceAll(/^\s*--.*$/gm, '').trim(),
  }));
}

function problemsOf(file) {
  return statementsOf(readFileSync(file, 'utf8')).flatMap(({ comments, statement }) => {
    const found = MORE.filter(([beginning]) => beginning.test(statement)).map(([, rule, what]) => [rule, what]);
    if (CHANGE.test(statement) && !comments.includes('-- until nothing is left'))
      found.push(['all-rows', 'changes all rows at once of']);
    if (!isStepped(file) && /\bconcurrently\b/i.test(statement))
      found.push(['transaction', 'needs a file of steps for']);
    return found
      .filter(([rule]) => !comments.includes(`-- allow ${rule}`))
      .map(([rule, what]) => `${file}: ${rule}: this ${what} a table: ${statement.split('\n')[0]}`);
  });
}

function squawk(files, ...more) {
  if (files.length === 0) return true;
  const args = ['--pg-version', VERSION, '--exclude', EXCLUDED.join(','), ...more, ...files];
  return spawnSync('node_modules/.bin/squawk', args, { stdio: 'inherit' }).status === 0;
}

const given = process.argv.slice(2);
const all = readdirSync(FOLDER).filter((name) => name.endsWith('.sql') && name !== FIRST);
const files = given.length > 0 ? given : all.map((name) => join(FOLDER, name));
const problems = files.flatMap(problemsOf);
for (const problem of problems) console.error(problem);
const whole = squawk(
  files.filter((file) => !isStepped(file)),
  '--assume-in-transaction',
);
const stepped = squawk(files.filter(isStepped));
if (!whole || !stepped || problems.length > 0) process.exitCode = 1;
