import { searchAmcOrders } from '#contract/calls/amc-orders.ts';
import { searchProducts } from '#contract/calls/products.ts';
import { readPurchaseTotals, searchPurchases } from '#contract/calls/purchases.ts';
import { addDays, romeDay } from '#contract/rules/dates.ts';

function pathsOf(today: string): readonly string[] {
  const month = new URLSearchParams({ dateStart: addDays(today, -30), dateEnd: today }).toString();
  return [
    `${searchPurchases.path}?${month}&size=20`,
    `${readPurchaseTotals.path}?${month}`,
    `${searchProducts.path}?name=pa&size=5`,
    `${searchAmcOrders.path}?size=20`,
  ];
}

/** Reads lists, one after the other, until the end; answers how many. */
export async function readLists(url: string, token: string, end: AbortSignal): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  const paths = pathsOf(romeDay(new Date()));
  let count = 0;
  while (!end.aborted) {
    const path = paths[count % paths.length] ?? '';
    const answer = await fetch(url + path, { headers });
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    await answer.arrayBuffer();
    count += 1;
  }
  return count;
}
