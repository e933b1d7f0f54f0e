import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Done, Work } from './work.ts';

/** A process that generates load, so that nothing shares its event loop. */
export class Loader {
  private readonly child: ChildProcess;
  private readonly ended: Promise<never>;

  constructor() {
    const program = fileURLToPath(new URL('load.ts', import.meta.url));
    this.child = fork(program, { execArgv: ['--import', 'tsx'], serialization: 'advanced' });
    this.ended = once(this.child, 'exit').then(() => {
      throw new Error('the load process ended');
    });
    // Waiting work receives the error. The end of the process after `stop` is expected.
    this.ended.catch(() => undefined);
  }

  async run(work: Work): Promise<Done> {
    this.child.send(work);
    const [done] = (await Promise.race([once(this.child, 'message'), this.ended])) as [Done];
    return done;
  }

  stop(): void {
    this.child.kill();
  }
}
