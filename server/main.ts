import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import closeWithGrace from 'close-with-grace';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { createServices, type Services } from './services.ts';
import { migrate, readUnknownMigrations, refuseDemoData } from '#server/database/migrate.ts';
import { mayChangeRecords, SERVER_ROLE } from '#server/database/server-role.ts';
import { openDatabase, untilAvailable } from '#server/database/open-database.ts';
import { createLogger } from '#server/http/logs.ts';
import { buildOperations } from '#server/http/operations.ts';
import { doubtfulSettings, readSettings, type Settings } from './settings/settings.ts';
import { startWorker } from './worker.ts';

/** The retries of the start while the database is away; a restart of the database takes less than a minute. */
const DATABASE_RETRIES = { forMs: 60_000, waitMs: 1000, onAway: sayAway };

/** The longest wait in ms for open requests when the process ends. */
const GRACE_MS = 20_000;

let isAwayTold = false;

function sayAway(error: unknown): void {
  if (isAwayTold) return;
  isAwayTold = true;
  say(`Database: away, trying for a minute: ${messageOf(error)}`);
}

/** What a person can do where the server cannot listen, by Node's code. */
const LISTEN_REMEDIES: Readonly<Record<string, string>> = {
  EADDRINUSE: 'stop the other process, or set PORT',
  EACCES: 'this user may not listen there, set PORT to 1024 or higher',
  EADDRNOTAVAIL: 'it must be an address of this machine',
  ENOTFOUND: 'it must be an address of this machine',
};

/** What to tell a person of an error: its message, and of an address to listen on what to do. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const remedy = 'code' in error ? LISTEN_REMEDIES[String(error.code)] : undefined;
  return remedy === undefined ? error.message : `${error.message}: ${remedy}`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** @returns the lines to print about the demonstration data */
async function prepareDatabase(settings: Settings, services: Services): Promise<readonly string[]> {
  for (const name of await migrate(services.db, { onWait: say })) say(`Database: ran ${name}`);
  if (settings.isProduction) await refuseDemoData(services.db);
  if (!settings.demoData) return [];
  const { seedDemoData } = await import('#demo/seed-demo-data.ts');
  const { describeDemoData } = await import('#demo/describe-demo-data.ts');
  await seedDemoData(services, say);
  return describeDemoData(services);
}

/** The demonstration sign-on, loaded where the settings want it. */
async function loadDemonstration({ signOn }: Settings): Promise<Services['demonstration']> {
  if (signOn.identityProvider.kind !== 'demonstration') return undefined;
  return (await import('#demo/demonstration.ts')).demonstration;
}

/** Serves metrics and documentation at their own address, if one is configured. */
async function startOperations(
  app: FastifyInstance,
  settings: Settings,
  logger: FastifyBaseLogger,
): Promise<FastifyInstance | undefined> {
  const address = settings.http.operations;
  if (typeof address !== 'object') return undefined;
  const operations = await buildOperations(app, settings, logger);
  say(`Metrics and API documentation at ${await operations.listen(address)}`);
  return operations;
}

/** Fails where nothing can listen at an address, before the slow work on the data. */
async function tryToListen(address: { readonly host: string; readonly port: number }): Promise<void> {
  const server = createServer().listen(address);
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}

async function start(): Promise<void> {
  // By default Node lets garbage grow to a multiple of the used memory; this setting keeps the process small (docs/decisions/0035-long-answers.md).
  setFlagsFromString('--heap-growing-percent=50');
  const settings = readSettings(process.env);
  const { database, http, esb } = settings;
  say(database.kind === 'pglite' ? `Database: embedded, in ${database.folder}` : 'Database: PostgreSQL');
  say(esb.target.kind === 'http' ? 'AMC orders: delivered by HTTP' : 'AMC orders: delivered to a built-in stand-in');
  if (typeof http.operations === 'object') await tryToListen(http.operations);
  await tryToListen(http);
  const open = await untilAvailable(() => openDatabase(database), DATABASE_RETRIES);
  const { db, close } = open;
  const services = createServices(settings, open, undefined, await loadDemonstration(settings));
  const logger = createLogger(settings.logLevel);
  for (const doubt of doubtfulSettings(settings)) logger.warn(doubt);
  if (open.replicaProblem !== undefined) logger.warn(`what offices read: ${open.replicaProblem}`);
  const demonstration = await untilAvailable(() => prepareDatabase(settings, services), DATABASE_RETRIES);
  if (settings.isProduction && database.kind === 'postgres' && (await mayChangeRecords(db)))
    logger.warn(`the server may change the records that it has written: connect it as ${SERVER_ROLE}`);
  const migrations = await readUnknownMigrations(db);
  if (migrations.length > 0) logger.warn({ migrations }, 'the database has migrations of a newer release');
  let isEnding = false;
  const app = await buildApp({ settings, services, logger, isEnding: () => isEnding });
  // This comes first, because an occupied port ends the process, and then nothing else may be running.
  const operations = await startOperations(app, settings, logger);
  await app.listen({ host: http.host, port: http.port });
  if (!settings.hasWorker) say('Worker: off, this process renews no vouchers and delivers no orders');
  const worker = settings.hasWorker ? startWorker(services, logger, esb) : undefined;
  const { shutdownDelayMs: delayMs } = settings;
  const onTimeout = () => logger.fatal('the server ends before its last requests');
  closeWithGrace({ delay: delayMs + GRACE_MS, logger: false, onTimeout }, async ({ err }) => {
    isEnding = true;
    if (err) logger.fatal({ err }, 'the server ends');
    else await delay(delayMs);
    await Promise.all([app.close(), worker?.stop()]);
    await operations?.close();
    await close();
  });
  demonstration.forEach(say);
  const { publicUrl } = settings.signOn;
  say(`Ready at ${publicUrl}${http.operations === 'public' ? ` (API documentation at ${publicUrl}/docs)` : ''}`);
}

start().catch((error: unknown) => {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exit(1);
});
