import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'voucher-migrations-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What the check says of a migration of this kind. */
function check(kind: '.sql' | '.steps.sql', text: string): { readonly isRefused: boolean; readonly said: string } {
  const file = join(folder, `0002-change${kind}`);
  writeFileSync(file, text);
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/check-migrations.mjs', file], {
    encoding: 'utf8',
  });
  return { isRefused: status === 1, said: stdout + stderr };
}

test.each([
  ['create index purchase_by_note on purchase (note)', 'require-concurrent-index-creation'],
  ['create unique index purchase_by_note on purchase (note)', 'require-concurrent-index-creation'],
  ['create index concurrently purchase_by_note on purchase (note)', 'transaction'],
  ['drop index purchase_by_store', 'require-concurrent-index-deletion'],
  ['reindex table purchase', 'require-concurrent-reindex'],
  ['alter table purchase add constraint dear check (items_amount > 1)', 'constraint-missing-not-valid'],
  ['alter table purchase add foreign key (note_id) references note', 'adding-foreign-key-constraint'],
  ['alter table purchase add unique (note)', 'disallowed-unique-constraint'],
  ['alter table purchase add primary key (note_id)', 'adding-serial-primary-key-field'],
  ['alter table purchase alter column note set not null', 'adding-not-nullable-field'],
  ['alter table purchase alter column note type varchar(9)', 'changing-column-type'],
  ['alter table purchase add column note text not null', 'adding-required-field'],
  ['alter table purchase add column made timestamptz default clock_timestamp()', 'adding-field-with-default'],
  ['alter table purchase add column twice numeric generated always as (items_amount * 2) stored', 'adding-field'],
  [
    'alter table purchase add constraint dear check (true) not valid; alter table purchase validate constraint dear',
    'constraint-missing-not-valid',
  ],
  // The release before reads them still.
  ['alter table purchase rename column status to state', 'renaming-column'],
  ['alter table purchase drop column status', 'ban-drop-column'],
  ['alter table purchase rename to bought', 'renaming-table'],
  ['drop table purchase', 'ban-drop-table'],
  // What squawk does not know.
  ['lock table purchase', 'whole-table'],
  ['truncate purchase', 'whole-table'],
  ['cluster purchase', 'whole-table'],
  ['vacuum full purchase', 'whole-table'],
  ['refresh materialized view sums', 'whole-table'],
  ['alter table purchase set unlogged', 'whole-table'],
  ['alter table purchase set tablespace other', 'whole-table'],
  ['alter table audit detach partition audit_2026_01', 'whole-table'],
  ['update purchase set note = 1', 'all-rows'],
  ['-- why\ndelete from audit', 'all-rows'],
  ['with old as (select 1) update purchase set note = 1', 'all-rows'],
  ['do $$ begin create index purchase_by_note on purchase (note); end $$', 'hidden-statements'],
])('design §4 migrations: the check refuses %s', (statement, rule) => {
  const { isRefused, said } = check('.sql', `${statement};\n`);
  expect(isRefused).toBe(true);
  expect(said).toContain(rule);
});

test.each([
  ['create table note (note_id bigint primary key, text text not null); create index note_text on note (text);'],
  ['alter table purchase add column note text;'],
  ["alter table purchase add column note text not null default '';"],
  ['alter table purchase add constraint dear check (items_amount > 1) not valid;'],
  ['create function one() returns void language plpgsql as $$ begin\n update purchase set note = 1;\nend $$;'],
  ["-- Few rows.\n-- allow all-rows\nupdate asl set name = '';"],
])('design §4 migrations: the check accepts, in one transaction, %s', (text) => {
  expect(check('.sql', `${text}\n`)).toMatchObject({ isRefused: false });
});

test.each([
  ['create index concurrently purchase_by_note on purchase (note);'],
  ['drop index concurrently purchase_by_note;'],
  [
    'alter table purchase add constraint dear check (items_amount > 1) not valid;\n\n' +
      'alter table purchase validate constraint dear;',
  ],
  [
    '-- until nothing is left\nupdate purchase set note = 1 where purchase_id in (\n' +
      '  select purchase_id from purchase where note is null limit 1000);',
  ],
])('design §4 migrations: the check accepts, step by step, %s', (text) => {
  expect(check('.steps.sql', `${text}\n`)).toMatchObject({ isRefused: false });
});
