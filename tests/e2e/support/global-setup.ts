import { startReferenceServer } from './reference-server.ts';

/** Starts one reference server for all tests, on the built portal; what is returned stops it. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const server = await startReferenceServer();
  process.env.REFERENCE_SERVER_URL = server.url;
  return () => server.stop();
}
