import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import type * as AppModule from '#server/app.ts';
import type * as MigrateModule from '#server/database/migrate.ts';
import type * as ServerRoleModule from '#server/database/server-role.ts';
import type * as DocumentModule from '#server/http/openapi.ts';
import { type FollowedPage, followPage } from '#tests/component/adding-a-resource/follow-page.ts';
import { typeErrors } from '#tests/component/adding-a-resource/type-errors.ts';
import { USERS } from './support/fixture.ts';
import { type TestServer, signInAs, startTestServer } from './support/harness.ts';
import { requestFields } from './support/request-fields.ts';
import { writeTableTypes } from './support/table-types.ts';

const FOLDER = join(import.meta.dirname, '../../.cache/adding-a-resource-server');

interface Answer {
  readonly status: number;
  readonly data: Record<string, unknown> | undefined;
  readonly error: Record<string, unknown> | undefined;
}

let page: FollowedPage;
let server: TestServer;
let app: FastifyInstance;

beforeAll(async () => {
  page = followPage(FOLDER, 'copied');
  server = await startTestServer({ database: 'postgres' });
  const { migrate } = (await import(`${FOLDER}/server/database/migrate.ts`)) as typeof MigrateModule;
  const { buildApp } = (await import(`${FOLDER}/server/app.ts`)) as typeof AppModule;
  await migrate(server.db);
  writeFileSync(join(FOLDER, 'server/database/schema.ts'), await writeTableTypes(server.db));
  const { grantServerRole } = (await import(`${FOLDER}/server/database/server-role.ts`)) as typeof ServerRoleModule;
  await grantServerRole(server.db);
  app = await buildApp({ settings: server.settings, services: server.services });
});
afterAll(async () => {
  await app.close();
  await server.close();
  page.remove();
});

test('design §2 docs/adding-a-resource.md: what it says compiles', { tags: ['full'] }, () => {
  expect(page.files.length).toBeGreaterThan(15);
  expect(typeErrors(page.folder, page.files)).toBe('');
});

test('design §2 docs/adding-a-resource.md: the OpenAPI document describes what the new calls take', async () => {
  const { buildOpenApiDocument } = (await import(`${FOLDER}/server/http/openapi.ts`)) as typeof DocumentModule;
  const { all, undescribed } = requestFields(buildOpenApiDocument());
  expect(all).toEqual(expect.arrayContaining(['noticeId', 'urgency']));
  expect(undescribed).toEqual([]);
});

test('design §2 docs/adding-a-resource.md: the new routes create, list, sort, change and delete', async () => {
  const token = await signInAs(server, USERS.aurora);
  async function send(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<Answer> {
    const { statusCode, payload } = await app.inject({
      method,
      url: `/api/v1${path}`,
      headers: { authorization: `Bearer ${token}` },
      ...(body && { payload: body }),
    });
    return { ...(JSON.parse(payload) as Omit<Answer, 'status'>), status: statusCode };
  }
  const notice = { title: 'Chiusura estiva', publishDate: '2026-08-01', urgency: 'NORMAL', pinned: false };
  const created = await send('POST', '/notices', notice);
  expect(created.data).toMatchObject({ notice });
  await send('POST', '/notices', { ...notice, title: 'Blocco dei buoni', urgency: 'URGENT' });
  const sorted = await send('GET', '/notices/search?sort=title,asc');
  expect(sorted.data).toMatchObject({
    notices: [{ title: 'Blocco dei buoni' }, { title: 'Chiusura estiva' }],
    pagination: { totalCount: 2 },
  });
  expect((await send('GET', '/notices/search?urgency=URGENT')).data).toMatchObject({ pagination: { totalCount: 1 } });
  expect((await send('GET', '/extra/features')).data).toMatchObject({
    features: { sorts: { notices: ['title', 'publishDate'] } },
  });

  const { noticeId } = z.object({ noticeId: z.number() }).parse(created.data?.notice);
  const changed = await send('PUT', `/notices/${noticeId}`, { ...notice, pinned: true });
  expect(changed.data).toMatchObject({ notice: { noticeId, pinned: true } });
  expect(await send('PUT', `/notices/${noticeId}`, { ...notice, title: '' })).toMatchObject({
    status: 400,
    error: { field: 'title' },
  });
  expect(await send('DELETE', `/notices/${noticeId}`)).toMatchObject({ status: 200 });
  expect(await send('GET', `/notices/${noticeId}`)).toMatchObject({
    status: 404,
    error: { description: 'NOTICE_NOT_FOUND' },
  });
});

test('design §2 docs/adding-a-resource.md: what operators keep is created, searched, refused twice, changed and exported', async () => {
  const token = await signInAs(server, USERS.region);
  function send(method: 'GET' | 'POST' | 'PUT', path: string, body?: object) {
    return app.inject({
      method,
      url: `/api/v1/extra/admin${path}`,
      headers: { authorization: `Bearer ${token}` },
      ...(body && { payload: body }),
    });
  }
  const aslId = await server.db.selectFrom('asl').select('asl_id').executeTakeFirstOrThrow();
  const district = { code: 'D1', name: 'Àlghero', aslId: aslId.asl_id, phone: '079 000000' };
  const created = await send('POST', '/districts', district);
  expect(created.json()).toMatchObject({ data: { row: { ...district, version: 1 } } });
  expect((await send('POST', '/districts', district)).json()).toMatchObject({
    error: { description: 'DUPLICATE', field: 'code' },
  });
  expect((await send('GET', '/districts?name=algh&sort=name,asc')).json()).toMatchObject({
    data: { rows: [district], pagination: { totalCount: 1 } },
  });
  const { districtId } = z
    .object({ districtId: z.number() })
    .parse(created.json<{ data: { row: unknown } }>().data.row);
  const changed = await send('PUT', `/districts/${districtId}`, { ...district, phone: undefined, version: 1 });
  expect(changed.json()).toMatchObject({ data: { row: { version: 2 } } });
  const { base64 } = (await send('GET', '/districts/csv')).json<{ data: { base64: string } }>().data;
  expect(Buffer.from(base64, 'base64').toString()).toContain('Codice;Nome;Telefono');
  expect((await send('GET', '/districts/999')).json()).toMatchObject({ error: { description: 'DISTRICT_NOT_FOUND' } });
});
