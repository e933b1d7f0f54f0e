const MARK = '\uFEFF';
const CELL = /(?:^|;)(?:"((?:[^"]|"")*)"|([^;]*))/g;

/** The cells of a CSV file in the server's format: separated by `;`, one line per row, with a byte order mark. */
export function readCsv(csv: Buffer): string[][] {
  const text = csv.toString('utf8');
  if (!text.startsWith(MARK)) throw new Error('no byte order mark');
  const lines = text.slice(MARK.length).split('\r\n');
  return lines.map((line) =>
    [...line.matchAll(CELL)].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? ''),
  );
}
