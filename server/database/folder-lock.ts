import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

/** How often a holder shows that it lives, in ms. */
const BEAT_MS = 1000;
/** For how long the lock of another machine is watched for a sign of life, in ms. */
const WATCH_MS = 15_000;

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

/** A holder that beats on its lock says so: the silence of an older version, which does not, tells nothing. */
const BEATS = 'beats';

/** Who holds a lock: `host pid start beats`. A recycled pid is told from its former bearer by the start. */
async function describeSelf(): Promise<string> {
  return `${hostname()} ${process.pid} ${(await processStart(process.pid)) ?? ''} ${BEATS}`;
}

/** When the lock's holder last showed that it lives, by the clock of whoever it is: only a change tells something. */
async function lastBeat(lockFile: string): Promise<number | undefined> {
  const found = await stat(lockFile).catch(() => undefined);
  return found?.mtimeMs;
}

/**
 * Whether the holder lives. A process of this machine can be asked for; of another machine, which a container that is
 * made anew is too, one can only wait for the next beat.
 */
async function isHeld(lockFile: string, content: string, watchMs: number): Promise<boolean> {
  const [host, pid, start, beats] = content.trim().split(' ');
  if (host === hostname()) return start !== undefined && (await processStart(Number(pid))) === start;
  if (beats !== BEATS) return true;
  const before = await lastBeat(lockFile);
  const end = performance.now() + watchMs;
  while (performance.now() < end) {
    await delay(BEAT_MS);
    if ((await lastBeat(lockFile)) !== before) return true;
  }
  return false;
}

/**
 * Beats on the lock as long as the process lives, from a thread of its own: a long statement of an embedded database
 * keeps the main one from everything else. It holds the file itself, so that it never beats on somebody else's lock.
 */
function startBeating(lockFile: string): Worker {
  const program = `
    const { futimes, openSync } = require('node:fs');
    const { workerData: { lockFile, everyMs } } = require('node:worker_threads');
    const lock = openSync(lockFile, 'r+');
    setInterval(() => futimes(lock, new Date(), new Date(), () => undefined), everyMs);
  `;
  const thread = new Worker(program, { eval: true, workerData: { lockFile, everyMs: BEAT_MS } });
  thread.on('error', () => undefined);
  thread.unref();
  return thread;
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
 * @param watchMs for how long to look for a sign of life of another machine
 * @returns a function that gives the lock back
 * @throws FolderInUseError when a running process holds it
 */
export async function lockFolder(lockFile: string, watchMs = WATCH_MS): Promise<() => Promise<void>> {
  const own = `${lockFile}.${randomUUID()}`;
  const aside = `${own}.stale`;
  const content = await describeSelf();
  await writeFile(own, content);
  try {
    while (!(await linkIfFree(own, lockFile))) {
      const found = await readIfThere(lockFile);
      if (found === null) continue;
      if (await isHeld(lockFile, found, watchMs))
        throw new FolderInUseError(lockFile, found.split(' ').slice(0, 2).join(', process '));
      await rename(lockFile, aside).catch(() => undefined);
      if ((await readIfThere(aside)) !== found) await linkIfFree(aside, lockFile).catch(() => false);
      await rm(aside, { force: true });
    }
  } finally {
    await rm(own, { force: true });
  }
  const beating = startBeating(lockFile);
  return async () => {
    await beating.terminate();
    // Somebody else's by now, where this process was silent for too long.
    if ((await readIfThere(lockFile)) === content) await rm(lockFile, { force: true });
  };
}
