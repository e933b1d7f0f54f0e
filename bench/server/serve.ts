// The server as server/main.ts starts it, but one user may download many documents at a time.
import { buildApp } from '#server/app.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { createLogger } from '#server/http/logs.ts';
import { createServices } from '#server/services.ts';
import { readSettings } from '#server/settings/settings.ts';
import { startWorker } from '#server/worker.ts';

const settings = readSettings(process.env);
const http = { ...settings.http, documents: { ofOneClient: 100, atOnce: 100 } };
const services = createServices(settings, await openDatabase(settings.database));
const logger = createLogger('info');
const app = await buildApp({ settings: { ...settings, http }, services, logger });
await app.listen({ host: http.host, port: http.port });
startWorker(services, logger, settings.esb);
