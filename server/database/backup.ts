import { existsSync } from 'node:fs';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import type { FastifyBaseLogger } from 'fastify';
import { lockFolder } from './folder-lock.ts';

/** What the first header of an archive says. */
const MAGIC = { at: 257, word: 'ustar' } as const;

function noBackup(file: string, cause?: unknown): Error {
  return new Error(`${file} is no backup of an embedded database, or is damaged. Nothing has been restored.`, {
    cause,
  });
}

/**
 * Writes a backup beside the folder of an embedded database. The file gets its final name only when it is complete and
 * on the disk.
 * @returns the path of the file
 */
export async function keepBackup(folder: string, archive: Blob): Promise<string> {
  const backups = join(dirname(folder), 'backups');
  await mkdir(backups, { recursive: true, mode: 0o700 });
  const file = join(backups, `${new Date().toISOString().replaceAll(/[:.]/g, '-')}.tar.gz`);
  const part = `${file}.part`;
  try {
    const written = await open(part, 'wx', 0o600);
    try {
      await written.writeFile(new Uint8Array(await archive.arrayBuffer()));
      await written.sync();
    } finally {
      await written.close();
    }
    await rename(part, file);
  } finally {
    await rm(part, { force: true });
  }
  return file;
}

/**
 * The archive, unpacked: PGlite ends the process when it cannot unpack what it takes for one.
 * @throws Error when it cannot be read or is no archive
 */
async function readArchive(file: string): Promise<Blob> {
  const packed = await readFile(file);
  const archive = await promisify(gunzip)(packed).catch((cause: unknown) => {
    throw noBackup(file, cause);
  });
  if (archive.toString('latin1', MAGIC.at, MAGIC.at + MAGIC.word.length) !== MAGIC.word) throw noBackup(file);
  return new Blob([new Uint8Array(archive)]);
}

/**
 * Creates an embedded database from a backup.
 * @throws Error when the folder already holds a database, which stays unchanged, and when the file is no backup
 */
export async function restoreBackup(file: string, folder: string): Promise<void> {
  const archive = await readArchive(file);
  const part = `${folder}.part`;
  await mkdir(dirname(folder), { recursive: true });
  const unlock = await lockFolder(`${folder}.lock`);
  try {
    if (existsSync(folder)) throw new Error(`There is a database in ${folder}. Move it away first.`);
    // The folder gets its final name only when it is complete. A damaged backup or a full disk leaves nothing that a
    // server would open.
    await rm(part, { recursive: true, force: true });
    const restored = await PGlite.create({ dataDir: part, loadDataDir: archive }).catch((error: unknown) => {
      throw noBackup(file, error);
    });
    await restored.close();
    await rename(part, folder);
  } finally {
    await rm(part, { recursive: true, force: true });
    await unlock();
  }
}

/** The signal that tells a running server to back up its embedded database. */
export const BACKUP_SIGNAL = 'SIGUSR2';

/** Makes a backup each time the process receives the signal. */
export function backupAtSignal(backup: () => Promise<string>, logger: FastifyBaseLogger): void {
  process.on(BACKUP_SIGNAL, () => {
    backup().then(
      (file) => logger.info({ file }, 'backup made'),
      (error: unknown) => logger.error({ err: error }, 'backup not made'),
    );
  });
}
