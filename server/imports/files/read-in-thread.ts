import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import { FileProblem, type LineBatch, type LineSource, type SheetFacts, type StoredHeader } from '../sheet.ts';
import type { FileOrder, Said } from './answer-files.ts';

const THREAD = new URL('./reading-thread.mjs', import.meta.url);
/** The memory of a thread beside the file itself. The largest lists of real programs take half of it. */
const MEMORY = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 };

/** A thread that has read its file waits for the next one. */
let idle: Worker | undefined;

function takeThread(): Worker {
  const thread = idle ?? new Worker(THREAD, { execArgv: [], resourceLimits: MEMORY });
  idle = undefined;
  thread.ref();
  return thread;
}

async function keepOrEnd(thread: Worker, isReady: boolean): Promise<void> {
  if (isReady && idle === undefined) {
    thread.unref();
    idle = thread;
  } else await thread.terminate();
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

async function* converse(
  bytes: AsyncIterable<Uint8Array>,
  order: FileOrder,
  facts: SheetFacts,
  signal: AbortSignal,
): AsyncGenerator<StoredHeader | LineBatch, void> {
  const pieces = bytes[Symbol.asyncIterator]();
  const thread = takeThread();
  let isReady = false;
  try {
    const answers = on(thread, 'message', { signal, close: ['exit'] }) as AsyncIterable<[Said]>;
    thread.postMessage(order);
    for await (const [said] of answers) {
      if ('part' in said) {
        yield said.part;
        thread.postMessage(null);
      } else if ('wants' in said) {
        const next = await pieces.next();
        // A copy, because a piece may be a part of a larger buffer.
        const piece = next.done === true ? null : new Uint8Array(next.value);
        thread.postMessage(piece, piece === null ? [] : [piece.buffer]);
      } else {
        isReady = true;
        Object.assign(facts, said.facts);
        if (said.problem) throw new FileProblem(said.problem.reason, said.problem.place);
        return;
      }
    }
    throw new Error('the thread has ended before its file');
  } catch (error) {
    throw isOutOfMemory(error) ? new FileProblem('UNPACKS_TOO_LARGE') : error;
  } finally {
    await keepOrEnd(thread, isReady);
  }
}

/**
 * Reads a file on a thread of its own, which holds up no other work and ends when the file takes too much memory, or when
 * the signal aborts (docs/decisions/0043-files-of-imports.md). Its parts throw FileProblem.
 */
export function readInThread(bytes: AsyncIterable<Uint8Array>, order: FileOrder, signal: AbortSignal): LineSource {
  const facts: SheetFacts = {};
  return { facts, parts: converse(bytes, order, facts, signal) };
}
