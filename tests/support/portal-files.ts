import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type HttpHandler, HttpResponse, http } from 'msw';
import type { RuntimeConfig } from '#src/providers/runtime-config.ts';

const LOCALES = join(import.meta.dirname, '../../public/locales');

/** The configuration of the portal under test, with an API at the given address. */
export function testConfig(apiBaseUrl: string): RuntimeConfig {
  return {
    apiBaseUrl,
    sso: { clientId: 'portal', username: 'client', password: 'secret' },
    supportEmail: 'support@example.org',
    googleMapsApiKey: '',
    mapTilesUrl: '',
  };
}

/** Answers with the texts of the interface from a folder, by default the portal's. */
export function portalTexts(folder: string = LOCALES): HttpHandler[] {
  return [
    http.get('/locales/:language/:file', async ({ params }) => {
      const path = join(folder, String(params.language), String(params.file));
      return HttpResponse.json(JSON.parse(await readFile(path, 'utf8')) as Record<string, string>);
    }),
  ];
}

/** Answers for the portal's own origin: the configuration and the texts of `public/`. */
export function portalFiles(config: RuntimeConfig): HttpHandler[] {
  return [http.get('/config.json', () => HttpResponse.json(config)), ...portalTexts()];
}
