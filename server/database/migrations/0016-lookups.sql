-- Whom a user of a shop has looked up in the last day, by code or id: how many different patients one may see is limited.
create table lookup (
  user_id integer not null,
  patient_id integer not null,
  -- The first time in an hour.
  at timestamptz not null,
  primary key (user_id, patient_id)
);
create index lookup_of_user on lookup (user_id, at);
create index lookup_by_time on lookup (at);

-- Audit and access log have a trace of our own; that of the caller, which anybody may choose, stands beside it.
alter table audit add column caller_trace text;
alter table consultation add column caller_trace text;

-- Under which secret an answer is kept.
alter table kept_answer add column secret_id text;

-- A wrong PIN counts for those who pay an approved dossier of the patient now.
create or replace function count_wrong_pin() returns trigger language plpgsql as $$
begin
  insert into monthly_wrong_pins (month, asl_id, business_id, user_id, count)
    select month_of_rome(new.at), asl_id, new.business_id, new.user_id, 1
    from (
      select null::integer as asl_id
      union select asl_id from dossier where patient_id = new.patient_id and (status = 'APPROVED' or not exists (
        select from dossier other where other.patient_id = new.patient_id and other.status = 'APPROVED'
      ))
    ) whose
    -- Always in one order, so that two of them at once never wait for each other.
    order by asl_id
  on conflict (month, asl_id, business_id, user_id) do update set count = monthly_wrong_pins.count + 1;
  return null;
end $$;
