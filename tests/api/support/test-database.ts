import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { inject } from 'vitest';
import { type DatabaseLocation, openDatabase } from '#server/database/open-database.ts';

export type DatabaseKind = DatabaseLocation['kind'];

/** The template database with the fixture, which tests copy. */
export const TEMPLATE = 'voucher_template';

const POOL_SIZE = 20;

/** The address of another database of the same server. */
export function databaseUrl(serverUrl: string, name: string): string {
  return new URL(`/${name}`, serverUrl).href;
}

/** Runs one statement on the maintenance database. */
export async function administer(serverUrl: string, statement: string): Promise<void> {
  const { db, close } = await openDatabase({ kind: 'postgres', url: serverUrl, poolSize: 1 });
  await sql.raw(statement).execute(db);
  await close();
}

export interface TestDatabase {
  readonly location: DatabaseLocation;
  /** Removes the database, which must be closed. */
  readonly remove: () => Promise<void>;
}

async function copyEmbedded(): Promise<TestDatabase> {
  const template = inject('pgliteTemplate');
  if (template === undefined) throw new Error('set EVERYTHING=1 for tests on the embedded database');
  const parent = await mkdtemp(join(tmpdir(), 'voucher-test-'));
  const folder = join(parent, 'database');
  await cp(template, folder, { recursive: true });
  return { location: { kind: 'pglite', folder }, remove: () => rm(parent, { recursive: true, force: true }) };
}

/** A new session copies files in a quarter of the time that it takes through its log. */
async function copyPostgres(): Promise<TestDatabase> {
  const serverUrl = inject('postgresUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await administer(serverUrl, `create database ${name} template ${TEMPLATE} strategy file_copy`);
  return {
    location: { kind: 'postgres', url: databaseUrl(serverUrl, name), poolSize: POOL_SIZE },
    remove: () => administer(serverUrl, `drop database ${name} with (force)`),
  };
}

/** Creates a database with the fixture. */
export function makeTestDatabase(kind: DatabaseKind): Promise<TestDatabase> {
  return kind === 'pglite' ? copyEmbedded() : copyPostgres();
}

/** The same location with connections of their own for what offices read, and for long work on the primary. */
export function withOffice(location: DatabaseLocation, poolSize: number, from = location): DatabaseLocation {
  if (location.kind !== 'postgres' || from.kind !== 'postgres') return location;
  return { ...location, others: { office: { ...from, poolSize, isReadOnly: true }, primary: location } };
}
