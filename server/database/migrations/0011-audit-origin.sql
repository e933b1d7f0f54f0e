-- Of what was done by a call also the address from which it came, and the id by which its answer and the log name it.
alter table audit
  add column address text,
  add column trace text;

-- Whoever disables a user, by whatever tool, ends what that user has open, and is written down by the database's role,
-- which needs no right to sessions or audit for it.
create or replace function end_sessions_of_disabled_user() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  update session set ended_at = new.disabled_at where user_id = new.user_id and ended_at is null;
  if old.disabled_at is null then
    insert into audit (at, action, user_id, details)
      values (now(), 'USER_DISABLED', new.user_id, jsonb_build_object('by', session_user));
  end if;
  return null;
end $$;
