import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';

/** Another running process uses the folder. */
export class FolderInUseError extends Error {
  constructor(lockFile: string, owner: string) {
    super(
      `The data folder is in use by another process (${owner}). ` +
        `Stop that one, or set DATA_DIR to another folder. If no such process runs, delete ${lockFile}`,
    );
    this.name = 'FolderInUseError';
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * The start of a running process of this machine, which tells it from a later one with the same pid. Only Linux knows
 * it; elsewhere the result only says whether the process runs.
 */
async function processStart(pid: number): Promise<string | null> {
  try {
    const [stat, boot] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
    ]);
    return `${boot.trim()}/${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''}`;
  } catch {
    return isRunning(pid) ? 'running' : null;
  }
}

/** Of a process on another machine nothing can be asked: it counts as alive. */
async function isHeld(content: string): Promise<boolean> {
  const [host, pid, start] = content.split(' ');
  return host !== hostname() || (await processStart(Number(pid))) === start;
}

async function linkIfFree(from: string, lockFile: string): Promise<boolean> {
  try {
    await link(from, lockFile);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

async function readIfThere(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch(() => null);
}

/**
 * Takes the exclusive lock of a folder, so that no two processes open one embedded database. The lock of a dead process
 * is moved aside first; if it turns out to be a newer lock, it is put back.
 * @param lockFile a path beside the folder
 * @returns a function that releases the lock
 * @throws FolderInUseError when a running process holds the lock
 */
export async function lockFolder(lockFile: string): Promise<() => Promise<void>> {
  const own = `${lockFile}.${randomUUID()}`;
  const aside = `${own}.stale`;
  await writeFile(own, `${hostname()} ${process.pid} ${(await processStart(process.pid)) ?? ''}`);
  try {
    while (!(await linkIfFree(own, lockFile))) {
      const found = await readIfThere(lockFile);
      if (found === null) continue;
      if (await isHeld(found)) throw new FolderInUseError(lockFile, found.split(' ').slice(0, 2).join(', process '));
      await rename(lockFile, aside).catch(() => undefined);
      if ((await readIfThere(aside)) !== found) await linkIfFree(aside, lockFile).catch(() => false);
      await rm(aside, { force: true });
    }
  } finally {
    await rm(own, { force: true });
  }
  return () => rm(lockFile, { force: true });
}
