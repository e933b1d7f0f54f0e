import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** The reference server in a process of its own. */
export interface ServerProcess {
  /** Kills it without a shutdown, as a failure of the machine does. */
  readonly kill: () => Promise<void>;
  /** Shuts it down as an operator does. Returns its exit code. */
  readonly end: () => Promise<number | null>;
  /** Its output so far, including its log. */
  readonly said: () => string;
}

/** Node's arguments for the server's source. */
export const SOURCE = ['--import', 'tsx', 'server/main.ts'] as const;

/** A start may build the portal and fill the database first. */
const READY_WITHIN_MS = 300_000;

/** Waits until the output so far says that the server is ready. */
async function untilReady({ stdout }: ChildProcess, ended: Promise<unknown>, said: readonly string[]): Promise<void> {
  let look: () => void = () => undefined;
  let timer: NodeJS.Timeout | undefined;
  const ready = new Promise<'ready'>((resolve) => {
    look = () => {
      if (said.join('').includes('Ready at')) resolve('ready');
    };
  });
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), READY_WITHIN_MS);
  });
  stdout?.on('data', look);
  const first = await Promise.race([ready, late, ended]);
  clearTimeout(timer);
  stdout?.off('data', look);
  const why = first === 'late' ? 'the server did not get ready in time' : 'the server did not start';
  if (first !== 'ready') throw new Error(`${why}\n${said.join('')}`);
}

/**
 * Starts the server with these settings, which name its port, and waits until it is ready.
 * @param program Node's arguments
 * @param passOn receives what the server writes to its standard error, for example this process's own
 * @throws Error with the output if the server ends first or is not ready in time
 */
export async function startServerProcess(
  program: readonly string[],
  env: Readonly<Record<string, string>>,
  passOn?: NodeJS.WritableStream,
): Promise<ServerProcess> {
  const child = spawn(process.execPath, program, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  const said: string[] = [];
  const keep = (chunk: Buffer) => said.push(chunk.toString());
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  if (passOn) child.stderr.pipe(passOn, { end: false });
  await untilReady(child, ended, said).catch((error: unknown) => {
    child.kill('SIGKILL');
    throw error;
  });
  const endBy = async (signal: 'SIGKILL' | 'SIGTERM') => {
    child.kill(signal);
    const [code] = (await ended) as [number | null];
    return code;
  };
  return {
    kill: async () => {
      await endBy('SIGKILL');
    },
    end: () => endBy('SIGTERM'),
    said: () => said.join(''),
  };
}
