import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** The reference server in a process of its own. */
export interface ServerProcess {
  /** Ends it as a failure of the machine does, without a word. */
  readonly kill: () => Promise<void>;
}

async function untilReady(child: ChildProcess): Promise<void> {
  const said: string[] = [];
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
 * Starts the server with these settings on the port that they name, and waits until it is ready.
 * @param program the bundled server
 */
export async function startServerProcess(
  program: string,
  env: Readonly<Record<string, string>>,
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await untilReady(child);
  return {
    kill: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
