import { adminTills, issueAdminTillSecret } from '#contract/admin/tills.ts';
import { USERS } from './fixture.ts';
import { type TestServer, signInAs } from './harness.ts';

/** A till with its credentials. */
export interface TestTill {
  readonly id: number;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly tokenEndpoint: string;
}

/** Creates a till of a store as an operator does, and its secret. */
export async function makeTill(
  server: TestServer,
  storeId: number,
  more: { readonly name?: string; readonly publicKey?: string } = {},
): Promise<TestTill> {
  const token = await signInAs(server, USERS.region);
  const { row } = await server.callOk(
    adminTills.calls.create,
    { body: { name: 'Cassa 3', storeId, ...more } },
    { token },
  );
  const id = Number(row.tillId);
  const input = { params: { id }, body: { version: row.version } };
  const { base64 } = await server.callOk(issueAdminTillSecret, input, { token });
  const told = JSON.parse(Buffer.from(base64, 'base64').toString('utf8')) as Omit<TestTill, 'id'>;
  return { ...told, id };
}

/** The answer of the token endpoint. */
export interface Granted {
  readonly status: number;
  readonly headers: Headers;
  readonly body: {
    readonly access_token?: string;
    readonly token_type?: string;
    readonly expires_in?: number;
    readonly error?: string;
  };
}

/** Asks for a token. */
export async function askForToken(
  server: TestServer,
  form: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Granted> {
  const response = await fetch(new URL('/sign-on/token', server.url), {
    method: 'POST',
    headers,
    body: new URLSearchParams({ grant_type: 'client_credentials', ...form }),
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Granted['body'] };
}

/** The header of a till that shows its secret. */
export function basicOf({ clientId, clientSecret }: Pick<TestTill, 'clientId' | 'clientSecret'>) {
  return { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` };
}

/** Gets a token by the secret of a till. */
export async function tokenOf(server: TestServer, till: TestTill): Promise<string> {
  const { body } = await askForToken(server, {}, basicOf(till));
  if (body.access_token === undefined) throw new Error(`no token: ${String(body.error)}`);
  return body.access_token;
}
