import { Writable } from 'node:stream';
import { buildApp } from '#server/app.ts';
import { createLogger } from '#server/http/logs.ts';
import type { TestServer } from './harness.ts';

/** An application on the data of a test server that writes its whole log to `lines`. */
export async function loggingApp({ settings, services }: TestServer) {
  const lines: string[] = [];
  const destination = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString());
      done();
    },
  });
  return { lines, app: await buildApp({ settings, services, logger: createLogger('debug', destination) }) };
}
