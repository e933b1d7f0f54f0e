import { randomBytes } from 'node:crypto';
import { generate } from 'selfsigned';
import { createServices } from '#server/services.ts';
import { migrate } from '#server/database/migrate.ts';
import { grantServerRole } from '#server/database/server-role.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { hashPin } from '#server/pins/hashing.ts';
import { readSettings } from '#server/settings/settings.ts';
import { createSession } from '#server/sign-on/sessions.ts';
import { fillFixture } from '#tests/api/support/fill-fixture.ts';
import { PATIENTS, PIN } from '#tests/api/support/fixture.ts';
import { fillFaultFixture } from '#tests/faults/fixture/people.ts';
import { type Cluster, DATABASE, type Passwords, ROLES } from './cluster.ts';

/** A shop user of the fixture. */
export const SELLER = 1;

function secret(): string {
  return randomBytes(33).toString('base64url');
}

export function makePasswords(): Passwords {
  return { administrator: secret(), replication: secret(), owner: secret(), server: secret(), check: '' };
}

/** Creates the roles and the empty database as docs/operations.md describes it for an administrator. */
export async function createDatabase(primary: Cluster, passwords: Passwords): Promise<void> {
  await primary.ask(
    `create role ${ROLES.replication} login replication password '${passwords.replication}'`,
    'postgres',
  );
  await primary.ask(`create role ${ROLES.check} login connection limit 10`, 'postgres');
  await primary.ask(`alter role ${ROLES.check} set statement_timeout = '1s'`, 'postgres');
  await primary.ask('revoke temp on database postgres from public', 'postgres');
  await primary.ask(`create role ${ROLES.owner} login password '${passwords.owner}'`, 'postgres');
  await primary.ask(`create role ${ROLES.server} login password '${passwords.server}'`, 'postgres');
  await primary.ask(`create database ${DATABASE} owner ${ROLES.owner}`, 'postgres');
}

/** The settings of a production server, but with higher rate limits, because these sellers are faster than people. */
export async function productionSettings(databaseUrl: string, querySeconds: number): Promise<Record<string, string>> {
  const { private: privateKey, cert } = await generate([{ name: 'commonName', value: 'example' }], { keySize: 2048 });
  return {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PUBLIC_URL: 'https://buoni.example.org',
    DATABASE_URL: `${databaseUrl}?statement_timeout=${querySeconds * 1000}`,
    TOKEN_SECRET: secret(),
    PIN_PEPPER: secret(),
    CLIENT_PASSWORD: secret(),
    SAML_IDP_URL: 'https://login.example.org/saml/sso',
    SAML_IDP_CERTIFICATE: cert,
    SAML_SP_PRIVATE_KEY: privateKey,
    SAML_SP_CERTIFICATE: cert,
    RATE_LIMIT_PER_MINUTE: '1000000',
    LOOKUPS_PER_HOUR: '1000000',
    LOOKUPS_PER_DAY: '1000000',
    TILL_LOOKUPS_PER_HOUR: '1000000',
    TILL_LOOKUPS_PER_DAY: '1000000',
  };
}

/**
 * Creates the tables as `npm run migrate` does, and loads a shop and patients with one voucher each, some with a PIN.
 */
export async function fillDatabase(ownerUrl: string, pepper: string, seeds: readonly number[]): Promise<void> {
  const { db, close } = await openDatabase({ kind: 'postgres', url: ownerUrl, poolSize: 1 });
  await migrate(db);
  await grantServerRole(db);
  await db.transaction().execute(async (trx) => {
    await fillFixture(trx);
    const pinHash = await hashPin(PIN, pepper);
    await trx.updateTable('patient').set({ pin_hash: pinHash }).where('patient_id', '=', PATIENTS.withPin.id).execute();
    await fillFaultFixture(trx, 'sale', seeds, new Date());
  });
  await close();
}

/**
 * Signs users in without the identity provider.
 * @returns their tokens
 */
export async function signIn(
  env: Readonly<Record<string, string>>,
  userIds: readonly number[],
): Promise<readonly string[]> {
  const settings = readSettings(env);
  const open = await openDatabase(settings.database);
  const services = createServices(settings, open);
  const sessions = await Promise.all(userIds.map((userId) => createSession(services, userId)));
  await open.close();
  return sessions.map(({ accessToken }) => accessToken);
}
