import { readFile } from 'node:fs/promises';
import pg from 'pg';

/** Does what `psql ADDRESS --file FILE` does with a file of plain statements, because not every machine has psql. */
const [connectionString = '', , file = ''] = process.argv.slice(2);
const client = new pg.Client({ connectionString });
await client.connect();
for (const statement of (await readFile(file, 'utf8')).split(';\n')) await client.query(statement);
await client.end();
