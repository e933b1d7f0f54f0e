import { scryptSync } from 'node:crypto';
import { parentPort } from 'node:worker_threads';

// Plain JavaScript, because a worker thread starts without the TypeScript loader.

parentPort.on('message', ({ secret, salt, keyBytes, cost }) => {
  parentPort.postMessage(scryptSync(secret, salt, keyBytes, cost));
});
