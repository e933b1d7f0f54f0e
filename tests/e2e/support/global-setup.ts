import type { FullConfig } from '@playwright/test';
import { startReferenceServer } from './reference-server.ts';

/** Prints the browser of the tests and starts one reference server for all. Returns a function that stops it. */
export default async function globalSetup({ metadata }: FullConfig): Promise<() => Promise<void>> {
  process.stdout.write(`Browser: ${String(metadata.browser)}\n`);
  const server = await startReferenceServer();
  process.env.REFERENCE_SERVER_URL = server.url;
  return () => server.stop();
}
