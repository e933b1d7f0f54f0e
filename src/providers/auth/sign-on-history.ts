import { withinTime } from '../loading/retry.ts';
import { paths } from '../paths.ts';
import { isText, storedValue } from '../session/stored-value.ts';

/** Longest time for a step back within the page, in ms. */
const BACK_MS = 1000;
/** The longest history of a browser: at this length the number of entries does not give the position. */
const MAX_ENTRIES = 50;

function isCount(value: unknown): value is number {
  return Number.isInteger(value);
}

/** Length of the history including the entry to return to. */
const entries = storedValue('signOnEntries', isCount);
/** The query of the identity provider's redirect. */
const answer = storedValue('signOnAnswer', isText);

/** A form that is submitted during the load would replace the page's entry. */
async function pageLoaded(): Promise<void> {
  if (document.readyState !== 'complete') {
    await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }));
  }
  await new Promise((resolve) => setTimeout(resolve));
}

/**
 * Adds an entry to return to after the sign-on. The identity provider's pages are results of POST requests. They come
 * after this entry, so that Back does not send them again.
 */
export async function addReturnEntry(): Promise<void> {
  await pageLoaded();
  window.history.pushState(null, '', paths.signOnReturn);
  entries.write(window.history.length);
}

/**
 * Adds an entry after this one that leads home, in place of the identity provider's pages, so that Forward does not
 * lead to them.
 */
async function removeForwardEntries(): Promise<void> {
  const isBack = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
  window.history.pushState(null, '', paths.signOnReturn);
  window.history.back();
  // Without a popstate event in time Forward stays as it is.
  await withinTime(isBack, BACK_MS).catch(() => undefined);
}

/**
 * Goes back from the identity provider's redirect to the prepared entry, and reads the provider's query there. Call it
 * before the first render.
 * @returns whether the browser is leaving this page
 */
export async function goToReturnEntry(): Promise<boolean> {
  const { pathname, search } = window.location;
  if (pathname !== paths.signOnReturn) return false;
  const taken = answer.read();
  answer.remove();
  if (taken !== null) {
    window.history.replaceState(null, '', pathname + taken);
    await removeForwardEntries();
    return false;
  }
  const left = entries.read();
  entries.remove();
  if (left === null || search === '') return false;
  // Removes the entries ahead, so that the history's length gives the position of this entry.
  window.history.pushState(null, '', pathname + search);
  const { length } = window.history;
  if (length <= left || length >= MAX_ENTRIES) return false;
  answer.write(search);
  window.history.go(left - length);
  return true;
}
