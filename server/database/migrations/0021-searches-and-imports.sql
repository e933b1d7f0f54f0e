-- What operators search by that few rows have: each comes from an index, in the order of its list.
create index business_disabled on business (company_name, business_id) where disabled_at is not null;
create index store_disabled on store (name, store_id) where disabled_at is not null;
create index app_user_disabled on app_user (last_name, user_id) where disabled_at is not null;
create index product_disabled on product (name, product_id) where disabled_at is not null;
create index app_user_by_asl on app_user (asl_id, user_id);
create index app_user_by_profile on app_user (profile, user_id);
create index patient_by_status on patient (status, last_name, patient_id);
create index dossier_by_status on dossier (status, dossier_id);
create index dossier_by_type on dossier (type, dossier_id);
create index voucher_by_status on voucher (status, voucher_id);
create index manufacturer_by_name_prefix on manufacturer (lower(name) text_pattern_ops);
create index category_by_name_prefix on category (lower(name) text_pattern_ops);

-- What a file could have and has not, for the columns of other names that may be meant.
alter table import_run add column free_columns text[] not null default '{}';
-- How far the file is that is imported wholly or not at all (server/domain/imports/progress.ts).
create sequence import_progress as bigint minvalue 0 start 0;
