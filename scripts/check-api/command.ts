// Says call by call what of an API would not work with this portal (docs/operations.md). The exit code is 1 when
// something would not, and 2 when it could not be tried.
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { checkApi } from './check-api.ts';
import { reasonOf } from './caller.ts';
import { saleData } from './check-sale.ts';

const USAGE =
  'npm run check-api -- --url URL --token TOKEN [--refresh-token TOKEN] [--portal URL] [--sale FILE] [--json]';

const portalConfig = z.object({
  sso: z.object({ clientId: z.string(), username: z.string(), password: z.string() }),
});

async function readPortal(address: string | undefined) {
  if (address === undefined) return undefined;
  const { origin } = new URL(address);
  const config: unknown = await (await fetch(`${origin}/config.json`)).json();
  return { origin, ...z.parse(portalConfig, config) };
}

async function run(): Promise<number> {
  const { values } = parseArgs({
    options: {
      url: { type: 'string' },
      token: { type: 'string' },
      'refresh-token': { type: 'string' },
      portal: { type: 'string' },
      sale: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  const { url, token, 'refresh-token': refreshToken, sale } = values;
  if (url === undefined || token === undefined) throw new Error(USAGE);
  const portal = await readPortal(values.portal);
  const data = sale === undefined ? undefined : z.parse(saleData, JSON.parse(await readFile(sale, 'utf8')));
  const checks = await checkApi({ url: url.replace(/\/$/, ''), token, refreshToken, portal }, data);
  const failed = checks.filter(({ outcome }) => outcome === 'fails');
  if (values.json) {
    console.log(JSON.stringify({ url, works: failed.length === 0, checks }, null, 2));
  } else {
    for (const { outcome, topic, call, detail } of checks)
      console.log(`${outcome.padEnd(9)}  ${topic.padEnd(7)}  ${call}${detail === '' ? '' : `: ${detail}`}`);
    console.log(`${checks.length} checks, ${failed.length} would not work`);
  }
  return failed.length === 0 ? 0 : 1;
}

try {
  process.exitCode = await run();
} catch (error) {
  console.error(error instanceof Error ? reasonOf(error) : error);
  if (error instanceof TypeError && String((error as { readonly code?: unknown }).code).startsWith('ERR_PARSE_ARGS'))
    console.error(USAGE);
  process.exitCode = 2;
}
