import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base } from '@playwright/test';
import { readBody } from '#tests/second-server/listen.ts';
import { freePort } from '#tests/support/free-port.ts';
import { makeKeys } from '#tests/support/identity-provider.ts';
import { startServerProcess } from '#tests/support/server-process.ts';

interface Site {
  readonly origin: string;
  readonly close: () => void;
}

async function startSite(answer: RequestListener): Promise<Site> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The page of an identity provider, which shows what was posted to it. */
const askWho: RequestListener = (request, response) => {
  void readBody(request).then((body) => {
    const isPosted = new URLSearchParams(body).has('SAMLRequest');
    response
      .setHeader('content-type', 'text/html; charset=utf-8')
      .end(`<h1>Chi sei? ${request.method} ${isPosted}</h1>`);
  });
};

interface Gateway {
  readonly portal: string;
  /** What the gateway does with the posted form. */
  leadTo: (place: 'known' | 'unknown' | 'nowhere') => void;
}

/**
 * The portal behind a gateway that redirects the posted form to one of two providers, of which it knows one. The browser
 * complains of the other.
 */
const test = base.extend<object, { gateway: Gateway }>({
  gateway: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      let place: 'known' | 'unknown' | 'nowhere' = 'known';
      const sites = { known: await startSite(askWho), unknown: await startSite(askWho) };
      const entry = await startSite((_request, response) => {
        if (place === 'nowhere') response.writeHead(204).end();
        else response.writeHead(307, { location: `${sites[place].origin}/login` }).end();
      });
      const folder = await mkdtemp(join(tmpdir(), 'voucher-gateway-'));
      const { key, cert } = await makeKeys();
      const port = await freePort();
      const server = await startServerProcess(['scripts/start.mjs'], {
        NODE_ENV: 'test',
        PORT: String(port),
        DATA_DIR: folder,
        DATABASE_URL: '',
        SAML_IDP_URL: `${entry.origin}/sso`,
        SAML_IDP_ORIGINS: sites.known.origin,
        SAML_IDP_CERTIFICATE: cert,
        SAML_SP_PRIVATE_KEY: key,
        SAML_SP_CERTIFICATE: cert,
      });
      await use({
        portal: `http://localhost:${port}`,
        leadTo: (next) => {
          place = next;
        },
      });
      await server.end();
      for (const site of [entry, sites.known, sites.unknown]) site.close();
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});

test('rules §8 CSP: a gateway may lead the posted form to the origins of its setting', async ({ page, gateway }) => {
  gateway.leadTo('known');
  await page.goto(`${gateway.portal}/ricerca-assistiti`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Chi sei? POST true');
});

test('§7 sign-on: a gateway that leads to an origin that is not set is told at once, and the sign-on offered again', async ({
  page,
  gateway,
}) => {
  gateway.leadTo('unknown');
  await page.goto(`${gateway.portal}/ricerca-assistiti`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Accesso necessario');
  await expect(page.getByText('Il browser ha bloccato il passaggio al servizio di accesso')).toBeVisible();
  gateway.leadTo('known');
  await page.getByRole('main').getByRole('button', { name: 'Accedi' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Chi sei? POST true');
});

test('§7 sign-on: so it is on a public page, in an alert', async ({ page, gateway }) => {
  gateway.leadTo('unknown');
  await page.goto(gateway.portal);
  await page.getByRole('banner').getByRole('button', { name: 'Accedi' }).click();
  await expect(page.getByRole('alert')).toContainText('Il browser ha bloccato il passaggio al servizio di accesso');
  await expect(page.getByRole('banner').getByRole('button', { name: 'Accedi' })).toBeEnabled();
});

test('§7 sign-on: a gateway that answers nothing is told after a while', async ({ page, gateway }) => {
  await page.clock.install();
  gateway.leadTo('nowhere');
  const answered = page.waitForResponse((response) => response.url().endsWith('/sso'));
  await page.goto(`${gateway.portal}/ricerca-assistiti`);
  expect((await answered).status()).toBe(204);
  await page.clock.fastForward(20_000);
  await expect(page.getByText('Il servizio di accesso non risponde')).toBeVisible();
});
