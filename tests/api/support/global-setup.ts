import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { isFull } from '#tests/extent.ts';
import { bundleServer } from './bundle-server.ts';
import { fillTemplate, preparePostgres } from './prepare-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of an embedded database with schema and fixture, to be copied. Only in a full run. */
    readonly pgliteTemplate: string | undefined;
    /** The address of PostgreSQL's maintenance database. The server has a template with schema and fixture. */
    readonly postgresUrl: string;
  }
}

/** Prepares once for all API tests a template of the fixture on each database, and the bundled server. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'voucher-pglite-'));
  const pgliteTemplate = isFull ? join(folder, 'template') : undefined;
  const [postgres, bundle] = await Promise.all([
    preparePostgres(),
    bundleServer(),
    pgliteTemplate && fillTemplate({ kind: 'pglite', folder: pgliteTemplate }),
  ]);
  project.provide('pgliteTemplate', pgliteTemplate);
  project.provide('postgresUrl', postgres.url);
  project.provide('programs', bundle.programs);
  return async () => {
    await Promise.all([postgres.stop(), bundle.remove()]);
    await rm(folder, { recursive: true, force: true });
  };
}
