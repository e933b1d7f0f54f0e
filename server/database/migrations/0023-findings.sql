-- Wrong PINs of each user at a business in a month, counted as they are written down: of patients of whom an authority
-- pays a dossier, and without an authority of all. What counts stays when the audit is forgotten.
create table monthly_wrong_pins (
  -- Its first day.
  month date not null,
  asl_id integer references asl,
  business_id integer not null references business,
  user_id integer not null references app_user,
  count integer not null,
  unique nulls not distinct (month, asl_id, business_id, user_id)
);

create function count_wrong_pin() returns trigger language plpgsql as $$
begin
  insert into monthly_wrong_pins (month, asl_id, business_id, user_id, count)
    select date_trunc('month', new.at at time zone 'Europe/Rome')::date, asl_id, new.business_id, new.user_id, 1
    from (select null::integer as asl_id union select asl_id from dossier where patient_id = new.patient_id) whose
    -- Always in one order, so that two of them at once never wait for each other.
    order by asl_id
  on conflict (month, asl_id, business_id, user_id) do update set count = monthly_wrong_pins.count + 1;
  return null;
end $$;
create trigger counted_wrong_pin after insert on audit for each row
  when (new.action in ('PIN_REFUSED', 'PIN_LOCKED') and new.business_id is not null and new.user_id is not null)
  execute function count_wrong_pin();

-- What there is already. The trigger has let nobody write since.
insert into monthly_wrong_pins (month, asl_id, business_id, user_id, count)
  select date_trunc('month', at at time zone 'Europe/Rome')::date, whose.asl_id, business_id, user_id, count(*)
  from audit cross join lateral (
    select null::integer as asl_id union select asl_id from dossier where dossier.patient_id = audit.patient_id
  ) whose
  where action in ('PIN_REFUSED', 'PIN_LOCKED') and business_id is not null and user_id is not null
  group by 1, 2, 3, 4;

-- A rejected order has its day, also where a process that knows none yet delivers it during an update.
create or replace function date_amc_order() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.created_at := instant_in_open_month(new.asl_id, new.business_id, new.created_at);
  end if;
  if new.esb_status = 'REJECTED' then
    new.rejected_at := instant_in_open_month(new.asl_id, new.business_id, coalesce(new.rejected_at, now()));
  end if;
  return new;
end $$;
drop trigger dated_rejection on amc_order;
create trigger dated_rejection before update of esb_status, rejected_at on amc_order for each row
  when (old.esb_status <> new.esb_status or old.rejected_at is distinct from new.rejected_at)
  execute function date_amc_order();
update amc_order set rejected_at = created_at where esb_status = 'REJECTED' and rejected_at is null;
alter table amc_order add constraint amc_order_day_of_rejection
  check ((esb_status = 'REJECTED') = (rejected_at is not null));
