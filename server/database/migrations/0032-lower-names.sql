-- For the search by words: `ilike` lowers every name at each search.
alter table product add column lower_name text not null generated always as (lower(name)) stored;
