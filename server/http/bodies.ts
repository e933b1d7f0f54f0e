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

/** No field of a form has a longer name; an error does not repeat one. */
const MAX_NAME_LENGTH = 40;

/**
 * The only file of a form as a stream, as soon as its beginning has arrived. It ends with the form, so that whoever has
 * read it knows that the form is whole and holds nothing else; else the reading fails with INVALID_REQUEST.
 */
function onlyFile(request: FastifyRequest, payload: NodeJS.ReadableStream, fileSize: number): Promise<FileBody> {
  return new Promise((resolve, reject) => {
    const form = new Busboy({
      headers: request.headers as BusboyHeaders,
      limits: { files: 1, fields: 1, parts: 2, fileSize, fieldSize: MAX_NAME_LENGTH },
    });
    let end: (error?: Error) => void = () => undefined;
    const isWhole = new Promise<void>((whole, broken) => {
      end = (error) => (error === undefined ? whole() : broken(error));
    });
    // Nobody may be reading any more.
    isWhole.catch(() => undefined);
    const refuse = (error: Error) => {
      // The rest is still consumed, so that the client can read the response.
      payload.unpipe(form);
      payload.resume();
      reject(error);
      end(error);
    };
    const refuseField = (name: string) => {
      const field = name !== '' && name.length <= MAX_NAME_LENGTH ? name : 'body';
      refuse(new DomainError('INVALID_REQUEST', { field }));
    };
    form.on('file', (field, stream, fileName) => {
      // A file that nobody reads has nobody else to hear of its error, and the process would end.
      stream.on('error', () => undefined);
      if (field !== 'file') {
        stream.resume();
        refuseField(field);
        return;
      }
      isWhole.catch((error: unknown) => stream.destroy(error as Error));
      async function* bytes() {
        try {
          // When the reader stops early, the rest is still consumed.
          yield* stream.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Uint8Array>;
        } catch {
          // It is the form that says why the file has no end.
        }
        await isWhole;
      }
      resolve({ file: { fileName, bytes: bytes() } });
    });
    form.on('field', refuseField);
    for (const limit of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const) form.on(limit, () => refuseField('file'));
    // When the sender disconnects, the file is incomplete.
    request.raw.once('aborted', () => refuse(new DOMException('the sender has gone', 'AbortError')));
    form.on('error', () => refuseField('file'));
    form.once('finish', () => {
      end();
      refuseField('file');
    });
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
      return await onlyFile(request, payload, fileSize);
    } catch (error) {
      payload.resume();
      throw error instanceof DomainError ? error : new DomainError('INVALID_REQUEST', { field: 'body' });
    }
  });
}
