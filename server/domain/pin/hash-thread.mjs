// Plain JavaScript, because a worker thread starts without the TypeScript loader.
import { scryptSync } from 'node:crypto';
import { parentPort } from 'node:worker_threads';

parentPort.on('message', ({ secret, salt, keyBytes, cost }) => {
  parentPort.postMessage(scryptSync(secret, salt, keyBytes, cost));
});
