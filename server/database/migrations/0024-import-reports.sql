-- The columns of a report of refused lines: a name that says what is meant where that is known, else that of the file.
alter table import_run add column report_columns text[] not null default '{}';
update import_run set report_columns = columns;
