-- Of a consultation also the store, none where the call is of no store, from which address it came, and the id by which
-- its answer and the log name it (decisions §4).
alter table consultation
  add column store_id integer references store,
  add column address text,
  add column trace text;

-- Who asks for them: a patient whose data were seen, an authority that looks into a user, and the end of their time.
create index consultation_by_user on consultation (user_id, at);
create index consultation_by_time on consultation (at);
create index audit_by_user on audit (user_id, at);
create index audit_by_time on audit (at);

-- The one way by which the server's role can delete records: the oldest that are older than it says, some thousands at
-- a time, and none of the last 24 months.
create function forget_records(kept_months integer) returns integer
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  oldest_kept timestamptz := now() - make_interval(months => kept_months);
  forgotten_consultations integer;
  forgotten_audit integer;
begin
  if kept_months is null or kept_months < 24 then
    raise exception 'records are kept for 24 months at least';
  end if;
  delete from consultation where consultation_id in (
    select consultation_id from consultation where at < oldest_kept order by at limit 5000
  );
  get diagnostics forgotten_consultations = row_count;
  delete from audit where audit_id in (select audit_id from audit where at < oldest_kept order by at limit 5000);
  get diagnostics forgotten_audit = row_count;
  return forgotten_consultations + forgotten_audit;
end
$$;
revoke execute on function forget_records from public;
