import { afterAll, beforeAll, expect, test } from 'vitest';
import { uploadImport } from '#contract/admin/imports.ts';
import { USERS } from './support/fixture.ts';
import { type TestServer, signInAs, startTestServer } from './support/harness.ts';

const PATH = uploadImport.path.replace('{kind}', 'asl');
const file = (name: string, content: string, fileName = 'a.csv') =>
  `--b\r\nContent-Disposition: form-data; name="${name}"; filename="${fileName}"\r\nContent-Type: text/csv\r\n\r\n${content}\r\n`;
const field = (name: string) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\nvalue\r\n`;
const CSV = 'Codice;Denominazione\r\n199;ASL di prova\r\n';
const WHOLE = `${file('file', CSV)}--b--\r\n`;
const END = '--b--\r\n';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer({ database: 'postgres' });
  token = await signInAs(server, USERS.region);
});
afterAll(() => server.close());

/** Sends a form, in pieces where it has several. */
async function send(...pieces: readonly string[]): Promise<readonly [status: number, field?: string]> {
  const body = new ReadableStream({
    async start(controller) {
      for (const piece of pieces) {
        controller.enqueue(new TextEncoder().encode(piece));
        await new Promise((resolve) => setImmediate(resolve));
      }
      controller.close();
    },
  });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=b' };
  const answer = await fetch(new URL(PATH, server.url), {
    method: 'POST',
    headers,
    body,
    duplex: 'half',
  } as RequestInit);
  const { error } = (await answer.json()) as { readonly error?: { readonly field?: string } };
  return error?.field === undefined ? [answer.status] : [answer.status, error.field];
}

function runs() {
  return server.db.selectFrom('import_run').select('import_id').execute();
}

test('rules §8 forms: a form that is cut anywhere is 400 with its field, and leaves nothing', async () => {
  const places = [
    '--b',
    '-b',
    '\r\nContent-D',
    'ontent-D',
    '; name',
    'ile"; filename',
    'a.csv',
    '\r\nContent-Type',
    'text/csv',
  ];
  const inside = [...places, '\r\n\r\nCodice', 'Codice', 'Denominazione', '199', 'prova', '\r\n\r\n--b--'];
  for (const place of inside)
    expect([place, await send(WHOLE.slice(0, WHOLE.indexOf(place)))]).toEqual([place, [400, 'file']]);
  // The last boundary, of which a part has come. What stands behind its two dashes is nobody's.
  for (const missing of [3, 4, 5, 6, 7])
    expect([missing, await send(WHOLE.slice(0, -missing))]).toEqual([missing, [400, 'file']]);
  expect(await runs()).toEqual([]);
  expect(await send(WHOLE)).toEqual([200]);
});

test.each<[string, readonly string[], string]>([
  ['two files', [file('file', CSV), file('file', CSV), END], 'file'],
  ['two files in one piece', [file('file', CSV) + file('file', CSV) + END], 'file'],
  ['another file behind it', [file('file', CSV), file('other', CSV), END], 'file'],
  ['another file before it', [file('other', CSV), file('file', CSV), END], 'other'],
  ['a field behind it', [file('file', CSV), field('note'), END], 'note'],
  ['a field before it', [field('note'), file('file', CSV), END], 'note'],
  ['a field without a name', [field(''), file('file', CSV), END], 'body'],
  ['a field with a long name', [field('n'.repeat(100)), file('file', CSV), END], 'body'],
  ['a file of another name', [file('other', CSV), END], 'other'],
  ['a file as a field', [field('file'), END], 'file'],
  ['three parts', [file('file', CSV), field('note'), field('note'), END], 'file'],
  ['nothing', [END], 'file'],
  ['no form', ['nothing'], 'file'],
  ['a second file that is cut', [file('file', CSV), file('file', CSV)], 'file'],
  ['a file that is cut behind a large piece', [file('file', `${CSV}${'1;x\r\n'.repeat(50_000)}`).slice(0, -2)], 'file'],
])('rules §8 forms: %s is refused', async (_name, pieces, name) => {
  const before = await runs();
  expect(await send(...pieces)).toEqual([400, name]);
  expect(await runs()).toEqual(before);
});
