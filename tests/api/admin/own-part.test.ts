import { sql } from 'kysely';
import { afterEach, beforeAll, afterAll, beforeEach, expect, test } from 'vitest';
import { downloadConsultations, downloadPatientData, searchConsultations } from '#contract/admin/consultations.ts';
import { adminDossiers, approveAdminDossier, switchAdminDossier } from '#contract/admin/dossiers.ts';
import { adminPatients, issueAdminPin, readPatientFile, unlockAdminPin } from '#contract/admin/patients.ts';
import { adminVouchers, revokeAdminVoucher } from '#contract/admin/vouchers.ts';
import { readPdf } from '#tests/pdf-text.ts';
import { restoreFixture } from '../support/fill-fixture.ts';
import { ASL, PATIENTS, PRODUCTS, STORES, USERS } from '../support/fixture.ts';
import { type TestServer, describeOnEachDatabase, signInAs, startTestServer } from '../support/harness.ts';
import { openCart, put, sell } from '../support/sale.ts';
import { NEW_PATIENT } from './rows.ts';

const { id: patientId, fiscalCode } = PATIENTS.twoDossiers;
const MAY = { dateStart: '2026-05-01', dateEnd: '2026-05-31' };

/** The refusal of a call, if it was refused. */
interface Outcome {
  readonly error?: { readonly description?: string | null | undefined } | undefined;
}

/** What a document may tell of the part of each authority: its name, its vouchers and purchases, and what only they cost. */
interface Part {
  readonly asl: string;
  readonly voucher: string;
  readonly purchaseId: number;
  readonly amount: string;
}

describeOnEachDatabase('the part of each authority', (database) => {
  let server: TestServer;
  let region: string;
  let sassari: string;
  let cagliari: string;
  let ofSassari: Part;
  let ofCagliari: Part;
  beforeAll(async () => {
    server = await startTestServer({ database });
  });
  beforeEach(async () => {
    region = await signInAs(server, USERS.region);
    sassari = await signInAs(server, USERS.districtSassari);
    cagliari = await signInAs(server, USERS.districtCagliari);
    const shop = await signInAs(server, USERS.aurora);
    const storeId = STORES.auroraCentro;
    const celiac = { patientId, voucherId: 300, storeId };
    const proteinFree = { patientId, voucherId: 310, storeId };
    const own = Number(await sell(server, shop, celiac, PRODUCTS.bread, 3));
    const others = Number(await sell(server, shop, proteinFree, PRODUCTS.proteinFree, 4));
    ofSassari = { asl: 'ASL n. 1 di Sassari', voucher: 'B-300', purchaseId: own, amount: '10.50' };
    ofCagliari = { asl: 'ASL n. 8 di Cagliari', voucher: 'B-310', purchaseId: others, amount: '19.20' };
    for (const [sale, product] of [
      [celiac, PRODUCTS.penne],
      [proteinFree, PRODUCTS.proteinFree],
    ] as const)
      await put(server, shop, await openCart(server, shop, sale), product, 1);
    // Each office looks at its dossier, and the region at both.
    for (const [id, token] of [
      [30, sassari],
      [31, cagliari],
    ] as const)
      await server.callOk(adminDossiers.calls.read, { params: { id } }, { token });
  });
  afterEach(() => restoreFixture(server.db));
  afterAll(() => server.close());

  /** All that an operator gets of the patient, as text, by the call; of a former authority there is no page of the patient. */
  async function told(token: string, isFormer = false): Promise<Readonly<Record<string, string>>> {
    const bytes = (base64: string) => Buffer.from(base64, 'base64');
    const body = { fiscalCode };
    const log = { ...body, ...MAY };
    const data = await server.callOk(downloadPatientData, { body }, { token });
    const pdf = await server.callOk(downloadConsultations, { body: log }, { token });
    const params = { id: patientId };
    const json = (answer: unknown) => JSON.stringify(answer);
    return {
      data: bytes(data.base64).toString(),
      pdf: readPdf(bytes(pdf.base64)).texts.join('\n'),
      log: json(await server.callOk(searchConsultations, { body: { ...log, size: 200 } }, { token })),
      ...(!isFormer && {
        file: json(await server.callOk(readPatientFile, { params }, { token })),
        changes: json(await server.callOk(adminPatients.calls.changes, { params }, { token })),
      }),
      dossiers: json(await server.callOk(adminDossiers.calls.search, { body }, { token })),
      dossiersCsv: bytes((await server.callOk(adminDossiers.calls.exportRows, { body }, { token })).base64).toString(),
      vouchers: json(await server.callOk(adminVouchers.calls.search, { body }, { token })),
      vouchersCsv: bytes((await server.callOk(adminVouchers.calls.exportRows, { body }, { token })).base64).toString(),
    };
  }

  /** Where something of a part is told, and what. */
  function found(texts: Readonly<Record<string, string>>, { asl, voucher, purchaseId, amount }: Part): string[] {
    const marks = [
      asl,
      voucher,
      `"numero": ${purchaseId}`,
      `"purchaseId":${purchaseId}`,
      `"${amount}"`,
      amount.replace('.', ','),
    ];
    return Object.entries(texts).flatMap(([call, text]) =>
      marks.filter((mark) => text.includes(mark)).map((mark) => `${call}: ${mark}`),
    );
  }

  interface StoredLog {
    readonly acquisti: readonly { readonly numero: number }[];
    readonly carrelliNonAcquistati: readonly { readonly buono: string }[];
    readonly accessi: readonly { readonly operazione: string; readonly tipo: string }[];
    readonly documento: { readonly contenuto?: string };
  }
  const storedIn = ({ data = '' }: Readonly<Record<string, string>>) => JSON.parse(data) as StoredLog;

  test('rules §9 access request: each authority tells its own, and the region everything', async () => {
    const [all, one, other] = [await told(region), await told(sassari), await told(cagliari)];
    expect(found(one, ofCagliari)).toEqual([]);
    expect(found(other, ofSassari)).toEqual([]);
    for (const part of [ofSassari, ofCagliari])
      expect(found(all, part)).toEqual(expect.arrayContaining([`data: ${part.asl}`, `vouchers: ${part.voucher}`]));
    expect(found(one, ofSassari)).toEqual(
      expect.arrayContaining([`data: "numero": ${ofSassari.purchaseId}`, `file: "purchaseId":${ofSassari.purchaseId}`]),
    );
    const own = storedIn(one);
    expect(own.acquisti.map(({ numero }) => numero)).toEqual([ofSassari.purchaseId]);
    expect(own.carrelliNonAcquistati.map(({ buono }) => buono)).toEqual(['B-300']);
    const bought = (log: StoredLog) => log.accessi.filter(({ operazione }) => operazione === 'Acquisto').length;
    expect([bought(storedIn(all)), bought(own), bought(storedIn(other))]).toEqual([2, 1, 1]);
    expect(storedIn(all).documento.contenuto).toBeUndefined();
    expect(own.documento.contenuto).toMatch(/^Solo quanto è di questo ente/);
    expect(one.pdf).toContain('Solo quanto è di');
    expect(all.pdf).not.toContain('Solo quanto');
  });

  /** Gives a dossier to another authority, after the end of its voucher. */
  async function move(id: number, voucherId: number, aslId: number): Promise<void> {
    await sql`update voucher set month = '2020-01-01', enabled_at = '2020-01-01', disabled_at = '2020-01-31'
      where voucher_id = ${voucherId}`.execute(server.db);
    const { row } = await server.callOk(adminDossiers.calls.read, { params: { id } }, { token: region });
    const body = { aslId, version: row.version };
    await server.callOk(adminDossiers.calls.update, { params: { id }, body }, { token: region });
  }

  test('rules §9 access request: of a patient who moved, the new authority tells nothing that the former one paid', async () => {
    await move(31, 310, ASL.sassari);
    const one = await told(sassari);
    expect(found(one, ofCagliari).filter((mark) => !mark.startsWith('data: "numero"'))).toEqual([]);
    expect(storedIn(one).acquisti.map(({ numero }) => numero)).toEqual([ofSassari.purchaseId]);
    expect(one.dossiers).toContain('"dossierId":31');
    const former = await told(cagliari, true);
    expect(found(former, ofSassari)).toEqual([]);
    expect(storedIn(former).acquisti.map(({ numero }) => numero)).toEqual([ofCagliari.purchaseId]);
    expect(former.vouchers).toContain(ofCagliari.voucher);
    expect(found(await told(region), ofCagliari)).toContain(`data: ${ofCagliari.voucher}`);
  });

  test('rules §9 access request: a former authority that still pays something tells what it paid, and nothing of now', async () => {
    await server.db
      .insertInto('dossier')
      .values({
        patient_id: patientId,
        asl_id: ASL.sassari,
        type: 'PROTEIN_FREE',
        status: 'REVOKED',
        monthly_amount: '80',
      })
      .execute();
    await move(30, 300, ASL.cagliari);
    const one = await told(sassari, true);
    expect(found(one, ofCagliari)).toEqual([]);
    expect(storedIn(one).acquisti.map(({ numero }) => numero)).toEqual([ofSassari.purchaseId]);
    expect(one.vouchers).toContain(ofSassari.voucher);
    expect(one.dossiers).not.toContain('"dossierId":30');
    const other = await told(cagliari);
    expect(found(other, ofSassari)).toEqual([]);
    expect(other.dossiers).toContain('"dossierId":30');
  });

  test('rules §9 access request: a voucher that may still be spent goes over with its dossier', async () => {
    const { row } = await server.callOk(adminDossiers.calls.read, { params: { id: 31 } }, { token: region });
    const body = { aslId: ASL.sassari, version: row.version };
    await sql`update voucher set disabled_at = now() + interval '1 day' where voucher_id = 310`.execute(server.db);
    await server.callOk(adminDossiers.calls.update, { params: { id: 31 }, body }, { token: region });
    const one = await told(sassari);
    expect(one.vouchers).toContain(ofCagliari.voucher);
    expect(storedIn(one).acquisti.map(({ numero }) => numero)).toEqual([ofSassari.purchaseId]);
  });

  /** What an office does with a patient, and whether it is one who has no power any more. */
  const POWER: readonly (readonly [name: string, ask: (token: string) => Promise<Outcome>, refusal: string])[] = [
    [
      'read',
      (token) => server.call(adminPatients.calls.read, { params: { id: patientId } }, { token }),
      'PATIENT_NOT_FOUND',
    ],
    ['file', (token) => server.call(readPatientFile, { params: { id: patientId } }, { token }), 'PATIENT_NOT_FOUND'],
    [
      'changes',
      (token) => server.call(adminPatients.calls.changes, { params: { id: patientId } }, { token }),
      'PATIENT_NOT_FOUND',
    ],
    [
      'PIN',
      (token) => server.call(issueAdminPin, { params: { id: patientId }, body: { version: 1 } }, { token }),
      'PATIENT_NOT_FOUND',
    ],
    [
      'unlock',
      (token) => server.call(unlockAdminPin, { params: { id: patientId }, body: { version: 1 } }, { token }),
      'PATIENT_NOT_FOUND',
    ],
    [
      'edit',
      (token) =>
        server.call(
          adminPatients.calls.update,
          { params: { id: patientId }, body: { ...NEW_PATIENT, version: 1 } },
          { token },
        ),
      'PATIENT_NOT_FOUND',
    ],
    [
      'new dossier',
      (token) =>
        server.call(adminDossiers.calls.create, { body: { patientId, aslId: ASL.sassari, type: 'CELIAC' } }, { token }),
      'PATIENT_NOT_FOUND',
    ],
    [
      'approve',
      (token) => server.call(approveAdminDossier, { params: { id: 30 }, body: { version: 1 } }, { token }),
      'PATIENT_OF_ANOTHER_ASL',
    ],
    [
      'switch',
      (token) =>
        server.call(switchAdminDossier, { params: { id: 30 }, body: { version: 1, month: '2026-06-01' } }, { token }),
      'PATIENT_OF_ANOTHER_ASL',
    ],
    [
      'voucher',
      (token) => server.call(revokeAdminVoucher, { params: { id: 300 }, body: {} }, { token }),
      'PATIENT_OF_ANOTHER_ASL',
    ],
    [
      'by code',
      (token) => server.call(adminPatients.calls.create, { body: { ...NEW_PATIENT, fiscalCode } }, { token }),
      'PATIENT_OF_ANOTHER_ASL',
    ],
  ];

  test.each(POWER)(
    'rules §9 power: an office whose dossier is a former one has none over the patient: %s',
    async (_, ask, refusal) => {
      await sql`update dossier set status = 'REVOKED' where dossier_id = 30`.execute(server.db);
      expect((await ask(sassari)).error?.description).toBe(refusal);
    },
  );

  test('rules §9 power: of a patient whom nobody pays any more the one who paid the newest dossier has it', async () => {
    await sql`update dossier set status = 'REVOKED' where patient_id = ${patientId}`.execute(server.db);
    const read = (token: string) => server.call(adminPatients.calls.read, { params: { id: patientId } }, { token });
    expect([(await read(sassari)).status, (await read(cagliari)).status]).toEqual([404, 200]);
    const approved = await server.call(
      approveAdminDossier,
      { params: { id: 31 }, body: { version: 1 } },
      { token: cagliari },
    );
    expect(approved.status).toBe(200);
  });

  test('rules §9 power: a former authority still sees its dossier, its vouchers and what it paid, and of the patient who it is', async () => {
    await sql`update dossier set status = 'REVOKED' where dossier_id = 30`.execute(server.db);
    const former = await told(sassari, true);
    expect(former.dossiers).toContain('"dossierId":30');
    expect(former.dossiersCsv).toContain(fiscalCode);
    expect(former.vouchersCsv).toContain('B-300');
    const { assistito, pinErrati } = JSON.parse(former.data ?? '') as { assistito: object; pinErrati: unknown[] };
    expect(Object.keys(assistito)).toEqual(['codiceFiscale', 'nome', 'cognome']);
    expect(pinErrati).toEqual([]);
    const seen = JSON.parse(former.log ?? '') as { rows: { kind: string; action: string; username?: string }[] };
    expect(
      seen.rows.filter(({ kind, username }) => kind === 'CONSULTATION' && username !== USERS.districtSassari),
    ).toEqual([]);
    expect(seen.rows.filter(({ action }) => action === 'PURCHASE_MADE')).toHaveLength(1);
    const list = await server.callOk(adminPatients.calls.search, { body: { ids: [patientId] } }, { token: sassari });
    expect(list.rows).toEqual([]);
  });
});
