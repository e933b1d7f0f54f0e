import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { IMPORT_FILE_LIMIT, readImport, startImport, uploadImport } from '#contract/admin/imports.ts';
import { adminPatients, findSamePerson } from '#contract/admin/patients.ts';
import { romeDay } from '#contract/rules/dates.ts';
import { isPerson, namesOf } from '#server/administration/same-person.ts';
import { readKinds } from '#server/database/dossier-kinds.ts';
import { holding } from '#server/database/row-locks.ts';
import { countNames } from '#server/imports/column-names.ts';
import { continueImports } from '#server/imports/continue-import.ts';
import { openSheet } from '#server/imports/files/read-sheet.ts';
import { importFile } from '#server/imports/import-file.ts';
import { KINDS } from '#server/imports/kinds.ts';
import { readLines } from '#server/imports/read-lines.ts';
import { takeIdentity } from '#server/patients/anonymise-patients.ts';
import { inventedFiscalCode } from '#tests/support/import-files.ts';
import { PATIENTS, USERS } from '../support/fixture.ts';
import { type TestServer, describeOnEachDatabase, signInAs, startTestServer } from '../support/harness.ts';

const never = new AbortController().signal;
const HEAD = 'fiscalCode;firstName;lastName;gender;birthDate;otpMode;dossierType;dossierStatus;aslCode';
const PROVISIONAL = '12345678903';

function csv(...lines: readonly string[]): string {
  return lines.join('\r\n');
}

function line(code: number | string, name: string, born = '1980-01-01', rest = 'NONE;CELIAC;APPROVED;101'): string {
  return `${typeof code === 'number' ? inventedFiscalCode(code) : code};${name};M;${born};${rest}`;
}

describeOnEachDatabase('the same person', (database) => {
  let server: TestServer;
  let region: string;
  let sassari: string;
  let cagliari: string;
  beforeAll(async () => {
    server = await startTestServer({ database });
    region = await signInAs(server, USERS.region);
    sassari = await signInAs(server, USERS.districtSassari);
    cagliari = await signInAs(server, USERS.districtCagliari);
  });
  afterAll(() => server.close());

  const find = (token: string, firstName: string, lastName: string, birthDate: string, patientId?: number) =>
    server.callOk(findSamePerson, { body: { firstName, lastName, birthDate, patientId } }, { token });

  async function enter(number: number, firstName: string, lastName: string, birthDate = '1980-01-01') {
    const body = { firstName, lastName, birthDate, gender: 'M', otpMode: 'NONE', status: 'ENABLED' } as const;
    const fiscalCode = inventedFiscalCode(number);
    const { row } = await server.callOk(
      adminPatients.calls.create,
      { body: { ...body, fiscalCode } },
      { token: region },
    );
    return { id: Number(row.patientId), fiscalCode };
  }

  async function checked(content: string) {
    const { row } = await server.callOk(
      uploadImport,
      { params: { kind: 'patients' }, query: {}, body: { file: new File([content], 'file.csv') } },
      { token: region },
    );
    return settled(Number(row.importId));
  }

  async function settled(importId: number) {
    await continueImports(server.services, never);
    return { importId, ...(await server.callOk(readImport, { params: { id: importId } }, { token: region })) };
  }

  /** What is told of a file before it is imported, without what only the fiscal code says. */
  async function toldOf(...lines: readonly string[]) {
    const { warnedLines = [] } = await checked(csv(HEAD, ...lines));
    return warnedLines.flatMap(({ line: number, problems }) =>
      problems
        .filter(({ reason }) => reason === 'SAME_PERSON')
        .map(({ firstLine, words }) => ({ number, firstLine, words })),
    );
  }

  const SAME_NAMES: readonly (readonly [first: string, last: string, otherFirst: string, otherLast: string])[] = [
    ['Niccolò', "D'Angelo", 'NICCOLO’', 'D ANGELO'],
    ['Niccolò', "D'Angelo", "niccolo'", 'DANGELO'],
    ['Maria-Grazia', 'De Luca', 'Maria Grazia', 'DE-LUCA'],
    ['Maria-Grazia', 'De Luca', 'MARIAGRAZIA', 'Deluca'],
    ['Gian. Maria', 'Weiß', 'Gian Maria', 'WEISS'],
    ['Łukasz', 'Đorđević', 'Lukasz', 'Dordevic'],
    ['Anna\u00a0Rosa', 'Pi\u200bras', 'Anna Rosa', 'Piras'],
    ['Σοφία', 'Παππάς', 'ΣΟΦΙΑ', 'ΠΑΠΠΑΣ'],
    ['Efisio', 'Serra', 'Serra', 'Efisio'],
    ['Jose\u0301', 'Ferrer i Paral·lel', 'José', 'Ferrer I Parallel'],
  ];

  test.each(SAME_NAMES.map((names, index) => [...names, index] as const))(
    'rules §9 the same person: %s %s is %s %s, in the form and in a file',
    async (firstName, lastName, otherFirst, otherLast, index) => {
      const born = `19${50 + index}-02-01`;
      const { fiscalCode } = await enter(20_000 + index, firstName, lastName, born);
      expect((await find(region, otherFirst, otherLast, born)).fiscalCodes).toEqual([fiscalCode]);
      expect(await toldOf(line(30_000 + index, `${otherFirst};${otherLast}`, born))).toEqual([
        { number: 2, firstLine: undefined, words: [fiscalCode] },
      ]);
    },
  );

  test('rules §9 the same person: not a twin, another day, a part of the name, oneself, or who is anonymous', async () => {
    const { id, fiscalCode } = await enter(90_000, 'Gavino', 'Manca', '1970-03-04');
    const nobody = { fiscalCodes: [], isElsewhere: false };
    expect(await find(region, 'Gavino', 'Manca', '1970-03-04')).toEqual({
      fiscalCodes: [fiscalCode],
      isElsewhere: false,
    });
    expect(await find(region, 'Gavina', 'Manca', '1970-03-04')).toEqual(nobody);
    expect(await find(region, 'Gavino', 'Manca', '1970-04-03')).toEqual(nobody);
    expect(await find(region, 'Gavino Luigi', 'Manca', '1970-03-04')).toEqual(nobody);
    expect(await find(region, 'Gavino', 'Manca', '1970-03-04', id)).toEqual(nobody);
    await takeIdentity(holding(server.db), id);
    expect(await find(region, 'Gavino', 'Manca', '1970-03-04')).toEqual(nobody);
    expect(await find(region, 'anonimo', 'Assistito', '1900-01-01')).toEqual(nobody);
  });

  test('rules §9 the same person: an office learns the code of its own patients, of others that there is one; both are consultations', async () => {
    const { fiscalCode, id } = PATIENTS.withPin;
    const { birth_date: born } = await server.db
      .selectFrom('patient')
      .select('birth_date')
      .where('patient_id', '=', id)
      .executeTakeFirstOrThrow();
    const seen = async () => {
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from consultation
        where call = ${findSamePerson.name} and patient_id = ${id}`.execute(server.db);
      return rows[0]?.count ?? 0;
    };
    const before = await seen();
    expect(await find(sassari, 'MARIO', 'rossi', born)).toEqual({ fiscalCodes: [fiscalCode], isElsewhere: false });
    expect(await find(cagliari, 'MARIO', 'rossi', born)).toEqual({ fiscalCodes: [], isElsewhere: true });
    expect(await find(region, 'MARIO', 'rossi', born)).toEqual({ fiscalCodes: [fiscalCode], isElsewhere: false });
    expect(await seen()).toBe(before + 3);
    const token = await signInAs(server, USERS.aurora);
    const refused = await server.call(
      findSamePerson,
      { body: { firstName: 'A', lastName: 'B', birthDate: born } },
      { token },
    );
    expect(refused.status).toBe(403);
  });

  test('rules §10 import: a provisional code that became definitive is told, in one file and beside what is stored, and goes in all the same', async () => {
    const other = line(91_001, 'Bachisio;Còntu');
    const told = await toldOf(line(PROVISIONAL, 'Bachisio;Contu'), line(91_000, 'Ugo;Contu'), other);
    expect(told).toEqual([{ number: 4, firstLine: 2, words: undefined }]);
    const first = await checked(csv(HEAD, line(PROVISIONAL, 'Bachisio;Contu')));
    await server.callOk(startImport, { params: { id: first.importId }, body: {} }, { token: region });
    await settled(first.importId);
    // The stored one is in the file too, unchanged, behind the new one.
    expect(await toldOf(other, line(PROVISIONAL, 'Bachisio;Contu'))).toEqual([
      { number: 2, firstLine: undefined, words: [PROVISIONAL] },
    ]);
    const second = await checked(csv(HEAD, line(PROVISIONAL, 'Bachisio;Contu'), other));
    expect(second.row).toMatchObject({ created: 1, unchanged: 1, warned: 1 });
    expect(second.warnedLines?.[0]?.problems[0]).toEqual({
      field: 'fiscalCode',
      value: inventedFiscalCode(91_001),
      reason: 'SAME_PERSON',
      firstLine: 2,
      words: [PROVISIONAL],
    });
    const { rows: seen } = await sql`select from consultation join patient using (patient_id)
      where call = 'admin-imports.read' and fiscal_code = ${PROVISIONAL}`.execute(server.db);
    expect(seen.length).toBeGreaterThan(0);
    await server.callOk(
      startImport,
      { params: { id: second.importId }, body: { onlyIfNoneRefused: true } },
      { token: region },
    );
    expect((await settled(second.importId)).row).toMatchObject({ state: 'DONE', created: 1, warned: 1 });
    // Who are two all the same are told no more, unless one becomes the other.
    expect(
      await toldOf(
        line(PROVISIONAL, 'BACHISIO;CONTU'),
        line(91_001, 'Bachisio;Contu', undefined, 'PIN;CELIAC;APPROVED;101'),
      ),
    ).toEqual([]);
  });

  test('rules §10 import: told are a changed name and birth date, not a further dossier, a refused line, or the own row', async () => {
    const { fiscalCode } = await enter(92_000, 'Tonio', 'Fadda', '1961-05-06');
    await enter(92_001, 'Antonio', 'Fadda', '1961-05-06');
    await enter(92_002, 'Tonio', 'Fadda', '1961-06-05');
    const ofDossier = 'NONE;CELIAC;APPROVED;101';
    expect(await toldOf(line(92_001, 'Tonio;Fadda', '1961-05-06'))).toEqual([
      { number: 2, firstLine: undefined, words: [fiscalCode] },
    ]);
    expect(await toldOf(line(92_002, 'Tonio;Fadda', '1961-05-06'))).toEqual([
      { number: 2, firstLine: undefined, words: [fiscalCode] },
    ]);
    expect(await toldOf(line(92_000, 'TONIO;Fadda', '1961-05-06', ofDossier))).toEqual([]);
    expect(await toldOf(line(92_003, 'Tonio;Fadda', '1961-05-06', 'NONE;CELIAC;APPROVED;999'))).toEqual([]);
    const twice = [line(92_004, 'Zoe;Fadda'), line(92_004, 'Zoe;Fadda', undefined, 'NONE;;;')];
    expect(await toldOf(...twice)).toEqual([]);
    expect(
      (await toldOf(...twice, line(92_005, 'Zoe;Fadda'), line(92_006, 'ZOE;FADDA'))).map(({ number, firstLine }) => [
        number,
        firstLine,
      ]),
    ).toEqual([
      [4, 2],
      [5, 2],
    ]);
  });

  test('rules §10 import: the same person is told before what differs from a code, however late it stands in the file', async () => {
    await enter(93_000, 'Remo', 'Usai', '1980-01-01');
    const differing = Array.from({ length: 60 }, (_, index) =>
      line(93_100 + index, `Nome${index};Altri`, '1999-09-09'),
    );
    const { warnedLines } = await checked(csv(HEAD, ...differing, line(93_001, 'Remo;Usai')));
    expect(warnedLines?.[0]?.line).toBe(62);
    expect(warnedLines?.[0]?.problems[0]?.reason).toBe('SAME_PERSON');
  });

  test('rules §10 import by its command: what should be looked at is said before anything is written', async () => {
    const { fiscalCode } = await enter(94_000, 'Nino', 'Solinas', '1980-01-01');
    const content = csv(HEAD, line(94_001, 'NINO;SOLINAS'));
    const said: string[] = [];
    const count = async () => {
      const { rows } = await sql`select from patient where fiscal_code = ${inventedFiscalCode(94_001)}`.execute(
        server.db,
      );
      return rows.length;
    };
    const whenSaid: Promise<number>[] = [];
    const reading = { today: romeDay(server.services.now()), kinds: await readKinds(server.db) };
    const bytes = Readable.from([Buffer.from(content)]);
    const { rows } = openSheet(bytes, {
      most: IMPORT_FILE_LIMIT,
      countNames: (cells) => countNames(KINDS.patients, cells),
    });
    const source = { facts: {}, parts: readLines(rows, { kind: KINDS.patients, meant: [], reading }) };
    const counts = await importFile(server.services, {
      kind: 'patients',
      fileName: 'file.csv',
      source,
      isDryRun: false,
      onlyIfNoneRefused: false,
      say: (text) => {
        said.push(text);
        whenSaid.push(count());
      },
      signal: never,
    });
    expect(said[0]).toMatch(new RegExp(`^look at line 2: .* \\(${fiscalCode}\\)`));
    expect(await whenSaid[0]).toBe(0);
    expect([counts.created, await count()]).toEqual([1, 1]);
  });

  test('rules §9 the same person is found by an index', async () => {
    const { rows } = await server.db.transaction().execute(async (trx) => {
      await sql`set local enable_seqscan = off`.execute(trx);
      const person = isPerson(namesOf(sql`${'A'}::text`, sql`${'B'}::text`), sql`${'1980-01-01'}::date`);
      return sql<Record<string, string>>`explain select from patient where ${person}`.execute(trx);
    });
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(
      /patient_by_person[^\n]*\n\s+Index Cond: .*birth_date = .*folded_first_name.* = /,
    );
  });
});
