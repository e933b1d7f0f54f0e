-- Moves all numbers on by a million, ends all sessions, and has tills fetch all products anew.
begin;
select sequencename, setval(format('%I.%I', schemaname, sequencename), coalesce(last_value, 0) + 1000000)
  from pg_sequences where schemaname = 'public';
update product_epoch set epoch = left(replace(gen_random_uuid()::text, '-', ''), 12);
update product set changed_in = pg_current_xact_id();
with ended as (update session set ended_at = now() where ended_at is null returning session_id)
insert into audit (at, action, details)
  select now(), 'SESSIONS_ENDED', jsonb_build_object('sessions', count(*), 'by', session_user, 'why', 'restore') from ended;
commit;
