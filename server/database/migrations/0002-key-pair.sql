-- The keys with which the server signs its sign-on requests, and those of the demonstration identity provider: made at
-- the first use and shared by all processes.
create table key_pair (
  name text primary key,
  private_key text not null,
  certificate text not null
);
