-- Whoever disabled the user of a till by a command meant the till.
update till set disabled_at = app_user.disabled_at from app_user
  where app_user.user_id = till.user_id and till.disabled_at is null and app_user.disabled_at is not null;
-- A till that a file of users or a command made an operator, or moved, sells again.
alter table app_user disable trigger last_operator;
update app_user set profile = 'BUSINESS', asl_id = null, first_name = name, disabled_at = till.disabled_at
  from till where till.user_id = app_user.user_id
    and (profile, app_user.asl_id is null, first_name, app_user.disabled_at)
      is distinct from ('BUSINESS', true, name, till.disabled_at);
alter table app_user enable trigger last_operator;
insert into user_business (user_id, business_id)
  select user_id, business_id from till join store using (store_id) on conflict do nothing;

-- The user of a till is nobody else, whoever writes: it is no operator, whom the region would count.
create function keep_till_a_till() returns trigger language plpgsql as $$
begin
  if exists (select from till where user_id = new.user_id) then
    raise check_violation using message = 'A till stays a till.', constraint = 'app_user_of_till';
  end if;
  return new;
end $$;
create trigger till_stays before update of username, profile, asl_id on app_user
  for each row when (
    (old.username, old.profile, old.asl_id) is distinct from (new.username, new.profile, new.asl_id)
  ) execute function keep_till_a_till();

-- As before, but a person may have the name of the next till, from before such names were refused.
create or replace function keep_user_of_till() returns trigger language plpgsql as $$
declare
  place record;
  client text := 'till-' || new.till_id;
begin
  select '(' || company_name || ', ' || city || ')' as label, business_id into place
    from store join business using (business_id) where store_id = new.store_id;
  if not found then
    raise foreign_key_violation using message = 'No store has this id.', constraint = 'till_store_id_fkey';
  end if;
  if tg_op = 'INSERT' then
    while exists (select from app_user where username = client) loop
      client := client || '0';
    end loop;
    insert into app_user (username, profile, first_name, last_name, disabled_at)
      values (client, 'BUSINESS', new.name, place.label, new.disabled_at)
      returning user_id into new.user_id;
    insert into user_business (user_id, business_id) values (new.user_id, place.business_id);
  else
    -- A sale under way ends first, and the next one sees that the till is revoked.
    perform from app_user where user_id = new.user_id for update;
    update app_user set first_name = new.name, last_name = place.label, disabled_at = new.disabled_at
      where user_id = new.user_id;
  end if;
  return new;
end $$;
