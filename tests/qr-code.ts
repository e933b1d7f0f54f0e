import jsQR from 'jsqr';
import type { readPdf } from './pdf-text.ts';

/** What a camera reads from squares. */
export function readQrCode(squares: ReturnType<typeof readPdf>['squares']): string | undefined {
  const side = squares[0]?.[2] ?? NaN;
  const [left, top] = [Math.min(...squares.map(([x]) => x)), Math.min(...squares.map(([, y]) => y))];
  const at = squares.map(([x, y]) => [Math.round((x - left) / side), Math.round((y - top) / side)] as const);
  const [margin, scale] = [4, 4];
  const size = Math.max(...at.flat()) + 1 + 2 * margin;
  const picture = new Uint8ClampedArray((size * scale) ** 2 * 4).fill(255);
  for (const [column, row] of at) {
    for (let pixel = 0; pixel < scale * scale; pixel += 1) {
      const x = (column + margin) * scale + (pixel % scale);
      const y = (row + margin) * scale + Math.floor(pixel / scale);
      picture.fill(0, (y * size * scale + x) * 4, (y * size * scale + x) * 4 + 3);
    }
  }
  return jsQR(picture, size * scale, size * scale)?.data;
}
