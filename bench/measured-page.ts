import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';

/** How many times slower the processor is made, and the line: 10 Mbit/s each way, 40 ms. */
const SLOWER = 4;
const LINE = { offline: false, latency: 40, downloadThroughput: 10e6 / 8, uploadThroughput: 10e6 / 8 };

/** The line of the machine itself. */
export const NO_LIMIT = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };

const BYTES_PER_KB = 1000;
const BYTES_PER_MB = 1_000_000;

/** What the page notes of itself; times in ms. */
interface Notes {
  lcp: number;
  cls: number;
  /** What each task lasted beyond 50 ms. */
  blocking: number;
  longestTask: number;
  /** The slowest interaction since it was last set to 0, as Chromium times it: until what came of it is drawn. */
  interaction: number;
  /** Ends when the first element that the selector finds in this number is drawn; answers when, in ms. */
  drawn: (sign: Sign) => Promise<number>;
}

/** What is on the screen once it can be used. */
export interface Sign {
  readonly selector: string;
  readonly count: number;
  /** The key of a row that must no longer be the first. */
  readonly notFirst?: string | null;
}

declare global {
  interface Window {
    notes: Notes;
  }
}

/** Runs in the page before anything else. Methods, because tsx wraps functions in a helper that the page lacks. */
function takeNotes(): void {
  const notes: Notes = {
    lcp: 0,
    cls: 0,
    blocking: 0,
    longestTask: 0,
    interaction: 0,
    drawn({ selector, count, notFirst }) {
      return new Promise((done) => {
        const look = {
          at() {
            const found = document.querySelectorAll(selector);
            const isThere = found.length >= count && (found[0]?.getAttribute('data-row-key') ?? '') !== notFirst;
            requestAnimationFrame(() => (isThere ? done(performance.now()) : look.at()));
          },
        };
        look.at();
      });
    },
  };
  window.notes = notes;
  interface Entry extends PerformanceEntry {
    readonly value?: number;
    readonly hadRecentInput?: boolean;
    readonly interactionId?: number;
  }
  const noting: readonly (readonly [string, (entry: Entry) => void])[] = [
    ['largest-contentful-paint', ({ startTime }) => (notes.lcp = startTime)],
    ['layout-shift', ({ value = 0, hadRecentInput = false }) => (notes.cls += hadRecentInput ? 0 : value)],
    [
      'longtask',
      ({ duration }) => {
        notes.blocking += duration - 50;
        notes.longestTask = Math.max(notes.longestTask, duration);
      },
    ],
    [
      'event',
      ({ interactionId = 0, duration }) => {
        if (interactionId > 0) notes.interaction = Math.max(notes.interaction, duration);
      },
    ],
  ];
  for (const [type, note] of noting) {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) note(entry);
    }).observe({ type, buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  }
}

/** What one visit costs until nothing more comes by itself. */
export interface VisitFigures {
  readonly 'scripts, kB': number;
  readonly 'scripts, files': number;
  readonly requests: number;
  readonly 'FCP, ms': number;
  readonly 'LCP, ms': number;
  readonly 'blocking, ms': number;
  readonly 'usable, ms': number;
  readonly CLS: number;
  readonly 'heap, MB': number;
}

/** A page on a slow machine and line. */
export interface MeasuredPage {
  readonly page: Page;
  readonly visit: (path: string, sign: Sign) => Promise<VisitFigures>;
  /** The slowest of the interactions that the work makes, in ms. */
  readonly slowestInteraction: (work: () => Promise<void>) => Promise<number>;
  /** What is in use of the heap once everything else is collected, in MB. */
  readonly usedHeap: () => Promise<number>;
}

async function usedHeap(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  return usedSize / BYTES_PER_MB;
}

/** A browser that has never been here, in which somebody may be signed in. */
export function newVisitor(
  browser: Browser,
  baseURL: string,
  stored: Readonly<Record<string, string>>,
): Promise<BrowserContext> {
  return browser
    .newContext({ baseURL, locale: 'it-IT', viewport: { width: 1440, height: 900 } })
    .then(async (context) => {
      await context.addInitScript((values) => {
        for (const [name, value] of Object.entries(values)) sessionStorage.setItem(name, value);
      }, stored);
      await context.addInitScript(takeNotes);
      return context;
    });
}

/** A new page of this visitor; what an earlier one fetched is kept, as browsers keep it. */
export async function openMeasured(context: BrowserContext, line = LINE): Promise<MeasuredPage> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  const scripts = new Map<string, number>();
  let requests = 0;
  await devtools.send('Network.enable');
  devtools.on('Network.requestWillBeSent', () => (requests += 1));
  devtools.on('Network.requestServedFromCache', () => (requests -= 1));
  devtools.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script' && response.fromDiskCache !== true) scripts.set(requestId, 0);
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) scripts.set(requestId, encodedDataLength);
  });
  await devtools.send('Network.emulateNetworkConditions', line);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });

  const slowestInteraction = async (work: () => Promise<void>) => {
    await page.evaluate(() => (window.notes.interaction = 0));
    await work();
    // Chromium tells of an interaction after the frame that shows it.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
    );
    return page.evaluate(() => window.notes.interaction);
  };

  const visit = async (path: string, sign: Sign): Promise<VisitFigures> => {
    await page.goto(path, { waitUntil: 'commit' });
    const usable = await page.evaluate((wanted) => window.notes.drawn(wanted), sign);
    await page.waitForLoadState('networkidle');
    const { fcp, lcp, cls, blocking } = await page.evaluate(() => ({
      ...window.notes,
      drawn: null,
      fcp: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
    }));
    const weight = [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0);
    return {
      'scripts, kB': weight / BYTES_PER_KB,
      'scripts, files': scripts.size,
      requests,
      'FCP, ms': fcp,
      'LCP, ms': lcp,
      'blocking, ms': blocking,
      'usable, ms': usable,
      CLS: cls,
      'heap, MB': await usedHeap(devtools),
    };
  };
  return { page, visit, slowestInteraction, usedHeap: () => usedHeap(devtools) };
}
