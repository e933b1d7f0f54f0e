import type { Database } from '../context.ts';
import { shownProgress } from './progress.ts';

export function selectImports(db: Database) {
  return db
    .selectFrom('import_run')
    .leftJoin('app_user', 'app_user.user_id', 'import_run.user_id')
    .select([
      'import_id as importId',
      'kind',
      'file_name as fileName',
      'state',
      'mode',
      'username',
      'created_at as createdAt',
      'ended_at as endedAt',
      'columns',
      'ignored_columns as ignoredColumns',
      'free_columns as freeColumns',
      'lines',
      shownProgress().as('processed'),
      'created',
      'changed',
      'unchanged',
      'refused',
      'warned',
      'head_line as headLine',
      'read_as as readAs',
      'failure',
    ]);
}
