-- The first month for which the worker makes the dossier's vouchers; where there is none, it always has. The vouchers of
-- earlier months are on paper (rules §9).
alter table dossier add column switch_month date check (extract(day from switch_month) = 1);

-- What a protein-free dossier had until its amount was changed: before this month, and after the one before it.
create table former_amount (
  dossier_id integer not null references dossier,
  before_month date not null check (extract(day from before_month) = 1),
  monthly_amount numeric(10, 2) not null check (monthly_amount > 0),
  primary key (dossier_id, before_month)
);

-- A paper voucher that was turned into an electronic one, which no other dossier can do again.
create table paper_sheet (
  number text primary key,
  voucher_id integer not null references voucher,
  amount numeric(10, 2) not null check (amount > 0),
  swapped_at timestamptz not null
);
create index paper_sheet_by_voucher on paper_sheet (voucher_id);
