-- Carts up to this one are bought, or were deleted as abandoned: a process that starts need not look at them again.
create table cart_examination (
  only_row boolean primary key default true check (only_row),
  last_cart_id integer not null
);
insert into cart_examination (last_cart_id) values (0);
