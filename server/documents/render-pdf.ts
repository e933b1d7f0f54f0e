import { Limiter, LIMITS } from '#server/limiter.ts';
import { Threads } from '#server/threads.ts';
import type { PdfDocument } from './pdf.ts';

const threads = new Threads<PdfDocument, Uint8Array>(new URL('./document-thread.mjs', import.meta.url));
const turns = new Limiter<'short' | 'long'>(LIMITS.documentThread);

/** A receipt has a hundred lines at most. */
const SHORT_ROWS = 100;

/** The turns of a document: a short one does not wait for long ones. */
function turnOf({ parts }: PdfDocument): 'short' | 'long' {
  return parts.some((part) => part.kind === 'table' && part.rows.length > SHORT_ROWS) ? 'long' : 'short';
}

/**
 * A document as a tagged PDF, drawn on a thread of its own: drawing takes ten milliseconds for a receipt and seconds for
 * thousands of rows.
 * @param signal ends the drawing
 */
export async function renderPdf(document: PdfDocument, signal?: AbortSignal): Promise<Buffer> {
  const draw = () => threads.run(document, signal);
  const { buffer, byteOffset, byteLength } = await turns.run(turnOf(document), draw, signal && (() => signal));
  return Buffer.from(buffer, byteOffset, byteLength);
}

/**
 * A document as a file, made when its content is read.
 * @param name the file's name without its ending
 */
export function pdfFile(name: string, make: () => Promise<PdfDocument>, signal: AbortSignal) {
  async function* content(): AsyncGenerator<Buffer, void, undefined> {
    yield await renderPdf(await make(), signal);
  }
  return { fileName: `${name}.pdf`, mimeType: 'application/pdf', content: content() };
}
