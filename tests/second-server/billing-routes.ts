import { file } from './file.ts';
import { euro, lineCents } from './money.ts';
import { purchaseCents } from './purchase-view.ts';
import { ASLS, FIRST_BUSINESS } from './reference-routes.ts';
import { isWithin, romeDay } from './rome-day.ts';
import { type Exchange, type Reply, type Route, day, failure } from './route.ts';
import { smallPdf } from './small-pdf.ts';
import type { Purchase } from './fixture.ts';

const query: Route['query'] = {
  aslId: (value) => ASLS.some(({ aslId }) => aslId === value),
  dateStart: day,
  dateEnd: day,
};
const optional: Route['optional'] = { businessId: FIRST_BUSINESS.businessId };

function billed({ fixture, query: asked }: Exchange): readonly Purchase[] {
  return fixture.purchases.filter((row) => row.status !== 'CANCELLED' && isWithin(row.createTime, asked));
}

/** The first authority pays for all patients. For another one there is nothing to bill, which is an error. */
function billing(exchange: Exchange, write: (purchases: readonly Purchase[], period: string) => Reply): Reply {
  const { query: asked } = exchange;
  if (asked.get('aslId') !== ASLS[0].aslId) return failure(404, null, 'NIENTE_DA_FATTURARE');
  return write(billed(exchange), `${asked.get('dateStart') ?? ''} ${asked.get('dateEnd') ?? ''}`);
}

/** The two billing documents of §7. Their names contain spaces and an accent. */
export const billingRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/api/v1/purchases/bill/summary/pdf',
    access: 'token',
    query,
    optional,
    handle: (exchange) =>
      billing(exchange, (purchases, period) => {
        const cents = purchases.reduce((total, row) => total + purchaseCents(row), 0);
        const content = smallPdf(`Prospetto ${period}: ${purchases.length} acquisti, ${euro(cents).toFixed(2)} EUR`);
        return file('Prospetto è.pdf', 'application/pdf', content);
      }),
  },
  {
    method: 'GET',
    path: '/api/v1/purchases/bill/products/csv',
    access: 'token',
    query,
    optional,
    handle: (exchange) =>
      billing(exchange, (purchases) => {
        const rows = purchases.flatMap((row) =>
          [...row.lines.values()].map((line) => {
            const total = euro(lineCents(line.quantity, line.pricePerUnit)).toFixed(2);
            return [row.purchaseId, romeDay(row.createTime), line.product.name, total].join(';');
          }),
        );
        return file('Dettaglio è.csv', 'text/csv; charset=utf-8', `${rows.join('\r\n')}\r\n`);
      }),
  },
];
