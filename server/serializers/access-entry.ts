import type { accessEntry } from '#contract/entities/admin/access-entry.ts';
import { toOffsetTimestamp } from '#contract/rules/dates.ts';
import type { Sent } from '#contract/wire.ts';
import type { LoggedAccess } from '#server/domain/access-log/search-access-log.ts';

export function serializeAccessEntry({ at, ...entry }: LoggedAccess): Sent<typeof accessEntry> {
  return { ...entry, at: toOffsetTimestamp(at) };
}
