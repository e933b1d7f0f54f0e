import { expect, test } from 'vitest';
import { openDatabase } from '#server/database/open-database.ts';
import { writeTableTypes } from './support/table-types.ts';
import { makeTestDatabase } from './support/test-database.ts';

test('design §4 migrations: schema.ts says what the tables are; -u writes it', async () => {
  const { location, remove } = await makeTestDatabase('postgres');
  const { db, close } = await openDatabase(location);
  const written = await writeTableTypes(db);
  await close();
  await remove();
  await expect(written).toMatchFileSnapshot('../../server/database/schema.ts');
});
