-- The words of a search are looked for in this: `ilike` makes the small letters of all names for each search.
alter table product add column lower_name text not null generated always as (lower(name)) stored;
