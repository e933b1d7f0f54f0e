import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

interface Heartbeats {
  /** The time in ms between two heartbeats of a lock holder. */
  readonly heartbeatMs: number;
  /** The time in ms to wait for a heartbeat of a holder on another machine. */
  readonly watchMs: number;
}

const HEARTBEATS: Heartbeats = { heartbeatMs: 1000, watchMs: 15_000 };

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

/**
 * The start time of a process on this machine; only Linux tells it. Elsewhere the result only says whether the process
 * runs.
 */
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

/** The mark of a holder that sends heartbeats. Older versions send none, so their silence means nothing. */
const HEARTBEAT_MARK = 'beats';

/**
 * The holder of a lock, as `host pid start beats`. The start time tells the holder from a later process with the same
 * pid.
 */
async function describeSelf(): Promise<string> {
  return `${hostname()} ${process.pid} ${(await processStart(process.pid)) ?? ''} ${HEARTBEAT_MARK}`;
}

/**
 * The time of the holder's last heartbeat. The clock may be that of another machine, so only a change of this value
 * counts.
 */
async function lastHeartbeat(lockFile: string): Promise<number | undefined> {
  const found = await stat(lockFile).catch(() => undefined);
  return found?.mtimeMs;
}

/**
 * Whether the lock holder is alive. A process on this machine can be looked up. A holder on another machine, or in a
 * former container, can only be watched for its next heartbeat.
 */
async function isHeld(lockFile: string, content: string, { watchMs, heartbeatMs }: Heartbeats): Promise<boolean> {
  const [host, pid, start, beats] = content.trim().split(' ');
  if (host === hostname()) return start !== undefined && (await processStart(Number(pid))) === start;
  if (beats !== HEARTBEAT_MARK) return true;
  const before = await lastHeartbeat(lockFile);
  const end = performance.now() + watchMs;
  while (performance.now() < end) {
    await delay(heartbeatMs);
    if ((await lastHeartbeat(lockFile)) !== before) return true;
  }
  return false;
}

/**
 * Updates the lock's modification time as long as the process lives. A thread does it, because a long statement of the
 * embedded database blocks the main thread. The thread keeps the file open, so that it never touches the lock of
 * another process.
 */
function startHeartbeat(lockFile: string, everyMs: number): Worker {
  const program = `
    const { futimes, openSync } = require('node:fs');
    const { workerData: { lockFile, everyMs } } = require('node:worker_threads');
    const lock = openSync(lockFile, 'r+');
    setInterval(() => futimes(lock, new Date(), new Date(), () => undefined), everyMs);
  `;
  const thread = new Worker(program, { eval: true, workerData: { lockFile, everyMs } });
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
 * Takes the exclusive lock of a folder, so that no two processes open one embedded database. The lock of a dead process
 * is moved aside first; if it turns out to be a newer lock, it is put back.
 * @param lockFile a path beside the folder
 * @param heartbeats other times than those of a running server
 * @returns a function that releases the lock
 * @throws FolderInUseError when a running process holds the lock
 */
export async function lockFolder(lockFile: string, heartbeats = HEARTBEATS): Promise<() => Promise<void>> {
  const own = `${lockFile}.${randomUUID()}`;
  const aside = `${own}.stale`;
  const content = await describeSelf();
  await writeFile(own, content);
  try {
    while (!(await linkIfFree(own, lockFile))) {
      const found = await readIfThere(lockFile);
      if (found === null) continue;
      if (await isHeld(lockFile, found, heartbeats))
        throw new FolderInUseError(lockFile, found.split(' ').slice(0, 2).join(', process '));
      await rename(lockFile, aside).catch(() => undefined);
      if ((await readIfThere(aside)) !== found) await linkIfFree(aside, lockFile).catch(() => false);
      await rm(aside, { force: true });
    }
  } finally {
    await rm(own, { force: true });
  }
  const heartbeat = startHeartbeat(lockFile, heartbeats.heartbeatMs);
  return async () => {
    await heartbeat.terminate();
    // After a long silence of this process another one may hold the lock.
    if ((await readIfThere(lockFile)) === content) await rm(lockFile, { force: true });
  };
}
