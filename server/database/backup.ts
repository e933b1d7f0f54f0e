import { existsSync } from 'node:fs';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { lockFolder } from './folder-lock.ts';

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
 * Creates an embedded database from a backup.
 * @throws Error when the folder already holds a database, which stays unchanged
 */
export async function restoreBackup(file: string, folder: string): Promise<void> {
  const archive = new Blob([await readFile(file)]);
  const part = `${folder}.part`;
  await mkdir(dirname(folder), { recursive: true });
  const unlock = await lockFolder(`${folder}.lock`);
  try {
    if (existsSync(folder)) throw new Error(`There is a database in ${folder}. Move it away first.`);
    // The folder gets its final name only when it is complete. A damaged backup or a full disk leaves nothing that a
    // server would open.
    await rm(part, { recursive: true, force: true });
    const restored = await PGlite.create({ dataDir: part, loadDataDir: archive });
    await restored.close();
    await rename(part, folder);
  } finally {
    await rm(part, { recursive: true, force: true });
    await unlock();
  }
}
