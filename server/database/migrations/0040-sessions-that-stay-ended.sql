-- What was open when a user was disabled stays ended, also what was made at that moment: whoever enables the user again, by
-- whatever tool, ends what nobody has seen until then.
create or replace function end_sessions_of_disabled_user() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  update session set ended_at = coalesce(new.disabled_at, now()) where user_id = new.user_id and ended_at is null;
  if old.disabled_at is null then
    insert into audit (at, action, user_id, details)
      values (now(), 'USER_DISABLED', new.user_id, jsonb_build_object('by', session_user));
  end if;
  return null;
end $$;
drop trigger disabled_user on app_user;
create trigger disabled_user after update of disabled_at on app_user
  for each row when (new.disabled_at is not null or old.disabled_at is not null)
  execute function end_sessions_of_disabled_user();
