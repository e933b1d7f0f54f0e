import { buildApp } from '#server/app.ts';
import { migrate } from '#server/database/migrate.ts';
import { type DatabaseLocation, openDatabase } from '#server/database/open-database.ts';
import { seedDemoData } from '#demo/seed-demo-data.ts';
import { createServices, type Services } from '#server/services.ts';
import { readSettings } from '#server/settings/settings.ts';
import { freePort } from '#tests/support/free-port.ts';

interface StartedServer {
  readonly app: Awaited<ReturnType<typeof buildApp>>;
  readonly services: Services;
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Starts a server in this process on a new database with demonstration data. */
export async function startServer(location: DatabaseLocation): Promise<StartedServer> {
  const open = await openDatabase(location);
  await migrate(open.db);
  const settings = readSettings({ NODE_ENV: 'test', HOST: '127.0.0.1', PORT: String(await freePort()) });
  const { http } = settings;
  const services = createServices(settings, open);
  await seedDemoData(services, () => undefined);
  const app = await buildApp({ settings, services });
  const url = await app.listen({ host: http.host, port: http.port });
  return {
    app,
    services,
    url,
    close: async () => {
      await app.close();
      await open.close();
    },
  };
}
