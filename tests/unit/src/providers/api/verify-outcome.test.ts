import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '#src/providers/api/api-error.ts';
import { type Verification, verifyOutcome } from '#src/providers/api/use-two-phase-command.ts';

const pauses: number[] = [];
const never = new AbortController().signal;

beforeEach(() => {
  pauses.length = 0;
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    pauses.push(ms);
    const up = new AbortController();
    queueMicrotask(() => up.abort());
    return up.signal;
  });
});

afterEach(() => vi.restoreAllMocks());

/** Answers one question after the other and repeats the last answer. An error is thrown. */
function answering(...answers: readonly (Error | Verification<string>)[]) {
  let asked = 0;
  const ask = () => {
    const answer = answers[Math.min(asked, answers.length - 1)] ?? 'pending';
    asked += 1;
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  };
  return { ask, asked: () => asked };
}

const MADE = { result: 'made' };
const lost = new ApiError({ lost: true });
const broken = new ApiError({ status: 500 });
const gone = new ApiError({ status: 404 });

test.each<[string, readonly (Error | Verification<string>)[], object, number]>([
  ['done at once', [MADE], { kind: 'done', result: 'made' }, 1],
  ['still on its way at first', ['pending', 'pending', MADE], { kind: 'done', result: 'made' }, 3],
  ['found once the connection is back', [lost, broken, MADE], { kind: 'done', result: 'made' }, 3],
  ['not done, and that stays so', ['pending'], { kind: 'notDone' }, 4],
  ['not done, and it never will be', ['never'], { kind: 'notDone' }, 1],
  ['nobody answers', [lost], { kind: 'unknown' }, 4],
  ['nobody answers in the end', ['pending', lost], { kind: 'unknown' }, 4],
  ['the server refuses to say', [gone], { kind: 'unknown' }, 1],
])('rules §2 a lost answer is asked about patiently: %s', async (_, answers, outcome, times) => {
  const { ask, asked } = answering(...answers);
  expect(await verifyOutcome(ask, { isRepeated: true, signal: never })).toEqual(outcome);
  expect(asked()).toBe(times);
});

test('rules §2 a lost answer is asked about a bounded number of times, with growing pauses', async () => {
  await verifyOutcome(answering(lost).ask, { isRepeated: true, signal: never });
  expect(pauses).toEqual([500, 1500, 4000]);
});

test('rules §2 asked by the assistant, the server is asked once', async () => {
  const { ask, asked } = answering('pending', MADE);
  expect(await verifyOutcome(ask, { isRepeated: false, signal: never })).toEqual({ kind: 'notDone' });
  expect(asked()).toBe(1);
});

test('rules §2 the asking ends at once when nobody waits for it any more', async () => {
  const leaving = new AbortController();
  const { ask, asked } = answering('pending');
  const asking = verifyOutcome(
    () => {
      leaving.abort();
      return ask();
    },
    { isRepeated: true, signal: leaving.signal },
  );
  expect(await asking).toEqual({ kind: 'unknown' });
  expect(asked()).toBe(1);
});
