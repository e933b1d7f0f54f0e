import type { importRun } from '#contract/entities/admin/import.ts';
import { toOffsetTimestamp } from '#contract/rules/dates.ts';
import type { Sent } from '#contract/wire.ts';
import type { ImportRun } from '#server/domain/imports/read-import.ts';

export function serializeImport(from: ImportRun): Sent<typeof importRun> {
  const { createdAt, endedAt, username, mode, failure, headLine, ...run } = from;
  return {
    ...run,
    createTime: toOffsetTimestamp(createdAt),
    ...(endedAt && { endTime: toOffsetTimestamp(endedAt) }),
    ...(username !== null && { username }),
    ...(mode && { mode }),
    ...(failure && { failure }),
    ...(headLine !== null && { headLine }),
  };
}
