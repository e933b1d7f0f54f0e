import { type Server, createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';
import samlp, { type SamlRequest } from 'samlp';
import { readBody } from '#tests/second-server/listen.ts';

/** A key pair for TLS and signatures, in PEM. */
export interface Keys {
  readonly key: string;
  readonly cert: string;
}

/** A fake identity provider of a region. It knows every user name and needs no password. */
export interface IdentityProvider {
  readonly signOnUrl: string;
  readonly entityId: string;
  /** Registers a service provider by its metadata. */
  readonly register: (metadata: string) => void;
  readonly stop: () => Promise<void>;
}

interface ServiceProvider {
  readonly entityId: string;
  readonly answersTo: string;
  readonly certificate: string;
}

export async function makeKeys(): Promise<Keys> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], { keySize: 2048 });
  return { key, cert };
}

/** Listens on the given or a free port of this machine. Returns the address. */
export async function listenTls(server: Server, port = 0): Promise<string> {
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return `https://localhost:${(server.address() as AddressInfo).port}`;
}

export async function closeTls(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
}

function found(metadata: string, pattern: RegExp): string {
  const text = pattern.exec(metadata)?.[1];
  if (text === undefined) throw new Error(`the metadata lack ${pattern.source}`);
  return text;
}

function readMetadata(metadata: string): ServiceProvider {
  const base64 = found(metadata, /X509Certificate>([^<]+)</).replace(/\s/g, '');
  return {
    entityId: found(metadata, /entityID="([^"]+)"/),
    answersTo: found(metadata, /AssertionConsumerService [^>]*Location="([^"]+)"/),
    certificate: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----`,
  };
}

/** Reads a request after verifying the service provider's signature. */
function readRequest(SAMLRequest: string, signingCert: string): Promise<SamlRequest> {
  return new Promise((resolve, reject) => {
    samlp.parseRequest({ body: { SAMLRequest }, query: {} }, { signingCert }, (error, request) => {
      if (request === undefined) reject(error ?? new Error('no request'));
      else resolve(request);
    });
  });
}

const page = (action: string, body: string) =>
  `<!doctype html><html lang="it"><head><meta charset="utf-8"><title>Accesso</title></head><body>
  <form method="post" action="${action}">${body}</form></body></html>`;
const hidden = (name: string, value: string) => `<input type="hidden" name="${name}" value="${value}">`;

export async function startIdentityProvider({ key, cert }: Keys): Promise<IdentityProvider> {
  let provider: ServiceProvider | undefined;
  let entityId = '';

  async function answerTo(form: URLSearchParams): Promise<string> {
    if (provider === undefined) throw new Error('no service provider');
    const username = form.get('username');
    const passed = ['SAMLRequest', 'RelayState'].map((name) => hidden(name, form.get(name) ?? '')).join('');
    const request = await readRequest(form.get('SAMLRequest') ?? '', provider.certificate);
    if (username === null)
      return page('/saml/sso', `${passed}<label>Utente <input name="username"></label><button>Entra</button>`);
    const options = {
      ...{ issuer: entityId, key, cert, audience: provider.entityId, lifetimeInSeconds: 60, signResponse: true },
      ...{ recipient: provider.answersTo, destination: provider.answersTo, inResponseTo: request.id ?? '' },
      ...({ signatureAlgorithm: 'rsa-sha256', digestAlgorithm: 'sha256' } as const),
      profileMapper: (nameIdentifier: string) => ({
        getClaims: () => ({}),
        getNameIdentifier: () => ({ nameIdentifier }),
      }),
    };
    const answer = await new Promise<string>((resolve, reject) => {
      samlp.getSamlResponse(options, username, (error, xml) => (error ? reject(error) : resolve(xml)));
    });
    const fields = hidden('SAMLResponse', Buffer.from(answer).toString('base64'));
    const relayState = hidden('RelayState', form.get('RelayState') ?? '');
    return page(provider.answersTo, `${fields}${relayState}<script>document.forms[0].submit()</script>`);
  }

  const server = createServer({ key, cert }, (request, response) => {
    readBody(request)
      .then((body) => answerTo(new URLSearchParams(body)))
      .then(
        (html) => response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(html),
        (error: unknown) => response.writeHead(400).end(String(error)),
      );
  });
  const origin = await listenTls(server);
  entityId = `${origin}/saml`;
  return {
    signOnUrl: `${origin}/saml/sso`,
    entityId,
    register: (metadata) => {
      provider = readMetadata(metadata);
    },
    stop: () => closeTls(server),
  };
}
