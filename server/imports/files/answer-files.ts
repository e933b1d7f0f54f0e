import { once } from 'node:events';
import { type MessagePort, parentPort } from 'node:worker_threads';
import type { ImportKind } from '#contract/admin/imports.ts';
import { countNames } from '../column-names.ts';
import { FileProblem, type LineBatch, type Place, type Reading, type SheetFacts, type StoredHeader } from '../sheet.ts';
import { KINDS } from '../kinds.ts';
import { type MappedColumn, readLines } from '../read-lines.ts';
import { openSheet } from './read-sheet.ts';

/** What the reading thread is told of a file before its bytes. */
export interface FileOrder {
  readonly kind: ImportKind;
  /** The maximum size in bytes. */
  readonly most: number;
  readonly meant: readonly MappedColumn[];
  /** Whether hidden rows are read too. */
  readonly withHidden: boolean;
  readonly reading: Reading;
}

/** What the reading thread says. It wants an answer to each: the next bytes, or that it can go on. */
export type Said =
  | { readonly wants: 'bytes' }
  | { readonly part: StoredHeader | LineBatch }
  | {
      readonly facts: SheetFacts;
      readonly problem?: { readonly reason: FileProblem['reason']; readonly place: Place };
    };

/** The bytes that follow; null at their end. */
type Answer = Uint8Array | null;

async function ask(port: MessagePort, said: Said): Promise<Answer> {
  const answer = once(port, 'message') as Promise<[Answer]>;
  port.postMessage(said);
  return (await answer)[0];
}

async function* receive(port: MessagePort): AsyncGenerator<Buffer, void, undefined> {
  for (let next = await ask(port, { wants: 'bytes' }); next; next = await ask(port, { wants: 'bytes' }))
    yield Buffer.from(next.buffer, next.byteOffset, next.byteLength);
}

async function readFile(port: MessagePort, { kind, most, meant, withHidden, reading }: FileOrder): Promise<void> {
  const definition = KINDS[kind];
  const names = (cells: readonly string[]) => countNames(definition, cells);
  const { rows, facts } = openSheet(receive(port), { most, countNames: names, withHidden });
  try {
    for await (const part of readLines(rows, { kind: definition, meant, reading })) await ask(port, { part });
    port.postMessage({ facts } satisfies Said);
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
    port.postMessage({ facts, problem: { reason: error.reason, place: error.place } } satisfies Said);
  }
}

/** Reads one file after the other on this thread. Any error but a file's problem ends it. */
export async function answerFiles(): Promise<void> {
  if (parentPort === null) throw new Error('not a thread of its own');
  for (;;) {
    const [order] = (await once(parentPort, 'message')) as [FileOrder];
    await readFile(parentPort, order);
  }
}
