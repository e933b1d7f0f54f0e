import { access, constants, mkdir, rm, stat, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { lockFolder } from './folder-lock.ts';

type Fault = readonly [what: string, remedy: string];

const FULL: Fault = ['its disk is full', 'Make room'];
const FORBIDDEN: Fault = ['this user may not write there', 'Make this user its owner'];
const UNREADABLE: Fault = [
  'its database cannot be opened, it is damaged or of another version',
  'Restore a backup, delete it to start again',
];

/** What is wrong with a folder, by Node's code of the fault, and what a person can do beside taking another one. */
const FAULTS: Readonly<Record<string, Fault>> = {
  EACCES: FORBIDDEN,
  EPERM: FORBIDDEN,
  EROFS: ['its disk is read-only', 'Mount it to be written'],
  ENOSPC: FULL,
  EDQUOT: FULL,
  ENOTDIR: ['a file stands in its place', 'Move that file away'],
  ENOENT: ['no folder can be made there', 'Make it by hand'],
};

/** What a new embedded database takes, and what one needs to open, in bytes. */
const NEW_BYTES = 100_000_000;
const OPEN_BYTES = 20_000_000;

/** A folder that cannot hold the embedded database. The message says why and what to do. */
class DataFolderError extends Error {
  constructor(folder: string, [what, remedy]: Fault, cause?: unknown) {
    super(`The data folder ${resolve(folder)} cannot be used: ${what}. ${remedy}, or set DATA_DIR to another folder`, {
      cause,
    });
    this.name = 'DataFolderError';
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Whether a path is a folder; undefined where nothing is. */
async function isFolder(path: string): Promise<boolean | undefined> {
  return stat(path).then(
    (found) => found.isDirectory(),
    (error: unknown) => {
      if (codeOf(error) === 'ENOENT') return undefined;
      throw error;
    },
  );
}

class NoFolderError extends Error {
  readonly code = 'ENOTDIR';
}

/** Makes a folder and its parents. Node's own `recursive` never ends where a parent takes no folders, as in /proc. */
async function makeFolder(folder: string): Promise<void> {
  const is = await isFolder(folder);
  if (is === true) return;
  if (is === false) throw new NoFolderError();
  await makeFolder(dirname(folder));
  await mkdir(folder).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error;
  });
}

async function hasRoom(folder: string, bytes: number): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize >= bytes;
}

/**
 * Opens what stands in a folder, which is made and locked first. A folder that a failure has left half made goes.
 * @param open opens it
 * @returns what was opened, and a function that releases the folder
 * @throws DataFolderError where the folder cannot be used
 * @throws FolderInUseError where another process uses it
 */
export async function openFolder<Opened>(
  folder: string,
  open: () => Promise<Opened>,
): Promise<{ readonly opened: Opened; readonly unlock: () => Promise<void> }> {
  const parent = dirname(resolve(folder));
  let unlock: () => Promise<void> = () => Promise.resolve();
  let isNew: boolean;
  try {
    await makeFolder(parent);
    unlock = await lockFolder(`${folder}.lock`);
    const is = await isFolder(folder);
    if (is === false) throw new NoFolderError();
    isNew = is === undefined;
    if (is) await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    if (isNew && !(await hasRoom(parent, NEW_BYTES))) throw new DataFolderError(folder, FULL);
  } catch (error) {
    await unlock();
    const fault = FAULTS[codeOf(error)];
    throw fault === undefined ? error : new DataFolderError(folder, fault, error);
  }
  try {
    return { opened: await open(), unlock };
  } catch (error) {
    // The embedded database gives no reasons.
    const isFull = !(await hasRoom(parent, OPEN_BYTES));
    if (isNew) await rm(folder, { recursive: true, force: true });
    await unlock();
    throw new DataFolderError(folder, isFull ? FULL : UNREADABLE, error);
  }
}
