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

async function untilReady(child: ChildProcess, said: string[]): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    child.stderr?.on('data', (chunk: Buffer) => said.push(chunk.toString()));
    child.stdout?.on('data', (chunk: Buffer) => {
      said.push(chunk.toString());
      if (said.join('').includes('Ready at')) resolve();
    });
    child.once('exit', () => reject(new Error(`the server did not start\n${said.join('')}`)));
  });
}

/**
 * Starts the server with these settings, which name its port, and waits until it is ready.
 * @param program Node's arguments
 * @throws Error with the output if the server ends first
 */
export async function startServerProcess(
  program: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<ServerProcess> {
  const child = spawn(process.execPath, program, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  const said: string[] = [];
  await untilReady(child, said);
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
