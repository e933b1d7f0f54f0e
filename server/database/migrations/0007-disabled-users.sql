-- Since when the user may not sign on.
alter table app_user add column disabled_at timestamptz;

-- When its user last made a call.
alter table session add column used_at timestamptz not null default now();

-- Whoever disables a user, by whatever tool, ends what that user has open.
create function end_sessions_of_disabled_user() returns trigger language plpgsql as $$
begin
  update session set ended_at = new.disabled_at where user_id = new.user_id and ended_at is null;
  return null;
end $$;
create trigger disabled_user after update of disabled_at on app_user
  for each row when (new.disabled_at is not null) execute function end_sessions_of_disabled_user();
