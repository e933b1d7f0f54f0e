import { withinTime } from '../loading/retry.ts';
import { paths } from '../paths.ts';
import { isText, storedValue } from '../session/stored-value.ts';

/** How long a step back within the page may take, in ms. */
const BACK_MS = 1000;
/** Browsers keep no more entries: with so many their number no longer says where we are. */
const MOST_ENTRIES = 50;

function isCount(value: unknown): value is number {
  return Number.isInteger(value);
}

/** How many entries the history had with the one that the sign-on comes back to. */
const entries = storedValue('signOnEntries', isCount);
/** The query that the identity provider has sent the browser back with. */
const answer = storedValue('signOnAnswer', isText);

/** A form that is sent while its page still loads would take the place of the page's entry. */
async function pageLoaded(): Promise<void> {
  if (document.readyState !== 'complete') {
    await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }));
  }
  await new Promise((resolve) => setTimeout(resolve));
}

/**
 * Leaves an entry of the portal that the sign-on comes back to. What the identity provider shows in between was posted,
 * and would be posted again: it then lies where Back does not lead.
 */
export async function leaveReturnEntry(): Promise<void> {
  await pageLoaded();
  window.history.pushState(null, '', paths.signOnReturn);
  entries.write(window.history.length);
}

/**
 * Puts an entry after this one that leads home, in the place of what the identity provider has shown: Forward is no way
 * back to it.
 */
async function cutOffForward(): Promise<void> {
  const isBack = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
  window.history.pushState(null, '', paths.signOnReturn);
  window.history.back();
  // A browser that does not say when it is there leaves Forward as it was.
  await withinTime(isBack, BACK_MS).catch(() => undefined);
}

/**
 * Goes from where the identity provider has sent the browser to the entry that was left for that, and there takes its
 * answer. To be called before anything is rendered.
 * @returns whether this page is being left
 */
export async function goToReturnEntry(): Promise<boolean> {
  const { pathname, search } = window.location;
  if (pathname !== paths.signOnReturn) return false;
  const taken = answer.read();
  answer.remove();
  if (taken !== null) {
    window.history.replaceState(null, '', pathname + taken);
    await cutOffForward();
    return false;
  }
  const left = entries.read();
  entries.remove();
  if (left === null || search === '') return false;
  // Cuts off what may lie ahead, so that the number of entries is that of this one.
  window.history.pushState(null, '', pathname + search);
  const { length } = window.history;
  if (length <= left || length >= MOST_ENTRIES) return false;
  answer.write(search);
  window.history.go(left - length);
  return true;
}
