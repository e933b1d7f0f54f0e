import type { Corruption } from './fault.ts';

/** The error page of a gateway. */
export const PAGE = '<!doctype html><title>Gateway</title><p>Servizio momentaneamente non disponibile';

function parsed(body: Buffer): Record<string, unknown> {
  return JSON.parse(body.toString()) as Record<string, unknown>;
}

function withNumbers(data: unknown): unknown {
  const keys = typeof data === 'object' && data !== null ? Object.keys(data) : [];
  return Object.fromEntries(keys.map((key) => [key, 7]));
}

/** The body that replaces the server's own. */
export function corrupt(body: Buffer, how: Corruption): string {
  switch (how) {
    case 'HTML':
      return PAGE;
    case 'nothing':
      return '';
    case 'no data':
      return JSON.stringify({ ...parsed(body), data: null });
    case 'a number for every field': {
      const { data, ...rest } = parsed(body);
      return JSON.stringify({ ...rest, data: withNumbers(data) });
    }
    case 'half of it':
      return body.subarray(0, Math.floor(body.length / 2)).toString();
  }
}
