import { chown, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#server/database/open-database.ts';
import { makePostgresFolder, POSTGRES_OWNER, type RunningPostgres, startPostgres, UNSAFE } from './support/postgres.ts';

const ONLY_TLS = 'hostssl all all 0.0.0.0/0 trust\nhostssl all all ::/0 trust\n';

describe('TLS to PostgreSQL', () => {
  let folder: string;
  let authority: string;
  let postgres: RunningPostgres;

  async function fileOf(name: string, content: string): Promise<string> {
    const path = join(folder, name);
    await writeFile(path, content, { mode: 0o600 });
    const { uid, gid } = { uid: -1, gid: -1, ...POSTGRES_OWNER };
    await chown(path, uid, gid);
    return path;
  }

  beforeAll(async () => {
    folder = await makePostgresFolder();
    const made = await generate([{ name: 'commonName', value: 'localhost' }], {
      algorithm: 'sha256',
      keySize: 2048,
      extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
    });
    authority = await fileOf('authority.pem', made.cert);
    postgres = await startPostgres(undefined, {
      ...UNSAFE,
      ssl: 'on',
      ssl_cert_file: await fileOf('server.crt', made.cert),
      ssl_key_file: await fileOf('server.key', made.private),
      hba_file: await fileOf('pg_hba.conf', ONLY_TLS),
    });
  });
  afterAll(async () => {
    await postgres.stop();
    await rm(folder, { recursive: true });
  });

  function addressOf(host: string, parameters: Readonly<Record<string, string>>): string {
    const address = new URL(postgres.url);
    address.hostname = host;
    address.search = new URLSearchParams(parameters).toString();
    return address.href;
  }

  test('design §4 start: with the certificate of a given authority each connection speaks TLS', async () => {
    const url = addressOf('localhost', { sslmode: 'verify-full', sslrootcert: authority });
    const { db, close } = await openDatabase({ kind: 'postgres', url, poolSize: 1 });
    const { rows } = await sql`select ssl from pg_stat_ssl where pid = pg_backend_pid()`.execute(db);
    expect(rows).toEqual([{ ssl: true }]);
    await close();
  });

  const refusals: readonly [certificate: string, parameters: Readonly<Record<string, string>>, said: RegExp][] = [
    ['of an unknown authority', { sslmode: 'verify-full' }, /Name the certificate of its authority as /],
    ['whose file is not there', { sslrootcert: '/none.pem' }, /Correct the path of the certificate in/],
    ['that nobody asks for', {}, /It wants TLS: add sslmode=verify-full to DATABASE_URL$/],
  ];
  test.each(refusals)('design §4 start: a certificate %s is told as such, and what to do', async (_, asked, said) => {
    await expect(openDatabase({ kind: 'postgres', url: addressOf('localhost', asked), poolSize: 1 })).rejects.toThrow(
      said,
    );
  });

  test('design §4 start: a certificate that names another host is told as such, and what to do', async () => {
    const url = addressOf('127.0.0.1', { sslmode: 'verify-full', sslrootcert: authority });
    const said = /Write the host into DATABASE_URL as its certificate names it$/;
    await expect(openDatabase({ kind: 'postgres', url, poolSize: 1 })).rejects.toThrow(said);
  });
});
