import { parentPort } from 'node:worker_threads';

// Plain JavaScript, because a worker thread starts without the TypeScript loader.
if (import.meta.env === undefined) {
  const { register } = await import('tsx/esm/api');
  register();
}
const { doSamlWork } = await import('./saml-work.ts');
parentPort.on('message', async (work) => parentPort.postMessage(await doSamlWork(work)));
