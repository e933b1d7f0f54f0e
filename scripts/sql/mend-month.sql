-- Adds up the sums of a month (month, as YYYYMM) anew from the ledger. Sales wait meanwhile.
begin;
lock table ledger_month in share row exclusive mode;
delete from ledger_month where month = to_date(:'month', 'YYYYMM');
insert into ledger_month
    (month, sold_month, kind, asl_id, business_id, store_id, dossier_type, entries, amount)
  select month_of_rome(counts_at), month_of_rome(sold_at), kind, asl_id, business_id, store_id, dossier_type, count(*), sum(amount)
  from ledger_entry where asl_id = any(array(select asl_id from asl))
    and counts_at >= to_date(:'month', 'YYYYMM')::timestamp at time zone 'Europe/Rome'
    and counts_at < (to_date(:'month', 'YYYYMM') + interval '1 month') at time zone 'Europe/Rome'
  group by 1, 2, 3, 4, 5, 6, 7;
commit;
