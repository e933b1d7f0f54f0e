import { formatDay, formatInstant } from '#contract/rules/dates.ts';
import { formatTotal } from '#contract/rules/money.ts';
import type { AmcOrderDocument } from '#server/domain/amc-orders/read-order-document.ts';
import type { OrderTotals } from '#server/domain/amc-orders/total-order.ts';
import texts from '../../../public/locales/it/table.json' with { type: 'json' };
import type { Pdf } from '../pdf/create-pdf.ts';
import { type Party, drawParties } from '../pdf/draw-parties.ts';
import { drawFacts } from '../pdf/draw-section.ts';
import { drawBanner, drawTitle } from '../pdf/draw-title.ts';

function businessParty({ business, store, order }: AmcOrderDocument): Party {
  return {
    title: 'Esercente',
    name: business.companyName,
    facts: [
      ['Sede', business.address],
      ['Partita IVA', business.vat],
      ['Punto vendita', `${store.name}, ${store.address}`],
      ['Codice', `${order.storeCode} (distretto ${order.districtCode})`],
    ],
  };
}

function payer({ payer: { code, name }, order }: AmcOrderDocument, { days }: OrderTotals): Party {
  const [first, last] = [days[0]?.day, days.at(-1)?.day];
  const period = first && last ? `dal ${formatDay(first)} al ${formatDay(last)}` : 'nessun acquisto';
  return {
    title: 'Ente pagatore',
    name,
    facts: [
      ['Codice', code],
      ['Acquisti', period],
      ['Stato ESB', texts.status.esbOrder[order.esbStatus]],
    ],
  };
}

/**
 * Draws the document's title, order, parties, time and requester.
 * @returns the y position below the heading
 */
export function drawOrderHeading(pdf: Pdf, content: AmcOrderDocument, totals: OrderTotals): number {
  const { order, madeAt, requester } = content;
  const { controlTotal, lineCount } = totals;
  const belowTitle = drawTitle(pdf, {
    title: 'Riepilogo ordine AMC',
    subject: `Ordine n. ${order.amcOrderId}`,
    date: `del ${formatInstant(order.orderedAt)}`,
  });
  const belowBanner =
    order.esbStatus === 'REJECTED'
      ? drawBanner(pdf, `ORDINE RIFIUTATO: ${order.esbReason ?? '–'}`, belowTitle)
      : belowTitle;
  const belowParties = drawParties(pdf, businessParty(content), payer(content, totals), belowBanner);
  return drawFacts(
    pdf,
    [
      ['Documento generato il', formatInstant(madeAt)],
      ['Generato per', `${requester.name}\n${requester.organisation}`],
      ['Righe di dettaglio', String(lineCount)],
      ['Totale di controllo', formatTotal(controlTotal)],
    ],
    belowParties,
  );
}
