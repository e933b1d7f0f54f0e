import { inflateSync } from 'node:zlib';

const WOFF = { header: 44, entry: 20, tables: 12, flavour: 4 } as const;
const SFNT = { header: 12, entry: 16, alignment: 4 } as const;

/**
 * Unpacks a font from WOFF 1 (https://www.w3.org/TR/WOFF/) into the plain form of TrueType. fontkit reads both, but of a
 * packed font it unpacks a whole table again for each glyph.
 * @param woff the content of a .woff file
 */
export function unpackWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(WOFF.tables);
  const directory = Buffer.alloc(SFNT.header + count * SFNT.entry);
  woff.copy(directory, 0, WOFF.flavour, WOFF.flavour + 4);
  // Behind the number stand three aids for a binary search: fontkit reads the whole directory and needs none.
  directory.writeUInt16BE(count, 4);
  const parts = [directory];
  let end = directory.length;
  for (let index = 0; index < count; index += 1) {
    const from = WOFF.header + index * WOFF.entry;
    const field = (at: number) => woff.readUInt32BE(from + at);
    const [offset, packedLength, length, checksum] = [field(4), field(8), field(12), field(16)];
    const packed = woff.subarray(offset, offset + packedLength);
    const table = Buffer.alloc(Math.ceil(length / SFNT.alignment) * SFNT.alignment);
    // What would not have become smaller is not packed.
    (packedLength < length ? inflateSync(packed) : packed).copy(table);
    const to = SFNT.header + index * SFNT.entry;
    woff.copy(directory, to, from, from + 4);
    [checksum, end, length].forEach((value, place) => directory.writeUInt32BE(value, to + 4 * (place + 1)));
    parts.push(table);
    end += table.length;
  }
  return Buffer.concat(parts);
}
