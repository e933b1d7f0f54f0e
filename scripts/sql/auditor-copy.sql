-- Makes the tables of an auditor's copy of the records, in a database of the auditor's own.
create table audit (
  audit_id bigint not null,
  at timestamptz not null,
  action text not null,
  user_id bigint,
  business_id bigint,
  patient_id bigint,
  voucher_id bigint,
  cart_id bigint,
  purchase_id bigint,
  details jsonb not null,
  address text,
  trace text,
  caller_trace text
);
create index on audit (at);
create index on audit (patient_id, at);
create index on audit (user_id, at);

create table consultation (
  consultation_id bigint not null,
  at timestamptz not null,
  user_id bigint not null,
  business_id bigint,
  store_id bigint,
  patient_id bigint not null,
  call text not null,
  address text,
  trace text,
  caller_trace text
);
create index on consultation (at);
create index on consultation (patient_id, at);
create index on consultation (user_id, at);
