import type { FullConfig } from '@playwright/test';
import { startReferenceServer } from './reference-server.ts';

/** Says which browser the tests run in, and starts one reference server for all; what is returned stops it. */
export default async function globalSetup({ metadata }: FullConfig): Promise<() => Promise<void>> {
  process.stdout.write(`Browser: ${String(metadata.browser)}\n`);
  const server = await startReferenceServer();
  process.env.REFERENCE_SERVER_URL = server.url;
  return () => server.stop();
}
