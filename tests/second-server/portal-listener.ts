import { readFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { extname, join, normalize } from 'node:path';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
};

/**
 * Serves the built portal in `folder` as any static host does: files, `index.html` for every other address, and the
 * given `/config.json` instead of the built one.
 */
export function portalListener(folder: string, configuration: () => unknown): RequestListener {
  return (request, response) => {
    const path = normalize(decodeURIComponent((request.url ?? '/').split('?')[0] ?? '/'));
    if (path === '/config.json') {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(configuration()));
      return;
    }
    const type = TYPES[extname(path)];
    const file = join(folder, type === undefined ? 'index.html' : path);
    readFile(file).then(
      (content) => response.writeHead(200, { 'Content-Type': type ?? 'text/html; charset=utf-8' }).end(content),
      () => response.writeHead(404).end(),
    );
  };
}
