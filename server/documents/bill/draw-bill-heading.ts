import { formatDay, formatInstant } from '#contract/rules/dates.ts';
import { formatTotal } from '#contract/rules/money.ts';
import type { Bill, BillTotals } from '#server/domain/billing/bill.ts';
import type { Pdf } from '../pdf/create-pdf.ts';
import { type Party, drawParties } from '../pdf/draw-parties.ts';
import { drawFacts } from '../pdf/draw-section.ts';
import { drawBanner, drawTitle } from '../pdf/draw-title.ts';

function payee({ payee: company }: Bill, { businesses }: BillTotals): Party {
  const title = 'Esercente';
  if (company === null) {
    const facts = [['Con operazioni', String(businesses.length)]] as const;
    return { title, name: 'Tutti gli esercenti', facts };
  }
  return {
    title,
    name: company.companyName,
    facts: [
      ['Sede', company.address],
      ['Partita IVA', company.vat],
      ['Codice fiscale', company.fiscalCode],
    ],
  };
}

function payer({ payer: { code, name } }: Bill): Party {
  return { title: 'Ente pagatore', name, facts: [['Codice', code]] };
}

/**
 * Draws the document's title, period, parties, time and requester.
 * @returns the y position below the heading
 */
export function drawBillHeading(pdf: Pdf, bill: Bill, totals: BillTotals): number {
  const { period, madeAt, requester, isPeriodOver } = bill;
  const belowTitle = drawTitle(pdf, {
    title: 'Prospetto di fatturazione',
    subject: `dal ${formatDay(period.first)} al ${formatDay(period.last)}`,
    date: 'Periodo, giorni estremi compresi',
  });
  const open = `PERIODO NON CONCLUSO: OPERAZIONI FINO AL ${formatInstant(madeAt)}`;
  const belowBanner = isPeriodOver ? belowTitle : drawBanner(pdf, open, belowTitle);
  const belowParties = drawParties(pdf, payee(bill, totals), payer(bill), belowBanner);
  return drawFacts(
    pdf,
    [
      ['Documento generato il', formatInstant(madeAt)],
      ['Generato per', `${requester.name}\n${requester.organisation}`],
      ['Righe di dettaglio', String(totals.lineCount)],
      ['Totale di controllo', formatTotal(totals.controlTotal)],
    ],
    belowParties,
  );
}
