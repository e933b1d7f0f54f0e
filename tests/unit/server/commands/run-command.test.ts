import { parseArgs } from 'node:util';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { runCommand } from '#server/commands/run-command.ts';

const USAGE = 'npm run prova [-- --dry-run]';

afterEach(() => {
  process.exitCode = undefined;
});

/** Runs the command. @returns its exit code and what it has printed as errors */
async function outcomeOf(work: () => Promise<number>, codeOfError?: number) {
  const printed = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => printed.mockRestore());
  await runCommand(USAGE, work, codeOfError);
  return { code: process.exitCode, printed: printed.mock.calls.flat() };
}

test('design §4 commands: a wrong argument is answered with how the command is used', async () => {
  const { code, printed } = await outcomeOf(async () => {
    parseArgs({ args: ['--foo'], options: {} });
    return Promise.resolve(0);
  });
  expect(code).toBe(1);
  expect(printed).toEqual([expect.stringContaining('--foo'), USAGE]);
});

test('design §4 commands: of any other error the message alone is printed, with the exit code of the command', async () => {
  expect(await outcomeOf(() => Promise.reject(new Error('There is no database')), 2)).toEqual({
    code: 2,
    printed: ['There is no database'],
  });
  expect(await outcomeOf(() => Promise.resolve(1))).toMatchObject({ code: 1 });
});
