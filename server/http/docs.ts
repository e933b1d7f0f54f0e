import swagger, { type StaticDocumentSpec } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { buildOpenApiDocument } from '#server/openapi/build-document.ts';

/** Serves the API documentation that is generated from the contract: a page at /docs, the document at /docs/json. */
export async function serveDocs(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    mode: 'static',
    // Its types stop at OpenAPI 3.0; the document is handed on as it is.
    specification: { document: buildOpenApiDocument() as unknown as StaticDocumentSpec['document'] },
  });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    uiConfig: { docExpansion: 'list', validatorUrl: null },
  });
}
