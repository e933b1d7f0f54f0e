// Checks what concerns the given files, by default those changed in git: npm run check -- FILES
import { execFileSync, spawnSync } from 'node:child_process';

const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);

const given = process.argv.slice(2);
const changed = () => [
  ...git('diff', '--name-only', '--diff-filter=d', 'HEAD'),
  ...git('ls-files', '--others', '--exclude-standard'),
];
const files = given.length > 0 ? given : changed();
const code = files.filter((file) => /\.(m?js|tsx?)$/.test(file));

const CHECKS = [
  ['oxfmt', '--check', '--no-error-on-unmatched-pattern', ...files],
  ['../typescript-7/bin/tsc', '-p', 'tsconfig.tests.json'],
  ...(code.length > 0
    ? [
        ['oxlint', ...code],
        ['vitest', 'related', '--run', '--passWithNoTests', '--silent=passed-only', '--tags-filter=!full', ...code],
      ]
    : []),
];

if (files.length === 0) {
  console.log('Nothing has changed');
} else {
  const failed = CHECKS.filter(([program, ...args]) => {
    const { status } = spawnSync(`node_modules/.bin/${program}`, args, { stdio: 'inherit' });
    return status !== 0;
  });
  console.log(failed.length === 0 ? 'All is well' : `Failed: ${failed.map(([program]) => program).join(', ')}`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}
