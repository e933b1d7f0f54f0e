import { formatDay, romeDay } from '#contract/rules/dates.ts';
import type { PinLetter } from '#server/domain/administration/commands/issue-pin.ts';
import { FONT, type Pdf, createPdf, finishPdf } from '../pdf/create-pdf.ts';
import { COLOR, CONTENT } from '../pdf/page.ts';

const MM = 72 / 25.4;
/** The window of a DL envelope on a sheet folded in three, on the right as usual in Italy. */
const WINDOW = { left: 115 * MM, top: 62 * MM, width: 80 * MM } as const;
/** The first fold. The PIN is below it, where the window does not show it. */
const FOLD = 105 * MM;

function paragraph(pdf: Pdf, text: string, top: number): number {
  pdf.font(FONT.regular).fontSize(11).fillColor(COLOR.ink);
  pdf.text(text, CONTENT.left, top, { width: CONTENT.width });
  return pdf.y + 8;
}

/** The letter with a patient's PIN, for a window envelope. */
export async function renderPinLetter({ firstName, lastName, pin, sender, at }: PinLetter): Promise<Buffer> {
  const author = sender ?? 'Servizio sanitario regionale';
  const pdf = await createPdf({ title: 'PIN per i buoni elettronici', author, madeAt: at });
  pdf.font(FONT.bold).fontSize(13).fillColor(COLOR.ink);
  pdf.text(author, CONTENT.left, CONTENT.top, { width: CONTENT.width });
  pdf.font(FONT.regular).fontSize(10).fillColor(COLOR.soft);
  pdf.text('Buoni elettronici per prodotti dietetici', { width: CONTENT.width });
  pdf.fontSize(11).fillColor(COLOR.ink);
  pdf.text(`${firstName} ${lastName}`, WINDOW.left, WINDOW.top, { width: WINDOW.width });

  let top = paragraph(pdf, `Data: ${formatDay(romeDay(at))}`, FOLD);
  pdf.font(FONT.bold).fontSize(11).text('Oggetto: PIN per gli acquisti con il buono elettronico', CONTENT.left, top);
  top = paragraph(pdf, 'Questo è il PIN da digitare in negozio o in farmacia per confermare gli acquisti:', pdf.y + 12);
  pdf
    .rect(CONTENT.left, top + 4, CONTENT.width, 52)
    .lineWidth(1)
    .strokeColor(COLOR.line)
    .stroke();
  pdf.font(FONT.bold).fontSize(26).fillColor(COLOR.ink);
  pdf.text(pin, CONTENT.left, top + 14, { width: CONTENT.width, align: 'center' });
  top = paragraph(pdf, 'Il PIN vale da subito e sostituisce quello precedente.', top + 72);
  top = paragraph(pdf, 'Non comunicarlo a nessuno e non conservarlo insieme alla tessera sanitaria.', top);
  paragraph(pdf, 'Se lo dimentichi o perdi questa lettera, chiedi un nuovo PIN all’ufficio distrettuale.', top);
  return finishPdf(pdf);
}
