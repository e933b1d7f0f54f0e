-- Locks since the last right PIN or code: each lasts longer than the one before (decisions §6).
alter table pin_attempts add column locks integer not null default 0;
alter table cancel_code_attempts add column locks integer not null default 0;

-- How fast a user's PINs and codes are wrong, over all patients.
create table pin_pace (
  user_id integer primary key references app_user,
  -- When the last of the wrong ones is no longer held against the user; each adds the same time.
  forgotten_at timestamptz not null
);

create index audit_of_wrong_pins on audit (at) where action in ('PIN_REFUSED', 'PIN_LOCKED');
