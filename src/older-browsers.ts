import 'core-js/modules/es.array.to-reversed.js';
import 'core-js/modules/es.array.to-sorted.js';
import 'core-js/modules/web.url.can-parse.js';

// What the oldest browsers of package.json lack and the portal uses (design §5). core-js has none of what follows.
const fromBrowser: {
  timeout?: (ms: number) => AbortSignal;
  any?: (signals: AbortSignal[]) => AbortSignal;
} = AbortSignal;

fromBrowser.timeout ??= (ms) => {
  const timeUp = new AbortController();
  setTimeout(() => timeUp.abort(new DOMException('The time is up', 'TimeoutError')), ms);
  return timeUp.signal;
};

fromBrowser.any ??= (signals) => {
  const one = new AbortController();
  for (const signal of signals) {
    const abort = () => one.abort(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { signal: one.signal });
  }
  return one.signal;
};
