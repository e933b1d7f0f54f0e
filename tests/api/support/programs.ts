import { join } from 'node:path';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the bundled server and its commands. */
    readonly programs: string;
  }
}

/** Programs that can run in a process of their own. */
export type ProgramName = 'server' | 'import' | 'migrate' | 'operator' | 'reconcile';

/** The path of a bundled program, for Node. */
export function program(name: ProgramName, folder = inject('programs')): string {
  return join(folder, `${name}.js`);
}
