import type PDFDocument from 'pdfkit';
import { useAllFonts } from './all-fonts.ts';
import { CONTENT, PAGE } from './page.ts';

/** A document that is being drawn; its signal aborts when nobody wants it any more. */
export type Pdf = InstanceType<typeof PDFDocument> & { readonly signal?: AbortSignal | undefined };

/** The registered names of the fonts. Characters that these lack are drawn in others (`useAllFonts`). */
export const FONT = { regular: 'latin-400', bold: 'latin-700' } as const;

/** The document properties, and the signal that ends its drawing. */
export interface PdfInfo {
  readonly title: string;
  readonly author: string;
  readonly madeAt: Date;
  readonly signal?: AbortSignal | undefined;
}

/** A paper format; sizes in points. */
interface Paper {
  readonly size: 'A4' | [width: number, height: number];
  readonly margins: Readonly<Record<'top' | 'bottom' | 'left' | 'right', number>>;
}

const A4: Paper = {
  size: 'A4',
  margins: { top: PAGE.margin, bottom: PAGE.height - CONTENT.bottom, left: PAGE.margin, right: PAGE.margin },
};

/**
 * Creates an empty Italian document, by default in A4. Its pages stay open until `finishPdf`, so that footers can show
 * the number of pages.
 */
export async function createPdf(info: PdfInfo, paper = A4): Promise<Pdf> {
  // Not before the first document: it takes long to load, and the server would start later.
  const { default: Document } = await import('pdfkit');
  const pdf = new Document({
    ...paper,
    bufferPages: true,
    lang: 'it-IT',
    displayTitle: true,
    info: { Title: info.title, Author: info.author, CreationDate: info.madeAt },
  });
  useAllFonts(pdf);
  return Object.assign(pdf.font(FONT.regular), { signal: info.signal });
}

/** Closes the document and returns its bytes. */
export function finishPdf(pdf: Pdf): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
    pdf.end();
  });
}
