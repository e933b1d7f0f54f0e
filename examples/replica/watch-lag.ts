import { setTimeout as delay } from 'node:timers/promises';
import type { Call, CallAnswer, CallInput } from '#contract/call.ts';
import { checkCancellation, downloadPurchases, searchPurchases } from '#contract/calls/purchases.ts';
import { readCartSummary } from '#contract/calls/carts.ts';
import { callServer } from '#tests/api/support/call-server.ts';
import type { Diary, Sold } from '../two-databases/sellers.ts';

const PAUSE_MS = 20;
/** Of so many sales one is looked for in a document. */
const DOCUMENT_EVERY = 5;

/** Sessions of one shop: whoever sold, one that only looks, and one that also acts. */
interface Sessions {
  readonly url: string;
  readonly sellers: readonly string[];
  readonly onlooker: string;
  readonly checker: string;
}

/** What was seen while the replica lagged. */
export interface Seen {
  sales: number;
  missingToSeller: number;
  missingToOnlooker: number;
  /** The age in seconds of the oldest sale that was missing in the onlooker's list, each time. */
  readonly lateness: number[];
  cartsNotSold: number;
  cancellationsRefused: number;
  documents: number;
  missingInDocument: number;
}

async function ask<C extends Call>(url: string, token: string, call: C, input: CallInput<C>): Promise<CallAnswer<C>> {
  const { data, status } = await callServer(url, call, input, { token });
  if (data === undefined) throw new Error(`${call.name} answered ${status}`);
  return data;
}

/** The age in ms of the oldest sale that a user's list does not have yet. */
async function latenessOf(url: string, token: string, { sold }: Diary): Promise<number | undefined> {
  const { purchases } = await ask(url, token, searchPurchases, { query: { size: 1 } });
  const newest = Number(purchases[0]?.purchaseId);
  const missing = sold.find(({ purchaseId }) => purchaseId > newest);
  return missing && Date.now() - missing.at;
}

async function isListed(url: string, token: string, purchaseId: number): Promise<boolean> {
  const { purchases } = await ask(url, token, searchPurchases, { query: { purchaseId } });
  return purchases.length > 0;
}

async function look(
  { url, sellers, onlooker, checker }: Sessions,
  { seed, cartId, purchaseId }: Sold,
  seen: Seen,
): Promise<void> {
  seen.sales += 1;
  if (!(await isListed(url, sellers[seed % sellers.length] ?? '', purchaseId))) seen.missingToSeller += 1;
  if (!(await isListed(url, onlooker, purchaseId))) seen.missingToOnlooker += 1;
  const { cart } = await ask(url, checker, readCartSummary, { params: { cartId } });
  if (Number(cart.purchaseId) !== purchaseId) seen.cartsNotSold += 1;
  const { status } = await callServer(url, checkCancellation, { params: { purchaseId } }, { token: checker });
  if (status !== 200) seen.cancellationsRefused += 1;
  if (seen.sales % DOCUMENT_EVERY !== 0) return;
  seen.documents += 1;
  const { base64 } = await ask(url, onlooker, downloadPurchases, { query: { purchaseId } });
  if (!Buffer.from(base64, 'base64').toString().includes(`${purchaseId};`)) seen.missingInDocument += 1;
}

/** Looks for each sale of the diary as soon as its seller was told of it, until the end. */
export async function watchLag(sessions: Sessions, diary: Diary, end: AbortSignal): Promise<Seen> {
  const seen: Seen = {
    sales: 0,
    missingToSeller: 0,
    missingToOnlooker: 0,
    lateness: [],
    cartsNotSold: 0,
    cancellationsRefused: 0,
    documents: 0,
    missingInDocument: 0,
  };
  for (let place = diary.sold.length; !end.aborted;) {
    // Others sell faster than one can look: the newest sale is the hardest to see.
    const sale = diary.sold.at(-1);
    if (sale === undefined || diary.sold.length === place) await delay(PAUSE_MS);
    else {
      place = diary.sold.length;
      await look(sessions, sale, seen);
      const lateness = await latenessOf(sessions.url, sessions.onlooker, diary);
      if (lateness !== undefined) seen.lateness.push(lateness / 1000);
    }
  }
  return seen;
}
