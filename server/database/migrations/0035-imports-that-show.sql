-- How a file has been read: its encoding, sheet and hidden rows. The row of the file that names its columns.
alter table import_run add column read_as jsonb not null default '{}', add column head_line integer;
-- Of the lines that create or change a row, how many should be looked at first.
alter table import_run add column warned integer not null default 0;
-- What should be looked at in a line that is right, and whether the line was refused before as a repetition.
alter table import_line add column warnings jsonb, add column repeats boolean not null default false;
-- A failure names all columns that it concerns, and the encoding has a name of its own.
update import_run set failure = failure - 'column' || jsonb_build_object('columns', jsonb_build_array(failure->'column'))
where failure ? 'column';
update import_run set failure = failure || '{"reason": "ENCODING"}' where failure->>'reason' = 'NOT_UTF8';
