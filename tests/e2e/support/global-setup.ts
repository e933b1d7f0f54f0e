import type { FullConfig } from '@playwright/test';
import { type ReferenceServer, startReferenceServer } from './reference-server.ts';

/**
 * Prints the browsers of the tests and starts a reference server for each of them: the same job runs in both, and each
 * needs the demonstration data as it is at the start. Returns a function that stops the servers.
 */
export default async function globalSetup({ metadata, projects }: FullConfig): Promise<() => Promise<void>> {
  for (const browser of metadata.browsers as readonly string[]) process.stdout.write(`Browser: ${browser}\n`);
  const servers: ReferenceServer[] = [];
  // One after the other: the first may have to build the portal.
  for (const { name } of projects) {
    const server = await startReferenceServer();
    servers.push(server);
    process.env[name === 'Firefox' ? 'FIREFOX_SERVER_URL' : 'REFERENCE_SERVER_URL'] = server.url;
  }
  return async () => {
    await Promise.all(servers.map((server) => server.stop()));
  };
}
