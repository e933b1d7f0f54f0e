import { DEFAULT_SUPPORT_EMAIL } from './environment.ts';
import type { Settings } from './types.ts';
import { isLoopback } from './unsafe-settings.ts';

/** Whether others can read the traffic to PostgreSQL, or pretend to be it. */
function isUnprotected(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname, searchParams } = new URL(url);
  return hostname !== '' && !isLoopback(hostname) && searchParams.get('sslmode') !== 'verify-full';
}

/** The settings with which a production server should not run for long, as texts for the log; else empty. */
export function doubtfulSettings({ isProduction, database, esb, portal }: Settings): readonly string[] {
  if (!isProduction) return [];
  const urls = database.kind === 'postgres' ? [database.url, database.replica?.url ?? ''] : [];
  return [
    ...(esb.target.kind === 'loopback'
      ? ['AMC orders are accepted by a built-in stand-in and go nowhere: set ESB_URL']
      : []),
    ...(portal.supportEmail === DEFAULT_SUPPORT_EMAIL
      ? ['the portal tells everybody to write to a mailbox that does not exist: set SUPPORT_EMAIL']
      : []),
    ...(urls.some(isUnprotected)
      ? ['others may read what goes to the database: end DATABASE_URL and DATABASE_READ_URL with ?sslmode=verify-full']
      : []),
  ];
}
