import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { setAdminDossierAmount } from '#contract/admin/dossiers.ts';
import {
  deleteImport,
  downloadImportTemplate,
  downloadRefusedLines,
  IMPORT_FILE_LIMIT,
  IMPORT_KINDS,
  type ImportKind,
  readImport,
  searchImports,
  startImport,
  uploadImport,
} from '#contract/admin/imports.ts';
import { romeDay } from '#contract/rules/dates.ts';
import { clocks } from '#server/database/clock.ts';
import { countNames } from '#server/imports/column-names.ts';
import { KINDS } from '#server/imports/kinds.ts';
import { LOCKS, lockUntilCommit } from '#server/database/advisory-locks.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { continueImports, continueToEnd } from '#server/imports/continue-import.ts';
import { deleteOldImports, startImport as startRun } from '#server/imports/imports.ts';
import { compareLines, refuseRepeated } from '#server/imports/write-lines.ts';
import { amountOfMonth } from '#server/patients/vouchers.ts';
import { openSheet } from '#server/imports/files/read-sheet.ts';
import { readKinds } from '#server/database/dossier-kinds.ts';
import { renewVouchers } from '#server/patients/renew-vouchers.ts';
import { readLines } from '#server/imports/read-lines.ts';
import { importFile } from '#server/imports/import-file.ts';
import { PATIENT_COLUMNS, inventedFiscalCode, patientLine } from '#tests/support/import-files.ts';
import { makeWorkbook, makeXlsx } from '#tests/support/sheet-files.ts';
import { contradictions } from './support/balanced-ledger.ts';
import { fingerprint } from './support/fingerprint.ts';
import { ASL, PATIENTS, USERS } from './support/fixture.ts';
import { type TestServer, describeOnEachDatabase, signInAs, startTestServer } from './support/harness.ts';
import { program } from './support/programs.ts';
import { receivedImport } from './support/started-import.ts';
import { databaseUrl, makeTestDatabase } from './support/test-database.ts';

const run = promisify(execFile);
const never = new AbortController().signal;
const HEAD = PATIENT_COLUMNS.join(';');
const ASL_CODES = ['101', '108'];

function csv(...lines: readonly string[]): string {
  return lines.join('\r\n');
}

function patientLines(from: number, to: number): string[] {
  return Array.from({ length: to - from }, (_, index) => patientLine(from + index, ASL_CODES));
}

describeOnEachDatabase('imports', (database) => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await startTestServer({ database });
    token = await signInAs(server, USERS.region);
  });
  afterAll(() => server.close());

  async function upload(kind: ImportKind, content: BlobPart, fileName = 'file.csv', columns?: string) {
    const file = new File([content], fileName);
    const { row } = await server.callOk(
      uploadImport,
      { params: { kind }, query: { columns }, body: { file } },
      { token },
    );
    return Number(row.importId);
  }

  async function settled(importId: number) {
    await continueImports(server.services, never);
    return server.callOk(readImport, { params: { id: importId } }, { token });
  }

  async function checked(kind: ImportKind, content: BlobPart, columns?: string) {
    const importId = await upload(kind, content, 'file.csv', columns);
    return { importId, ...(await settled(importId)) };
  }

  function start(importId: number, body: { readonly onlyIfNoneRefused?: boolean } = {}) {
    return server.call(startImport, { params: { id: importId }, body }, { token });
  }

  async function imported(kind: ImportKind, content: BlobPart) {
    const { importId } = await checked(kind, content);
    await start(importId);
    const { row } = await settled(importId);
    return { importId, row };
  }

  async function refusedFile(importId: number): Promise<string> {
    const { base64 } = await server.callOk(downloadRefusedLines, { params: { id: importId } }, { token });
    return Buffer.from(base64, 'base64').toString('utf8');
  }

  test('rules §10 import of patients: the right lines are stored, the wrong ones told by line, and mended they go in', async () => {
    const wrongCheck = `${inventedFiscalCode(3).slice(0, 15)}${inventedFiscalCode(3).endsWith('A') ? 'B' : 'A'}`;
    const good = patientLine(1, ASL_CODES);
    const content = csv(
      HEAD,
      good,
      patientLine(10, ASL_CODES),
      patientLine(3, ASL_CODES).replace(inventedFiscalCode(3), wrongCheck),
      good,
      patientLine(5, ['999']),
      `${inventedFiscalCode(6)};Ada;Serra;F;2030-01-01;NONE;CELIAC;APPROVED;101;`,
      `${inventedFiscalCode(7)};=1+1;Serra;X;31/12/1970;NONE;CELIAC;APPROVED;101;90`,
    );
    const { importId, row, refusedLines } = await checked('patients', content);
    expect(row).toMatchObject({ state: 'CHECKED', lines: 7, created: 2, changed: 0, unchanged: 0, refused: 5 });
    expect(refusedLines.map(({ line, problems }) => [line, problems])).toEqual([
      [4, [{ field: 'fiscalCode', value: wrongCheck, reason: 'FISCAL_CODE' }]],
      [5, [{ field: 'fiscalCode', value: inventedFiscalCode(1), reason: 'REPEATED', firstLine: 2 }]],
      [6, [{ field: 'aslCode', value: '999', reason: 'UNKNOWN' }]],
      [7, [{ field: 'birthDate', value: '2030-01-01', reason: 'FUTURE_DATE' }]],
      [
        8,
        [
          { field: 'firstName', value: '=1+1', reason: 'FORMULA' },
          { field: 'gender', value: 'X', reason: 'WORD', words: ['M', 'F'] },
        ],
      ],
    ]);
    const onlyRight = await start(importId, { onlyIfNoneRefused: true });
    expect(onlyRight.error?.description).toBe('IMPORT_HAS_REFUSED_LINES');
    expect((await settled(importId)).row).toMatchObject({ state: 'CHECKED', refused: 5 });
    expect((await start(importId)).status).toBe(200);
    expect((await settled(importId)).row).toMatchObject({ state: 'DONE', processed: 7, created: 2, refused: 5 });
    const stored = await server.db
      .selectFrom('patient')
      .innerJoin('dossier', 'dossier.patient_id', 'patient.patient_id')
      .innerJoin('asl', 'asl.asl_id', 'dossier.asl_id')
      .where('fiscal_code', 'in', [1, 3, 5, 6, 7, 10].map(inventedFiscalCode))
      .select(['first_name', 'last_name', 'gender', 'birth_date', 'otp_mode', 'patient.status', 'type', 'asl.code'])
      .select(['monthly_amount', 'patient.version'])
      .orderBy('patient.patient_id')
      .execute();
    const shared = { status: 'ENABLED', version: 1 };
    expect(stored).toEqual([
      {
        ...shared,
        ...{ first_name: 'Nome1', last_name: 'Cognomè1', gender: 'M', birth_date: '1951-02-11', otp_mode: 'NONE' },
        ...{ type: 'CELIAC', code: '108', monthly_amount: null },
      },
      {
        ...shared,
        ...{ first_name: 'Nome10', last_name: 'Cognomè10', gender: 'F', birth_date: '1960-02-10', otp_mode: 'NONE' },
        ...{ type: 'PROTEIN_FREE', code: '101', monthly_amount: '150.50' },
      },
    ]);

    const report = await refusedFile(importId);
    expect(report.split('\r\n')[3]).toContain("6;Codice dell'azienda sanitaria: non esiste");
    const mended = report.replace(wrongCheck, inventedFiscalCode(3)).replace(';999;', ';101;');
    expect((await imported('patients', mended)).row).toMatchObject({
      created: 2,
      changed: 0,
      unchanged: 1,
      refused: 2,
    });
  });

  test('rules §10 import: what is sent again is left as it is; what differs is changed, and audited without who it is', async () => {
    const lines = patientLines(100, 110);
    expect((await imported('patients', csv(HEAD, ...lines))).row).toMatchObject({ created: 10 });
    const again = await imported('patients', csv(HEAD, ...lines));
    expect(again.row).toMatchObject({ created: 0, changed: 0, unchanged: 10, refused: 0 });
    const other = lines.map((line, index) =>
      index === 1 ? line.replace('Nome101', 'Altro').replace(';APPROVED', ';REVOKED') : line,
    );
    const { row, importId } = await imported('patients', csv(HEAD, ...other));
    expect(row).toMatchObject({ created: 0, changed: 1, unchanged: 9 });
    const audit = await server.db
      .selectFrom('audit')
      .select(['action', 'details', 'user_id', 'patient_id'])
      .where(sql<boolean>`details->>'importId' = ${String(importId)} and details ? 'changes'`)
      .execute();
    expect(audit).toHaveLength(1);
    expect(audit[0]).toMatchObject({
      action: 'ROW_CHANGED',
      details: { table: 'patient', changes: { firstName: {}, dossierStatus: { from: 'APPROVED', to: 'REVOKED' } } },
    });
    expect(audit[0]?.patient_id).not.toBeNull();
    expect(JSON.stringify(audit)).not.toContain('Altro');
    const { version } = await server.db
      .selectFrom('patient')
      .select('version')
      .where('fiscal_code', '=', inventedFiscalCode(101))
      .executeTakeFirstOrThrow();
    expect(version).toBe(2);
    expect(await server.db.selectFrom('import_line').where('import_id', '=', importId).selectAll().execute()).toEqual(
      [],
    );
  });

  test('rules §10 import: an amount holds from the month under way on, the past keeps its own, and one of a later month stands until then', async () => {
    const line = (amount: string, name = 'Ada') =>
      csv(HEAD, `${inventedFiscalCode(150)};${name};Serra;F;1990-01-01;NONE;PROTEIN_FREE;APPROVED;101;${amount}`);
    await imported('patients', line('100'));
    const { dossier_id: id } = await server.db
      .selectFrom('dossier')
      .innerJoin('patient', 'patient.patient_id', 'dossier.patient_id')
      .select('dossier_id')
      .where('fiscal_code', '=', inventedFiscalCode(150))
      .executeTakeFirstOrThrow();
    const amounts = async () => {
      const months = ['2026-04-01', '2026-05-01', '2026-06-01', '2026-07-01'];
      const { rows } = await sql<{ amount: string }>`select ${sql.join(
        months.map((month) => sql`${amountOfMonth(month)}::text`),
        sql` || ' ' || `,
      )} as amount from dossier where dossier_id = ${id}`.execute(server.db);
      return rows[0]?.amount;
    };
    await renewVouchers(server.services, never);

    expect((await imported('patients', line('120'))).row).toMatchObject({ changed: 1 });
    expect(await amounts()).toBe('100.00 120.00 120.00 120.00');
    const body = { version: 2, month: '2026-07-01', monthlyAmount: 150 };
    await server.callOk(setAdminDossierAmount, { params: { id }, body }, { token });
    expect((await imported('patients', line('120'))).row).toMatchObject({ unchanged: 1 });
    expect((await imported('patients', line('120', 'Anna'))).row).toMatchObject({ changed: 1 });
    expect(await amounts()).toBe('100.00 120.00 120.00 150.00');
    await renewVouchers({ ...server.services, ...clocks(() => new Date('2026-05-31T10:00:00Z')) }, never);
    expect((await imported('patients', line('130'))).row).toMatchObject({ changed: 1 });
    expect(await amounts()).toBe('100.00 130.00 130.00 150.00');

    const vouchers = server.db
      .selectFrom('voucher')
      .select(['month', 'initial_amount', 'residual'])
      .where('dossier_id', '=', id)
      .orderBy('month');
    expect(await vouchers.execute()).toEqual([
      { month: '2026-05-01', initial_amount: '100.00', residual: '100.00' },
      { month: '2026-06-01', initial_amount: '130.00', residual: '130.00' },
    ]);
    expect(await contradictions(server.db)).toEqual([]);
  });

  test('rules §10 import: a patient has a dossier of each kind by a line each, and without one stays as it is', async () => {
    const person = `${inventedFiscalCode(200)};Ada;Serra;F;1990-01-01;NONE`;
    const lines = [`${person};CELIAC;APPROVED;101;`, `${person};PROTEIN_FREE;APPROVED;108;120`];
    expect((await imported('patients', csv(HEAD, ...lines))).row).toMatchObject({ created: 2, refused: 0 });
    expect((await imported('patients', csv(HEAD, ...lines))).row).toMatchObject({ created: 0, unchanged: 2 });
    expect((await imported('patients', csv(HEAD, `${person};;;;`))).row).toMatchObject({ unchanged: 1 });
    const { refusedLines } = await checked(
      'patients',
      csv(HEAD, lines[0] ?? '', (lines[1] ?? '').replace('Ada', 'Eva')),
    );
    const problem = { field: 'fiscalCode', value: inventedFiscalCode(200), reason: 'REPEATED', firstLine: 2 };
    expect(refusedLines).toEqual([{ line: 3, problems: [problem] }]);
    const dossiers = await server.db
      .selectFrom('dossier')
      .innerJoin('patient', 'patient.patient_id', 'dossier.patient_id')
      .where('fiscal_code', '=', inventedFiscalCode(200))
      .select(['type', 'monthly_amount'])
      .execute();
    expect(dossiers).toHaveLength(2);
  });

  test('rules §10 import: no patient has two dossiers of a kind approved, and no operator of the region another place', async () => {
    const { fiscalCode } = PATIENTS.withPin;
    const revoked = {
      patient_id: PATIENTS.withPin.id,
      asl_id: ASL.cagliari,
      type: 'CELIAC',
      status: 'REVOKED',
    } as const;
    await server.db.insertInto('dossier').values(revoked).execute();
    const line = `${fiscalCode};Mario;Rossi;M;1980-01-01;PIN;CELIAC;APPROVED;108;`;
    const patients = await checked('patients', csv(HEAD, line));
    expect(patients.refusedLines).toEqual([
      { line: 2, problems: [{ field: 'dossierStatus', value: 'APPROVED', reason: 'ALREADY_APPROVED' }] },
    ]);
    const head = 'username;firstName;lastName;profile;aslCode;businessVats';
    const users = await checked('users', csv(head, `${USERS.region};Nome;Cognome;OPERATOR;101;`));
    const problem = { field: 'profile', value: 'OPERATOR', reason: 'OPERATOR_OF_REGION' };
    expect(users.refusedLines).toEqual([{ line: 2, problems: [problem] }]);
  });

  test('rules §10 import: in several processes each line is done once, and the run says how far it is', async () => {
    const { importId } = await checked('patients', csv(HEAD, ...patientLines(1000, 2500)));
    await start(importId);
    const stop = new AbortController();
    const told: number[] = [];
    const now = () => {
      if (told.length > 0) stop.abort();
      told.push(1);
      return server.services.now();
    };
    await continueImports({ db: server.db, ...clocks(now) }, stop.signal);
    const { row } = await server.callOk(readImport, { params: { id: importId } }, { token });
    expect(row).toMatchObject({ state: 'RUNNING', created: row.processed });
    expect(row.processed).toBeGreaterThan(0);
    expect(row.processed).toBeLessThan(1500);
    await Promise.all([1, 2, 3].map(() => continueImports(server.services, never)));
    expect((await settled(importId)).row).toMatchObject({ state: 'DONE', processed: 1500, created: 1500 });
    const { rows } = await sql`select from patient
      where fiscal_code = any(${Array.from({ length: 1500 }, (_, index) => inventedFiscalCode(1000 + index))})`.execute(
      server.db,
    );
    expect(rows).toHaveLength(1500);
  });

  test(
    'rules §10 import: lines that the statistics do not know yet are each compared once',
    { tags: ['full'] },
    async () => {
      await checked('patients', csv(HEAD, ...patientLines(20_000, 20_100)));
      await sql`analyze import_line`.execute(server.db);
      // Compared with one another, so many lines take longer than a test may.
      const { row } = await checked('patients', csv(HEAD, ...patientLines(21_000, 29_000)));
      expect(row).toMatchObject({ state: 'CHECKED', created: 8000 });
    },
  );

  test('rules §10 import: a file that always takes too long is given up, and keeps no other waiting', async () => {
    const [long, other] = [
      await upload('patients', csv(HEAD, patientLine(700, ASL_CODES))),
      await upload('patients', csv(HEAD, patientLine(701, ASL_CODES))),
    ];
    // Three tries, each with fewer lines down to one.
    let failures = 3 * 4;
    const now = () => {
      failures -= 1;
      if (failures >= 0) throw Object.assign(new Error('canceling statement'), { code: '57014' });
      return server.services.now();
    };
    const failing = continueImports({ db: server.db, ...clocks(now) }, never);
    await expect(failing).rejects.toThrow('canceling statement');
    const stateOf = async (id: number) => (await server.callOk(readImport, { params: { id } }, { token })).row;
    expect(await stateOf(long)).toMatchObject({ state: 'FAILED', failure: { reason: 'STOPPED' } });
    expect(await stateOf(other)).toMatchObject({ state: 'CHECKED' });
  });

  test('rules §10 import: a line that has become wrong since the check is refused, and the others are stored', async () => {
    await imported('asl', csv('code;name', '777;ASL di passaggio'));
    const lines = [...patientLines(6000, 6100), patientLine(6100, ['777'])];
    const { importId, row } = await checked('patients', csv(HEAD, ...lines));
    expect(row).toMatchObject({ refused: 0, created: 101 });
    await server.db.deleteFrom('asl').where('code', '=', '777').execute();
    expect((await start(importId, { onlyIfNoneRefused: true })).status).toBe(200);
    expect((await settled(importId)).row).toMatchObject({ state: 'DONE', created: 100, refused: 1 });
  });

  test('rules §10 columns: what one of another name means can be said, and a file that lacks one tells which it has', async () => {
    const line = [inventedFiscalCode(9500), 'Ada', 'Serra', 'F', '1980-01-01', 'NONE'].join(';');
    const content = `fiscalCode;primo;lastName;M o F;birthDate;otpMode;nota\n${line};x\n`;
    const { row: failed } = await checked('patients', content);
    expect(failed).toMatchObject({
      state: 'FAILED',
      failure: { reason: 'COLUMN_MISSING', columns: ['firstName', 'gender'] },
      ignoredColumns: ['primo', 'M o F', 'nota'],
      columns: ['fiscalCode', 'primo', 'lastName', 'M o F', 'birthDate', 'otpMode', 'nota'],
    });
    expect(failed.freeColumns).toContain('firstName');
    const { row } = await checked('patients', content, '2:firstName,4:gender');
    expect(row).toMatchObject({ state: 'CHECKED', created: 1, refused: 0, ignoredColumns: ['nota'] });
    expect(row.freeColumns).not.toContain('firstName');
    const wrong = content.replace(';F;', ';X;');
    const { importId, row: refused } = await checked('patients', wrong, '2:firstName,4:gender');
    expect(refused).toMatchObject({ state: 'CHECKED', refused: 1 });
    const mended = (await refusedFile(importId)).replace(';X;', ';F;');
    expect((await checked('patients', mended)).row).toMatchObject({ state: 'CHECKED', created: 1, refused: 0 });
  });

  test('rules §10 import: before it changes what is there it shows what, and seeing patients is a consultation', async () => {
    const born = (number: number) =>
      `1980-${String((number % 12) + 1).padStart(2, '0')}-${String((number % 28) + 1).padStart(2, '0')}`;
    const line = (number: number, lastName: string, gender = 'M', birthDate = born(number)) =>
      `${inventedFiscalCode(number)};Ugo;${lastName};${gender};${birthDate};NONE`;
    const head = PATIENT_COLUMNS.slice(0, 6).join(';');
    await imported('patients', csv(head, line(9700, 'Serra'), line(9701, 'Serra')));
    const told = await checked(
      'patients',
      csv(head, line(9700, 'Serra'), line(9701, 'Sérra'), line(9702, 'Piras', 'F', '1981-01-01')),
    );
    expect(told.row).toMatchObject({ created: 1, changed: 1, unchanged: 1, warned: 1 });
    expect(told.changedLines).toEqual([
      { line: 3, key: inventedFiscalCode(9701), changes: [{ field: 'lastName', from: 'Serra', to: 'Sérra' }] },
    ]);
    expect(told.warnedLines).toEqual([
      {
        line: 4,
        problems: [
          { field: 'birthDate', value: '1981-01-01', reason: 'BIRTH_DATE_DIFFERS' },
          { field: 'gender', value: 'F', reason: 'GENDER_DIFFERS' },
        ],
      },
    ]);
    const seen = server.db
      .selectFrom('consultation')
      .innerJoin('patient', 'patient.patient_id', 'consultation.patient_id')
      .where('call', '=', 'admin-imports.read')
      .where('fiscal_code', '>=', inventedFiscalCode(9700))
      .select('fiscal_code');
    expect((await seen.execute()).map((row) => row.fiscal_code)).toContain(inventedFiscalCode(9701));
    await start(told.importId);
    const done = await settled(told.importId);
    expect(done.row).toMatchObject({ state: 'DONE', warned: 1 });
    expect([done.changedLines, done.warnedLines]).toEqual([undefined, undefined]);
  });

  test('rules §10 import: lines that were refused as repetitions change nobody by the way when they are sent again', async () => {
    const line = (name: string) => `${inventedFiscalCode(9750)};${name};Serra;M;1980-01-01;NONE`;
    const head = PATIENT_COLUMNS.slice(0, 6).join(';');
    const { importId, row } = await imported('patients', csv(head, line('Ugo'), line('Ada')));
    expect(row).toMatchObject({ created: 1, refused: 1 });
    const report = await refusedFile(importId);
    const again = await checked('patients', report);
    expect(again.row).toMatchObject({ changed: 0, refused: 1, ignoredColumns: [] });
    const problem = { field: 'fiscalCode', value: inventedFiscalCode(9750), reason: 'REPEATED_BEFORE' };
    expect(again.refusedLines).toEqual([{ line: 2, problems: [problem] }]);
    expect((await checked('patients', await refusedFile(again.importId))).row).toMatchObject({
      changed: 0,
      refused: 1,
    });
    const mended = report.replace(inventedFiscalCode(9750), inventedFiscalCode(9751));
    expect((await checked('patients', mended)).row).toMatchObject({ created: 1, refused: 0 });
    const meant = report.replace(/;[^;]*ripete[^;\r]*/, ';');
    expect((await checked('patients', meant)).row).toMatchObject({ changed: 1, refused: 0 });
  });

  test('rules §10 import: Windows-1252 is read and some of its letters are shown; a sheet is named, its hidden rows too', async () => {
    const latin = await checked('asl', Buffer.from('code;name\n901;Citt\xe0\n902;Forl\xec\n903;Roma\n', 'latin1'));
    expect(latin.row).toMatchObject({ state: 'CHECKED', created: 3, readAs: { encoding: 'Windows-1252' } });
    expect([...(latin.samples ?? [])].sort()).toEqual(['Città', 'Forlì']);
    const rows = [['Elenco'], ['Codice', 'Nome'], ['911', 'a'], ['912', 'b']];
    const book = makeWorkbook([
      { name: 'Dati', rows, hidden: [3] },
      { name: 'Note', rows: [] },
    ]);
    const readAs = { sheet: 'Dati', otherSheets: ['Note'], hiddenRows: 1 };
    const visible = await checked('asl', book);
    expect(visible.row).toMatchObject({ created: 1, headLine: 2, readAs });
    const file = new File([book], 'file.xlsx');
    const { row } = await server.callOk(
      uploadImport,
      { params: { kind: 'asl' }, query: { hiddenRows: 'READ' }, body: { file } },
      { token },
    );
    expect((await settled(Number(row.importId))).row).toMatchObject({
      created: 2,
      readAs: { ...readAs, withHidden: true },
    });
  });

  test('rules §10 import of a spreadsheet: texts, numbers and days are read, a formula is refused by its line', async () => {
    const code = (number: number) => inventedFiscalCode(number);
    const content = makeXlsx([
      ['Fiscal code', 'firstName', 'lastName', 'gender', 'birthDate', 'otpMode', 'note'],
      [code(9000), 'Ada & Eva', 'Serra', 'F', { day: 29221 }, 'NONE', 'x'],
      [code(9001), '=A1', 'Serra', 'F', { day: 29221 }, 'NONE'],
    ]);
    const { row, refusedLines } = await checked('patients', content);
    expect(row).toMatchObject({ created: 1, refused: 1, ignoredColumns: ['note'] });
    const problem = { field: 'firstName', value: 'computed', reason: 'FORMULA' };
    expect(refusedLines).toEqual([{ line: 3, problems: [problem] }]);
    await start(Number(row.importId));
    await settled(Number(row.importId));
    const stored = server.db.selectFrom('patient').select(['first_name', 'birth_date']);
    expect(await stored.where('fiscal_code', '=', code(9000)).executeTakeFirst()).toEqual({
      first_name: 'Ada & Eva',
      birth_date: '1980-01-01',
    });
  });

  test.each([
    [
      'letters of two encodings, by their line',
      Buffer.from('code;name\n1;\xC3\xA0\n2;Niccol\xF2\n', 'latin1'),
      { reason: 'ENCODING', line: 3 },
    ],
    ['columns that are missing', 'a\n1\n', { reason: 'COLUMN_MISSING', line: 1, columns: ['code', 'name'] }],
    ['a column that is there twice', 'code;name;NAME\n1;2;3\n', { reason: 'COLUMN_REPEATED', columns: ['name'] }],
    ['a picture', Buffer.from('\x89PNG\r\n\x1A\n', 'latin1'), { reason: 'OTHER_FORMAT' }],
    ['a file without a line', 'code;name\n', { reason: 'EMPTY' }],
    ['a quotation mark that nobody closed', 'code;name\n1;"x\n2;y\n', { reason: 'UNREADABLE', line: 2 }],
    ['half of a spreadsheet', makeXlsx([['code', 'name']]).slice(0, 300), { reason: 'UNREADABLE' }],
    [
      'a spreadsheet of too many rows',
      makeXlsx([['code', 'name'], ...Array.from({ length: 20_001 }, (_, index) => [index, 'x'])]),
      { reason: 'TOO_MANY_ROWS', line: 20_002 },
    ],
    [
      'a zip bomb',
      makeXlsx([], `<row><c t="inlineStr"><is><t>${' '.repeat(60 * 1024 * 1024)}</t></is></c></row>`),
      { reason: 'UNPACKS_TOO_LARGE' },
    ],
  ])('rules §10 import refuses %s', async (_what, content, failure) => {
    const before = await fingerprint(server.db);
    const { row, importId } = await checked('asl', content);
    expect(row).toMatchObject({ state: 'FAILED', failure });
    await server.db.deleteFrom('import_run').where('import_id', '=', importId).execute();
    expect(await fingerprint(server.db)).toEqual(before);
  });

  test('rules §10 import refuses 60 MB of a file, said before or not', { tags: ['full'] }, async () => {
    const before = await fingerprint(server.db);
    const file = new File(['x'.repeat(60 * 1024 * 1024)], 'large.csv');
    const told = await server.call(uploadImport, { params: { kind: 'asl' }, query: {}, body: { file } }, { token });
    expect(told).toMatchObject({ status: 413, error: { description: 'REQUEST_TOO_LARGE' } });
    expect(await fingerprint(server.db)).toEqual(before);
    const row = `${'x'.repeat(60_000)};name\n`;
    const { state, failure } = (
      await checked('asl', `code;name\n${row.repeat(Math.ceil(IMPORT_FILE_LIMIT / row.length))}`)
    ).row;
    expect([state, failure?.reason]).toEqual(['FAILED', 'TOO_LARGE']);
  });

  test('rules §11 import: the name of a file is a text of one line, and of no more than 200 characters', async () => {
    const importId = await upload('asl', 'code;name\n1;a\n', ` \u202Eelenco\u2028di ${'😀'.repeat(150)}.csv`);
    const { row } = await server.callOk(readImport, { params: { id: importId } }, { token });
    expect(row.fileName).toBe(`elenco di ${'😀'.repeat(95)}`);
  });

  test('rules §10 import: a body without a file is refused, and so is one that is no form', async () => {
    const url = new URL(uploadImport.path.replace('{kind}', 'asl'), server.url);
    const send = async (body: BodyInit) => {
      const response = await fetch(url, { method: 'POST', body, headers: { authorization: `Bearer ${token}` } });
      return ((await response.json()) as { error: { field?: string } }).error.field;
    };
    const form = new FormData();
    form.append('other', 'x');
    expect([await send(form), await send(new FormData()), await send('code;name\n')]).toEqual([
      'other',
      'file',
      'body',
    ]);
  });

  test('rules §10 import: a checked file is let go, a done one is not, and the list names them newest first', async () => {
    const content = csv('code;name', '101;ASL n. 1 di Sassari', '555;Nuova');
    const { importId } = await checked('asl', content);
    await server.callOk(deleteImport, { params: { id: importId } }, { token });
    const gone = await server.call(readImport, { params: { id: importId } }, { token });
    expect(gone.error?.description).toBe('IMPORT_NOT_FOUND');
    const done = await imported('asl', content);
    expect(done.row).toMatchObject({ created: 1, unchanged: 1, username: USERS.region });
    const refused = await server.call(deleteImport, { params: { id: done.importId } }, { token });
    expect(refused.error?.description).toBe('IMPORT_NOT_CHECKED');
    const { rows } = await server.callOk(searchImports, { query: { size: 1 } }, { token });
    expect(rows.map(({ importId: id }) => id)).toEqual([done.importId]);
  });

  test.runIf(database === 'postgres')(
    'rules §10 import race: an operator who sets an amount beside an import of the same patients waits, and meets no deadlock',
    async () => {
      const line = (person: number, status: string, amount: string) =>
        `${inventedFiscalCode(person)};Ada;Serra;F;1990-01-01;NONE;PROTEIN_FREE;${status};101;${amount}`;
      await imported('patients', csv(HEAD, line(160, 'APPROVED', '100'), line(161, 'APPROVED', '100')));
      const { dossier_id: id, version } = await server.db
        .selectFrom('dossier')
        .innerJoin('patient', 'patient.patient_id', 'dossier.patient_id')
        .select(['dossier_id', 'dossier.version'])
        .where('fiscal_code', '=', inventedFiscalCode(161))
        .executeTakeFirstOrThrow();
      const { importId } = await checked(
        'patients',
        csv(HEAD, line(160, 'APPROVED', '120'), line(161, 'REVOKED', '100')),
      );
      await start(importId);
      const waiting = async () => {
        const { rows } = await sql`select from pg_stat_activity
          where datname = current_database() and wait_event = 'advisory'`.execute(server.db);
        return rows.length;
      };
      const both = await server.db.transaction().execute(async (trx) => {
        await lockUntilCommit(trx, LOCKS.renewal);
        const importing = continueImports(server.services, never);
        await expect.poll(waiting).toBe(1);
        const body = { version, month: '2026-07-01', monthlyAmount: 150 };
        const setting = server.call(setAdminDossierAmount, { params: { id }, body }, { token });
        await expect.poll(waiting).toBe(2);
        return { importing, setting };
      });
      await both.importing;
      // The import was first to change the dossier.
      expect((await both.setting).error?.description).toBe('VERSION_CONFLICT');
      const { row } = await server.callOk(readImport, { params: { id: importId } }, { token });
      expect(row).toMatchObject({ state: 'DONE', changed: 2 });
    },
  );

  test('rules §10 import: a checked file that nobody starts is deleted after 30 days', async () => {
    const { importId } = await checked('patients', csv(HEAD, patientLine(900, ASL_CODES)));
    const later = (days: number) => () => new Date(server.services.now().getTime() + days * 24 * 3_600_000);
    const read = () => server.call(readImport, { params: { id: importId } }, { token });
    await deleteOldImports({ db: server.db, ...clocks(later(29)) }, never);
    expect((await read()).status).toBe(200);
    await deleteOldImports({ db: server.db, ...clocks(later(31)) }, never);
    expect((await read()).status).toBe(404);
  });

  test('rules §10 import: each template is a file that can be sent', async () => {
    for (const kind of IMPORT_KINDS) {
      const { base64 } = await server.callOk(downloadImportTemplate, { params: { kind } }, { token });
      const { row } = await checked(kind, Buffer.from(base64, 'base64'));
      expect([kind, row.state, row.lines, row.ignoredColumns]).toEqual([kind, 'CHECKED', 1, []]);
    }
    expect(PATIENTS.withPin.id).toBe(1);
  });
});

describeOnEachDatabase('the command of the imports', (database) => {
  test(
    'rules §10 import by its command: counts on its last line, each refused line by number and reason, a dry run stores nothing',
    { tags: ['full'] },
    async () => {
      const { location, remove } = await makeTestDatabase(database);
      const place =
        location.kind === 'postgres'
          ? { DATABASE_URL: location.url }
          : { DATABASE_URL: '', DATA_DIR: dirname(location.folder) };
      const folder = await mkdtemp(join(tmpdir(), 'voucher-import-'));
      const command = async (kind: ImportKind, lines: readonly string[], ...flags: string[]) => {
        const file = join(folder, `${kind}.csv`);
        await writeFile(file, lines.join('\n'));
        const args = [program('import'), kind, file, ...flags];
        const { stdout } = await run(process.execPath, args, { env: { ...process.env, ...place } });
        return stdout.trimEnd().split('\n');
      };
      const digest = async () => {
        const { db, close } = await openDatabase(location);
        const found = await fingerprint(db);
        await close();
        return found;
      };
      const shops = [
        'companyName,vat,fiscalCode,address,phone',
        'Forno Nuovo,01533700900,01533700900,"Via Po 1, Sassari",+39 079 1',
        'Forno Falso,01533700905,01533700900,Via Po 2,',
        'Forno Corto,1533700900,01533700900,Via Po 3,',
      ];
      const before = await digest();
      const dry = await command('businesses', shops, '--dry-run');
      expect(dry).toEqual([
        'line 3: VAT number «01533700905»: not a valid VAT number: its check digit is wrong',
        'line 4: VAT number «1533700900»: too short or too long: a spreadsheet may have dropped a zero at its beginning',
        'created 1, changed 0, unchanged 0, refused 2',
      ]);
      expect(await digest()).toEqual(before);
      await expect(command('businesses', shops, '--only-if-none-refused')).rejects.toMatchObject({
        code: 1,
        stdout: [
          ...dry.slice(0, 2),
          'a line has been refused: nothing has been imported',
          'created 0, changed 0, unchanged 0, refused 2\n',
        ].join('\n'),
      });
      expect(await digest()).toEqual(before);
      expect(await command('businesses', shops)).toEqual(dry);
      await expect(command('asl', ['code', '1'])).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining('line 1: Name: to be added to the heading') as string,
      });
      await rm(folder, { recursive: true });
      await remove();
    },
  );
});

describeOnEachDatabase('imports of each kind', (database) => {
  test('rules §10 import of businesses, stores, users and products: what is refused and why, and nothing changes when it is sent again', async () => {
    const server = await startTestServer({ database });
    const said = async (kind: ImportKind, lines: readonly string[]) => {
      const told: string[] = [];
      const { rows } = openSheet(Readable.from([Buffer.from(lines.join('\n'))]), {
        most: IMPORT_FILE_LIMIT,
        countNames: (cells) => countNames(KINDS[kind], cells),
      });
      const { created, changed, unchanged, refused } = await importFile(server.services, {
        kind,
        fileName: `${kind}.csv`,
        source: {
          facts: {},
          parts: readLines(rows, {
            kind: KINDS[kind],
            meant: [],
            reading: { today: romeDay(server.services.now()), kinds: await readKinds(server.services.db) },
          }),
        },
        isDryRun: false,
        onlyIfNoneRefused: false,
        say: (line) => told.push(line),
        signal: never,
      });
      return [...told, `created ${created}, changed ${changed}, unchanged ${unchanged}, refused ${refused}`];
    };
    await said('businesses', [
      'companyName,vat,fiscalCode,address,phone',
      'Forno Nuovo,01533700900,01533700900,"Via Po 1, Sassari",+39 079 1',
    ]);
    const stores = [
      'businessVat;code;districtCode;name;address;streetNumber;city;latitude;longitude',
      '01533700900;N1;D1;Forno;Via Po;1;Sassari;40,7272;8.56',
      '01533700900;N2;D1;Forno;Via Po;1;Sassari;;8.56',
      '01533700900;PV11;D1;Forno;Via Po;1;Sassari;40;8',
      '01533700900;N3;D1;Forno;Via Po;1;Sassari;8,56;40,7272',
    ];
    const notInItaly = 'not a valid coordinate, or not in Italy: latitude from 35 to 48, longitude from 6 to 19';
    expect(await said('stores', stores)).toEqual([
      'line 3: Latitude: has no value',
      'line 4: Code «PV11»: the store belongs to another business',
      `line 5: Latitude «8,56»: ${notInItaly}; Longitude «40,7272»: ${notInItaly}`,
      'created 1, changed 0, unchanged 0, refused 3',
    ]);
    const users = [
      'username;firstName;lastName;profile;aslCode;businessVats',
      'nuova.addetta;Ada;Serra;business;;01533700900',
      'nuovo.asl;Ugo;Serra;ASL;;',
      'nuovo.altro;Ugo;Serra;SHOP;;01533700900',
    ];
    expect(await said('users', users)).toEqual([
      'line 3: Code of the health authority: has no value',
      'line 4: Profile «SHOP»: not one of the words that are allowed (Business / Health authority / Operator)',
      'created 1, changed 0, unchanged 0, refused 2',
    ]);
    const products = [
      'name;ean1;refPrice;manufacturer;categoryType;categories',
      'Torta;8000000009005;4,50;Forno Grande;CELIAC;Dolci|Pane',
      'Torta;8000000009006;4,50;Forno Grande;CELIAC;Dolci',
    ];
    expect(await said('products', products)).toEqual([
      'line 3: EAN «8000000009006»: not a valid EAN: its check digit is wrong',
      'created 1, changed 0, unchanged 0, refused 1',
    ]);
    for (const [kind, lines] of [
      ['stores', stores],
      ['users', users],
      ['products', products],
    ] as const)
      expect((await said(kind, lines)).at(-1)).toMatch(/^created 0, changed 0, unchanged 1, refused \d$/);
    const linked = await server.db
      .selectFrom('product_category')
      .innerJoin('category', 'category.category_id', 'product_category.category_id')
      .innerJoin('product', 'product.product_id', 'product_category.product_id')
      .where('ean1', '=', '8000000009005')
      .orderBy('position')
      .select(['category.name', 'ref_price'])
      .execute();
    expect(linked).toEqual([
      { name: 'Dolci', ref_price: '4.500000' },
      { name: 'Pane', ref_price: '4.500000' },
    ]);
    const codes = 'name;ean1;pharmacyCode;refPrice;manufacturer;categoryType;categories';
    const cake = (ean1: string, pharmacyCode: string, price = '4,50') => [
      codes,
      `Torta;${ean1};${pharmacyCode};${price};Forno Grande;CELIAC;Dolci|Pane`,
    ];
    expect(await said('products', cake('08000000009005', ''))).toEqual([
      'created 0, changed 0, unchanged 1, refused 0',
    ]);
    const ofPharmacies = cake('08000000009005', '930123450', '4,60');
    expect(await said('products', ofPharmacies)).toEqual(['created 0, changed 1, unchanged 0, refused 0']);
    expect(await said('products', ofPharmacies)).toEqual(['created 0, changed 0, unchanged 1, refused 0']);
    const stored = server.db.selectFrom('product').select(['ean1', 'pharmacy_code', 'ref_price']);
    expect(await stored.where('name', '=', 'Torta').execute()).toEqual([
      { ean1: '8000000009005', pharmacy_code: 'A930123450', ref_price: '4.600000' },
    ]);
    expect((await said('products', [...cake('614141000036', ''), ...cake('0614141000036', '').slice(1)])).at(-1)).toBe(
      'created 1, changed 0, unchanged 0, refused 1',
    );
    expect((await said('products', cake('96385074', 'A930123451'))).at(-1)).toMatch(/refused 1$/);
    expect((await said('products', cake('96385074', ''))).at(-1)).toMatch(/^created 1/);
    await server.close();
  });
});

test(
  'rules §10 import: a command that is killed leaves whole batches, a server goes on, and nobody is there twice',
  { tags: ['full'] },
  async () => {
    const server = await startTestServer({ database: 'postgres' });
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(server.db);
    const folder = await mkdtemp(join(tmpdir(), 'voucher-import-'));
    const file = join(folder, 'patients.csv');
    await writeFile(file, [HEAD, ...patientLines(0, 9000)].join('\n'));
    const env = { ...process.env, DATABASE_URL: databaseUrl(inject('postgresUrl'), rows[0]?.name ?? '') };
    const child = spawn(process.execPath, [program('import'), 'patients', file], { env, stdio: 'ignore' });
    const ended = once(child, 'exit');
    const state = async () => {
      const runs = server.db.selectFrom('import_run').select(['import_id', 'state', 'processed', 'created', 'lines']);
      return runs.executeTakeFirst();
    };
    await expect
      .poll(
        async () => {
          const found = await state();
          return found?.state === 'RUNNING' && found.processed > 0;
        },
        { interval: 5 },
      )
      .toBe(true);
    child.kill('SIGKILL');
    await ended;
    // As the worker does: PostgreSQL may still be at the statement of the killed process, under its lock.
    const goOn = async () => {
      await continueImports(server.services, never);
      return state();
    };
    await expect.poll(goOn).toMatchObject({ state: 'DONE', processed: 9000, created: 9000, lines: 9000 });
    const { count } = await server.db
      .selectFrom('dossier')
      .innerJoin('patient', 'patient.patient_id', 'dossier.patient_id')
      .where('last_name', 'like', 'Cognomè%')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(count).toBe(9000);
    await rm(folder, { recursive: true });
    await server.close();
  },
);

test('rules §10 import: a line reads as much of a file that has just arrived as of a small one', async () => {
  const server = await startTestServer({ database: 'postgres' });
  const lines = patientLines(0, 2000).map((line) => line.split(';'));
  const received = () => receivedImport(server.services, 'patients', PATIENT_COLUMNS, ...lines);
  const importId = await received();
  await continueToEnd(server.services, importId, never);
  await startRun(server.services, { userId: null }, importId, false);
  await continueToEnd(server.services, importId, never);
  const batch = { importId: await received(), after: 1900, last: 1950 };
  const countReads = async () => {
    const { rows } = await sql<{ count: number }>`select sum(idx_tup_read)::int as count from pg_stat_user_indexes
      where relname in ('import_line', 'patient', 'dossier')`.execute(server.db);
    return rows[0]?.count ?? 0;
  };
  const readsOfBatch = async () => {
    const before = await countReads();
    await server.db.transaction().execute(async (trx) => {
      await refuseRepeated(trx, batch, KINDS.patients);
      await compareLines(trx, batch, KINDS.patients, server.services.now());
      await sql`select pg_stat_force_next_flush()`.execute(trx);
    });
    return (await countReads()) - before;
  };
  // Other connections may tell of earlier reads meanwhile.
  const reads = [await readsOfBatch(), await readsOfBatch(), await readsOfBatch()];
  expect(Math.min(...reads) / 50).toBeLessThan(30);
  await server.close();
});
