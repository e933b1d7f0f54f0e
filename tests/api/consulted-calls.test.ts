import { afterAll, beforeAll, expect, test } from 'vitest';
import { downloadConsultations, downloadPatientData, searchConsultations } from '#contract/admin/consultations.ts';
import { adminDossiers } from '#contract/admin/dossiers.ts';
import { downloadRefusedLines, readImport, uploadImport } from '#contract/admin/imports.ts';
import { adminPatients, issueAdminPin, readPatientFile, unlockAdminPin } from '#contract/admin/patients.ts';
import { adminVouchers } from '#contract/admin/vouchers.ts';
import { api } from '#contract/api.ts';
import type { Call, CallInput } from '#contract/call.ts';
import { actionOf } from '#server/access-log/search-access-log.ts';
import { continueImports } from '#server/imports/continue-import.ts';
import { readPdf } from '#tests/pdf-text.ts';
import { inventedFiscalCode, PATIENT_COLUMNS } from '#tests/support/import-files.ts';
import { type AccessFixture, fillAccessFixture } from './support/access-fixture.ts';
import { accessMatrix } from './support/access-matrix.ts';
import { ASL, PATIENTS, USERS } from './support/fixture.ts';
import { type TestServer, describeOnEachDatabase, signInAs, startTestServer } from './support/harness.ts';

/** The commands that are written down with their patient though the answer names nobody: by the audit, or as a check. */
const COMMANDS = new Set([
  'admin-patients.unlockPin',
  'carts.check',
  'purchases.check',
  'purchases.checkCancellation',
  'purchases.execute',
  'purchases.executeCancellation',
]);

interface Answered {
  readonly status: number;
  readonly trace: string;
  readonly data?: unknown;
}

type Ask = (fixture: AccessFixture) => Promise<Answered>;

describeOnEachDatabase('calls and the access log', (database) => {
  let server: TestServer;
  let fixture: AccessFixture;
  /** Of each patient what a document may name: fiscal code, PIN letter's name, codes of vouchers. */
  let marks: readonly (readonly [id: number, marks: readonly string[]])[];
  const tokens: Record<string, string> = {};
  beforeAll(async () => {
    server = await startTestServer({ database, env: { RATE_LIMIT_PER_MINUTE: '10000' } });
    for (const username of [USERS.aurora, USERS.aslSassari, USERS.region, USERS.districtSassari])
      tokens[username] = await signInAs(server, username);
    fixture = await fillAccessFixture(server);
    const vouchers = await server.db
      .selectFrom('voucher')
      .innerJoin('dossier', 'dossier.dossier_id', 'voucher.dossier_id')
      .select(['patient_id', 'code'])
      .execute();
    marks = Object.values(PATIENTS).map(({ id, fiscalCode, firstName, lastName }) => [
      id,
      [
        fiscalCode,
        `${firstName} ${lastName}`,
        `${lastName} ${firstName}`,
        ...vouchers.filter((row) => row.patient_id === id).map(({ code }) => code),
      ],
    ]);
  });
  afterAll(() => server.close());

  /** All words of an answer, a file's too. */
  function textOf(data: unknown): string {
    const { base64, mimeType } = (data ?? {}) as { readonly base64?: string; readonly mimeType?: string };
    if (base64 === undefined) return JSON.stringify(data ?? null);
    const bytes = Buffer.from(base64, 'base64');
    return mimeType === 'application/pdf' ? readPdf(bytes).texts.join(' ') : bytes.toString('utf8');
  }

  /** The patients whom an answer names, by whole words: B-10 is not in B-100. */
  function shownIn(data: unknown): number[] {
    const text = ` ${textOf(data).replace(/[^\p{L}\p{N}-]+/gu, ' ')} `;
    return marks.flatMap(([id, words]) => (words.some((word) => text.includes(` ${word} `)) ? [id] : []));
  }

  /** The patients who are written down for a call: as consultations, or as changes in the audit. */
  async function written(trace: string) {
    const { db } = server;
    const consultations = await db
      .selectFrom('consultation')
      .select(['patient_id', 'call'])
      .where('trace', '=', trace)
      .execute();
    const audit = await db.selectFrom('audit').select('patient_id').where('trace', '=', trace).execute();
    return {
      calls: [...new Set(consultations.map(({ call }) => call))],
      consulted: consultations.map((row) => row.patient_id).sort((a, b) => a - b),
      all: [...new Set([...consultations, ...audit].flatMap((row) => row.patient_id ?? []))].sort((a, b) => a - b),
    };
  }

  async function check(name: string, ask: Ask): Promise<void> {
    const answered = await ask(fixture);
    expect([name, answered.status]).toEqual([name, 200]);
    const shown = shownIn(answered.data);
    const { calls, consulted, all } = await written(answered.trace);
    if (COMMANDS.has(name)) expect([name, all.length]).toEqual([name, 1]);
    else {
      expect([name, consulted]).toEqual([name, shown]);
      expect([name, all]).toEqual([name, shown]);
    }
    expect(calls).toEqual(consulted.length > 0 ? [name] : []);
    expect([name, calls.map((call) => actionOf(call, null)).filter((action) => action === 'OTHER')]).toEqual([
      name,
      [],
    ]);
  }

  /** Of each call: who makes it so that it is served. */
  const served = accessMatrix.flatMap(({ name, verdicts, prepare }) => {
    const username =
      verdicts.ownShop === 'served' ? USERS.aurora : verdicts.ownAsl === 'served' ? USERS.aslSassari : undefined;
    if (username === undefined || name === 'auth.signOut' || name === 'businesses.switch') return [];
    const ask: Ask = async (given) => (await (await prepare(given))(tokens[username])) as Answered;
    return [[name, ask] as const];
  });

  test.each(served)('rules §4 access log: %s writes down exactly the patients whom it shows', async (name, ask) => {
    await check(name, ask);
  });

  function by<C extends Call>(username: string, call: C, input: CallInput<C>): readonly [string, Ask] {
    return [call.name, () => server.call(call, input, { token: tokens[username] })];
  }

  const { id, fiscalCode } = PATIENTS.withPin;
  const log = { fiscalCode, dateStart: '2026-05-01', dateEnd: '2026-05-31' };
  const ofPatients: readonly (readonly [string, Ask])[] = [USERS.region, USERS.districtSassari].flatMap((username) => [
    by(username, adminPatients.calls.search, { body: { status: 'ENABLED' as const, size: 100 } }),
    by(username, adminPatients.calls.exportRows, { body: { fiscalCode: fiscalCode.slice(0, 6) } }),
    by(username, adminPatients.calls.read, { params: { id } }),
    by(username, adminDossiers.calls.search, { body: { aslId: ASL.sassari, size: 100 } }),
    by(username, adminDossiers.calls.exportRows, { body: { fiscalCode } }),
    by(username, adminDossiers.calls.read, { params: { id: 10 } }),
    by(username, adminVouchers.calls.search, { body: { month: '2026-05-01', size: 100 } }),
    by(username, adminVouchers.calls.exportRows, { body: { month: '2026-05-01' } }),
    by(username, adminVouchers.calls.read, { params: { id: 100 } }),
    by(username, downloadPatientData, { body: { fiscalCode } }),
    by(username, downloadConsultations, { body: log }),
  ]);

  test.each(ofPatients)(
    'rules §4 access log: of an operator %s writes down exactly the patients whom it shows',
    async (name, ask) => {
      await check(name, ask);
    },
  );

  test.each([
    by(USERS.region, adminPatients.calls.changes, { params: { id } }),
    by(USERS.region, adminDossiers.calls.changes, { params: { id: 10 } }),
    by(USERS.region, adminVouchers.calls.changes, { params: { id: 100 } }),
    by(USERS.region, readPatientFile, { params: { id } }),
    by(USERS.region, searchConsultations, { body: log }),
    by(USERS.region, issueAdminPin, { params: { id }, body: { version: 1 } }),
    by(USERS.region, unlockAdminPin, { params: { id }, body: { version: 2 } }),
  ])('rules §4 access log: %s is about one patient, who is written down', async (name, ask) => {
    const { status, trace } = await ask(fixture);
    expect([name, status]).toEqual([name, 200]);
    const { calls, consulted } = await written(trace);
    expect([calls, consulted]).toEqual([[name], [id]]);
  });

  test('rules §4 access log: lines of a file, refused or not, are of the stored patients whom they name', async () => {
    const token = tokens[USERS.region];
    const values = (named: Readonly<Record<string, string>>) =>
      PATIENT_COLUMNS.map((column) => named[column] ?? '').join(';');
    const { withPin, withoutPin } = PATIENTS;
    const wrong = { firstName: 'Mario', lastName: 'Rossi', gender: 'X', birthDate: '1980-01-01', otpMode: 'PIN' };
    const refused = values({ ...wrong, fiscalCode: withPin.fiscalCode });
    const unknown = values({ ...wrong, fiscalCode: inventedFiscalCode(1) });
    const { firstName, lastName } = withoutPin;
    const warned = values({
      fiscalCode: withoutPin.fiscalCode,
      firstName,
      lastName,
      gender: 'M',
      birthDate: '1985-04-01',
      otpMode: 'NONE',
    });
    const file = new File([[PATIENT_COLUMNS.join(';'), refused, unknown, warned].join('\r\n')], 'file.csv');
    const { row } = await server.callOk(
      uploadImport,
      { params: { kind: 'patients' }, query: {}, body: { file } },
      { token },
    );
    const params = { id: Number(row.importId) };
    const csv = await server.call(downloadRefusedLines, { params, query: {} }, { token });
    expect((await written(csv.trace)).consulted).toEqual([withPin.id]);
    await continueImports(server.services, new AbortController().signal);
    const read = await server.call(readImport, { params }, { token });
    expect(read.data).toMatchObject({ refusedLines: [{ line: 2 }, { line: 3 }], warnedLines: [{ line: 4 }] });
    expect((await written(read.trace)).consulted).toEqual([withPin.id, withoutPin.id]);
  });

  test('rules §4 access log: no call of the contract that shows a patient is called OTHER', () => {
    const named = [...served, ...ofPatients].map(([name]) => name);
    expect(named.length).toBeGreaterThan(60);
    const shows = api.filter(({ name }) =>
      /^(admin-(consultations|dossiers|imports|patients|vouchers)|amc-orders|billing-summary|carts|patients|purchases)\./.test(
        name,
      ),
    );
    expect(shows.filter(({ name }) => actionOf(name, null) === 'OTHER')).toEqual([]);
  });
});
