-- When the PIN of a patient was issued last; null where nobody knows, for example for a PIN that was taken over.
alter table patient add column pin_issued_at timestamptz;
update patient set pin_issued_at = issued.at
  from (select patient_id, max(at) as at from audit where action = 'PIN_ISSUED' group by patient_id) as issued
  where patient.patient_id = issued.patient_id and pin_hash is not null;
