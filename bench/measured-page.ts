import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';

/**
 * The factor by which the processor is slowed down. The connection has 10 Mbit/s in each direction and 40 ms latency.
 */
const SLOWER = 4;
const LINE = { offline: false, latency: 40, downloadThroughput: 10e6 / 8, uploadThroughput: 10e6 / 8 };

/** The unlimited connection of the machine. */
export const NO_LIMIT = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };

/** How long an interaction may take to be reported, in ms. */
const REPORT_MS = 1000;

const BYTES_PER_KB = 1000;
const BYTES_PER_MB = 1_000_000;

/** What the page records about itself; times in ms. */
interface Notes {
  lcp: number;
  cls: number;
  /** The total time of tasks beyond 50 ms each. */
  blocking: number;
  longestTask: number;
  /** The longest interaction since the last reset, until its result is drawn, as measured by Chromium. */
  interaction: number;
  /** Resolves when this number of elements matches the selector and is drawn. Returns the time in ms. */
  drawn: (sign: Sign) => Promise<number>;
}

/** What is visible once the screen is usable. */
export interface Sign {
  readonly selector: string;
  readonly count: number;
  /** The key of a row that must no longer be first. */
  readonly notFirst?: string | null;
}

declare global {
  interface Window {
    notes: Notes;
  }
}

/**
 * Runs in the page before anything else. It uses methods, because tsx wraps functions in a helper that the page lacks.
 */
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

/** The costs of a visit until the page is idle. */
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

/** A page on a slow machine and a slow connection. */
export interface MeasuredPage {
  readonly page: Page;
  readonly visit: (path: string, sign: Sign) => Promise<VisitFigures>;
  /** The longest interaction during the work, in ms. */
  readonly slowestInteraction: (work: () => Promise<void>) => Promise<number>;
  /** The used heap after a garbage collection, in MB. */
  readonly usedHeap: () => Promise<number>;
}

async function usedHeap(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  return usedSize / BYTES_PER_MB;
}

/** A browser context without cache, with a session if given. */
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

/** A new page of this visitor. The cache of earlier pages is kept. */
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
    // Chromium reports an interaction after the frame that shows its result, sometimes several frames later, and
    // none that takes less than 16 ms.
    const reported = page.waitForFunction(() => window.notes.interaction > 0, undefined, { timeout: REPORT_MS });
    await reported.catch(() => undefined);
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
