import { parentPort } from 'node:worker_threads';

// Plain JavaScript, because a worker thread starts without the TypeScript loader.
if (import.meta.env === undefined) {
  const { register } = await import('tsx/esm/api');
  register();
}
const { drawPdf } = await import('./draw-pdf.ts');
parentPort.on('message', async (document) => parentPort.postMessage(await drawPdf(document)));
