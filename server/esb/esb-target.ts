import type { EsbTarget } from '#server/domain/amc-orders/delivery.ts';
import type { EsbSettings } from '#server/settings/types.ts';
import { httpTarget } from './http-target.ts';
import { loopbackTarget } from './loopback-target.ts';

/** The target of the settings. */
export function esbTarget({ target }: EsbSettings): EsbTarget {
  return target.kind === 'http' ? httpTarget(target.url, target.token) : loopbackTarget(target.limit);
}
