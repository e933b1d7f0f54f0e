import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, describeOnEachDatabase, startTestServer } from './harness.ts';

describeOnEachDatabase('health', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ database });
  });
  afterAll(() => server.close());

  test('design §4 health: the process runs and the database answers', async () => {
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  });
});
