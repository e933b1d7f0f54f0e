-- Whoever is given another place signs on anew, by whatever tool it was done: tokens and screens are those of the place.
create function end_sessions_of_moved_user() returns trigger language plpgsql as $$
begin
  update session set ended_at = now() where user_id = new.user_id and ended_at is null;
  return null;
end $$;
create trigger moved_user after update of profile, asl_id on app_user
  for each row when ((old.profile, old.asl_id) is distinct from (new.profile, new.asl_id))
  execute function end_sessions_of_moved_user();

-- Of a business that is no longer the user's, the sessions in which it is the active one of some tab.
create function end_sessions_at_lost_business() returns trigger language plpgsql as $$
begin
  update session set ended_at = now()
  where user_id = old.user_id and ended_at is null and exists (
    select from refresh_token
    where refresh_token.session_id = session.session_id and business_id = old.business_id and replaced_at is null
  );
  return null;
end $$;
create trigger lost_business after delete on user_business
  for each row execute function end_sessions_at_lost_business();

-- Nobody takes the region from the last one who can administer it. The lock lets two who do so at once take turns.
create function keep_operator_of_region() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(725006);
  if not exists (select from app_user where profile = 'OPERATOR' and asl_id is null and disabled_at is null) then
    raise check_violation using
      message = 'The last operator of the region stays one.', constraint = 'app_user_last_operator';
  end if;
  return null;
end $$;
create trigger last_operator after update of profile, asl_id, disabled_at on app_user
  for each row when (
    old.profile = 'OPERATOR' and old.asl_id is null and old.disabled_at is null
    and (new.profile <> 'OPERATOR' or new.asl_id is not null or new.disabled_at is not null)
  ) execute function keep_operator_of_region();

-- How operators search: a text by how it begins.
create index business_by_vat_prefix on business (vat text_pattern_ops);
create index store_by_code_prefix on store (lower(code) text_pattern_ops);
create index voucher_by_code_prefix on voucher (code text_pattern_ops);
