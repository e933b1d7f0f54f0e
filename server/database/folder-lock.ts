import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';

/** The folder belongs to another running process. */
export class FolderInUseError extends Error {
  constructor(lockFile: string, owner: string) {
    super(
      `The data folder is in use by another process (${owner}). ` +
        `Stop that one, or set DATA_DIR to another folder. If no such process runs, delete ${lockFile}`,
    );
    this.name = 'FolderInUseError';
  }
}

/** When a process of this machine started, as Linux tells it; elsewhere only whether it runs. */
async function processStart(pid: number): Promise<string | null> {
  try {
    const [stat, boot] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
    ]);
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return `${boot.trim()}/${fields[19] ?? ''}`;
  } catch {
    return isRunning(pid) ? 'running' : null;
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

/** Who holds a lock: `host pid start`. A recycled pid is told from its former bearer by the start. */
async function describeSelf(): Promise<string> {
  return `${hostname()} ${process.pid} ${(await processStart(process.pid)) ?? ''}`;
}

async function isHeld(content: string): Promise<boolean> {
  const [host, pid, start] = content.trim().split(' ');
  if (host !== hostname()) return true;
  return start !== undefined && (await processStart(Number(pid))) === start;
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
 * Takes the exclusive lock of a folder, so that two processes never open one embedded database. The lock of a
 * process that has died is taken over: it is first moved aside, and put back when it turns out to be a newer one's.
 * @param lockFile a path beside the folder
 * @returns a function that gives the lock back
 * @throws FolderInUseError when a running process holds it
 */
export async function lockFolder(lockFile: string): Promise<() => Promise<void>> {
  const own = `${lockFile}.${randomUUID()}`;
  const aside = `${own}.stale`;
  await writeFile(own, await describeSelf());
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
