#!/usr/bin/env node
// Playwright starts this program as its Firefox. It starts the Firefox of FIREFOX_PATH and passes on what both say. Two
// points of WebDriver BiDi are newer than Firefox ESR 153: it gets no media features, and its downloads get an id.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { WebSocket, WebSocketServer } from 'ws';

const MEDIA_FEATURES = 'emulation.setMediaFeaturesOverride';
const DOWNLOAD = '"browsingContext.download';
const ADDRESS = /^WebDriver BiDi listening on (ws:.*)$/;
/** Nothing is compressed on the way within a machine. A downloaded file may be large. */
const OPTIONS = { perMessageDeflate: false, maxPayload: 2 ** 30 };

const firefox = spawn(process.env.FIREFOX_PATH, process.argv.slice(2), { stdio: ['ignore', 'inherit', 'pipe'] });
firefox.on('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => firefox.kill(signal));

/** Each download of the portal has an address of its own. */
function withDownloadId(text) {
  if (!text.includes(DOWNLOAD)) return text;
  const { params, ...event } = JSON.parse(text);
  return JSON.stringify({ ...event, params: { download: params.url, ...params } });
}

async function relay(playwright, url) {
  playwright.pause();
  const browser = new WebSocket(url, OPTIONS);
  playwright.on('message', (data) => {
    const { id, method } = JSON.parse(data);
    if (method === MEDIA_FEATURES) playwright.send(JSON.stringify({ type: 'success', id, result: {} }));
    else browser.send(data, { binary: false });
  });
  browser.on('message', (data) => playwright.send(withDownloadId(data.toString())));
  playwright.on('close', () => browser.close());
  browser.on('close', () => playwright.close());
  await once(browser, 'open');
  playwright.resume();
}

for await (const line of createInterface({ input: firefox.stderr })) {
  const address = ADDRESS.exec(line)?.[1];
  if (address === undefined) {
    process.stderr.write(`${line}\n`);
  } else {
    const server = new WebSocketServer({ ...OPTIONS, host: '127.0.0.1', port: 0 });
    server.on('connection', (playwright, { url }) => void relay(playwright, address + url));
    server.on('listening', () =>
      process.stderr.write(`WebDriver BiDi listening on ws://127.0.0.1:${server.address().port}\n`),
    );
  }
}
