-- An access request names the carts of a patient that were not bought (rules §9).
create index cart_by_patient on cart (patient_id);
