-- The names of a person as two entries of the same person are compared: letters alone, whatever stands between them, and
-- whichever of the two is called the last name.
create function person_names(folded_first_name text, folded_last_name text) returns text
  language sql immutable parallel safe
  return least(translate(folded_first_name, $$ '"-.,;/()_·$$, '') collate "C", translate(folded_last_name, $$ '"-.,;/()_·$$, '') collate "C")
    || ' ' || greatest(translate(folded_first_name, $$ '"-.,;/()_·$$, '') collate "C", translate(folded_last_name, $$ '"-.,;/()_·$$, '') collate "C");

-- Whoever is anonymous is the same as nobody.
create index patient_by_person on patient (birth_date, person_names(folded_first_name, folded_last_name))
  where not starts_with(fiscal_code, 'ANONIMO-');

-- That a line enters a person whom another line or a stored patient is.
alter table import_line add same_person jsonb;
