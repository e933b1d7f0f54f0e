import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { restoreBackup } from '#server/database/backup.ts';

const PACKED = gzipSync(Buffer.alloc(100_000, 'not a database '));

test.each([
  ['half of an archive', PACKED.subarray(0, 100), 'is no backup'],
  ['an archive with wrong bytes', Buffer.concat([PACKED.subarray(0, 60), Buffer.alloc(80, 7)]), 'is no backup'],
  ['an archive of something else', PACKED, 'is no backup'],
  ['a text', 'not a database', 'is no backup'],
  ['nothing', '', 'is no backup'],
  ['a folder', undefined, 'EISDIR'],
])('design §4 restore: %s is refused by a sentence, and leaves nothing', async (_what, content, sentence) => {
  const folder = await mkdtemp(join(tmpdir(), 'voucher-restore-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'backup.tar.gz');
  await (content === undefined ? mkdir(file) : writeFile(file, content));
  const said = await restoreBackup(file, join(folder, 'database')).catch((error: unknown) => String(error));
  expect(said).toContain(sentence);
  expect(said).not.toContain('\n');
  expect(await readdir(folder)).toEqual(['backup.tar.gz']);
});
