import swagger, { type StaticDocumentSpec } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { buildOpenApiDocument } from '#server/openapi/build-document.ts';

/** Serves the API documentation from the contract: a page at /docs, the OpenAPI document at /docs/json. */
export async function serveDocs(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    mode: 'static',
    // The plugin's types only know OpenAPI 3.0, but it passes the document on unchanged.
    specification: { document: buildOpenApiDocument() as unknown as StaticDocumentSpec['document'] },
  });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    uiConfig: { docExpansion: 'list', validatorUrl: null },
  });
}
