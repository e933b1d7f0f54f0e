-- Every cart up to this one is bought or deleted: a process that starts need not look at them again.
create table cart_examination (
  only_row boolean primary key default true check (only_row),
  last_cart_id integer not null
);
