import { setTimeout as delay } from 'node:timers/promises';
import closeWithGrace from 'close-with-grace';
import { buildApp } from './app.ts';
import { migrate } from './database/migrate.ts';
import { openDatabase } from './database/open-database.ts';
import { isDatabaseUnavailable } from './database/unavailable.ts';
import { describeDemoData } from './demo-data/describe-demo-data.ts';
import { refuseDemoData } from './demo-data/refuse-demo-data.ts';
import { seedDemoData } from './demo-data/seed-demo-data.ts';
import type { Services } from './domain/context.ts';
import { DEFAULT_SUPPORT_EMAIL } from './environment.ts';
import { createLogger } from './http/logger.ts';
import { type Settings, readSettings } from './settings.ts';
import { startWorker } from './worker/start-worker.ts';

/** Longest wait, in milliseconds, for requests under way when the process is told to end. */
const GRACE = 10_000;

/** How often and after how many ms the start tries again what a database that went away has stopped. */
const START_TRIES = 60;
const START_WAIT = 1000;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function prepareDatabase(settings: Settings, services: Services): Promise<void> {
  for (const name of await migrate(services.db)) say(`Database: ran ${name}`);
  if (settings.isProduction) await refuseDemoData(services);
  if (settings.demoData) await seedDemoData(services, say);
}

/** Does it again while the database is away, as when that is restarted during our start. */
async function persist<Result>(work: () => Promise<Result>, tries = START_TRIES): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (tries <= 1 || !isDatabaseUnavailable(error)) throw error;
    say('Database: away, trying again');
    await delay(START_WAIT);
    return persist(work, tries - 1);
  }
}

async function start(): Promise<void> {
  const settings = readSettings(process.env);
  const { database, rules, tokens, http, esb, portal } = settings;
  say(database.kind === 'pglite' ? `Database: embedded, in ${database.folder}` : 'Database: PostgreSQL');
  say(esb.target.kind === 'http' ? 'AMC orders: delivered by HTTP' : 'AMC orders: delivered to a built-in stand-in');
  const { db, close } = await openDatabase(database);
  const services: Services = { db, now: () => new Date(), rules, tokens };
  const logger = createLogger(settings.logLevel);
  if (settings.isProduction && esb.target.kind === 'loopback')
    logger.warn('AMC orders are accepted by a built-in stand-in and go nowhere: set ESB_URL');
  if (settings.isProduction && portal.supportEmail === DEFAULT_SUPPORT_EMAIL)
    logger.warn('the portal tells everybody to write to a mailbox that does not exist: set SUPPORT_EMAIL');
  await persist(() => prepareDatabase(settings, services));
  const app = await buildApp({ settings, services, logger });
  await app.listen({ host: http.host, port: http.port });
  const worker = startWorker(services, logger, esb);
  closeWithGrace({ delay: GRACE, logger: false }, async ({ err }) => {
    if (err) logger.fatal({ err }, 'the server ends');
    await Promise.all([app.close(), worker.stop()]);
    await close();
  });
  if (settings.demoData) for (const line of await persist(() => describeDemoData(services))) say(line);
  say(`Ready at ${settings.signOn.publicUrl} (API documentation at ${settings.signOn.publicUrl}/docs)`);
}

start().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
