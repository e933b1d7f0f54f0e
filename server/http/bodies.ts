import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { IncomingFile } from '#contract/admin/imports.ts';
import { DomainError } from '../domain-error.ts';

/** The largest body in bytes, unless the contract sets another limit (rules §8). */
export const BODY_LIMIT = 64 * 1024;

/** More arrays and objects than a large body of the contract has. Millions of them keep the event loop for seconds. */
const MANY_PARTS = /^(?:[^[{]*[[{]){9}/;

/**
 * Parses JSON and form bodies. An empty JSON body counts as absent, because some clients send a content type without a
 * body.
 */
export async function parseBodies(app: FastifyInstance): Promise<void> {
  await app.register(formbody);
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request: FastifyRequest, body: string, done) => {
    if (body === '') done(null, undefined);
    else if (body.length > BODY_LIMIT && MANY_PARTS.test(body))
      done(new DomainError('INVALID_REQUEST', { field: 'body' }));
    else void parseJson(request, body, done);
  });
}

interface FileBody {
  readonly file: IncomingFile;
}

/** The file of a form as a stream, as soon as its beginning has arrived. */
function firstFile(request: FastifyRequest, payload: NodeJS.ReadableStream, fileSize: number): Promise<FileBody> {
  return new Promise((resolve, reject) => {
    const form = new Busboy({
      headers: request.headers as BusboyHeaders,
      limits: { files: 1, fields: 0, parts: 2, fileSize },
    });
    form.on('file', (field, stream, fileName) => {
      if (field !== 'file') {
        stream.resume();
        return;
      }
      const end = (error: Error) => void stream.destroy(error);
      // A file that nobody reads any more has nobody else to hear of it, and the process would end.
      stream.on('error', () => undefined);
      // When the sender disconnects, the file is incomplete.
      request.raw.once('aborted', () => end(new DOMException('the sender has gone', 'AbortError')));
      form.once('error', end);
      // When the reader stops early, the rest is still consumed, so that the client can read the response.
      const bytes = stream.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Uint8Array>;
      resolve({ file: { fileName, bytes } });
    });
    form.once('error', reject);
    form.once('finish', () => reject(new DomainError('INVALID_REQUEST', { field: 'file' })));
    payload.pipe(form);
  });
}

/**
 * Lets the routes of a Fastify instance receive one file of a form as a stream.
 * @param fileSize the maximum size of the file in bytes
 */
export function parseFiles(app: FastifyInstance, fileSize: number): void {
  app.addContentTypeParser('multipart/form-data', async (request: FastifyRequest, payload: NodeJS.ReadableStream) => {
    if (Number(request.headers['content-length'] ?? 0) > request.routeOptions.bodyLimit) {
      payload.resume();
      throw new DomainError('REQUEST_TOO_LARGE');
    }
    try {
      return await firstFile(request, payload, fileSize);
    } catch (error) {
      payload.resume();
      throw error instanceof DomainError ? error : new DomainError('INVALID_REQUEST', { field: 'body' });
    }
  });
}
