import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { unpackWoff } from '#server/documents/fonts.ts';

const { resolve } = createRequire(import.meta.url);

/** The checksum of a table in a TrueType directory: the sum of its 32-bit numbers. */
function checksumOf(font: Buffer, offset: number, length: number): number {
  let checksum = 0;
  for (let at = offset; at < offset + length; at += 4) checksum = (checksum + font.readUInt32BE(at)) % 2 ** 32;
  return checksum;
}

test('rules §7 documents: each table of the unpacked font has the checksum that the font states', () => {
  const woff = readFileSync(resolve('@fontsource/titillium-web/files/titillium-web-latin-400-normal.woff'));
  const font = unpackWoff(woff);
  expect(font.length).toBe(woff.readUInt32BE(16));
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, index) => {
    const at = 12 + 16 * index;
    const [offset, length] = [font.readUInt32BE(at + 8), font.readUInt32BE(at + 12)];
    return {
      tag: font.toString('latin1', at, at + 4),
      stated: font.readUInt32BE(at + 4),
      found: checksumOf(font, offset, length),
    };
  });
  expect(tables.map(({ tag }) => tag)).toEqual(expect.arrayContaining(['cmap', 'glyf', 'hmtx', 'loca']));
  // The table `head` contains the checksum of the whole font, which its own checksum leaves out.
  const plain = tables.filter(({ tag }) => tag !== 'head');
  expect(plain.map(({ tag, found }) => [tag, found])).toEqual(plain.map(({ tag, stated }) => [tag, stated]));
});
