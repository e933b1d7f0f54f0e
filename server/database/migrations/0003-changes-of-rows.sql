-- Who changed a row of the administration: the audit by table and id.
create index audit_by_row on audit ((details ->> 'table'), (details ->> 'id'), at)
  where details ->> 'table' is not null;
