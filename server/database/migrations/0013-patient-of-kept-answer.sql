-- Of whom an answer tells: a repetition is a consultation too. Null for none, and where the release before wrote it.
alter table kept_answer add column patient_id integer;
-- For the newest answers of a till.
create index kept_answer_of_till on kept_answer (till_id, began_at);
