-- The tokens of a till end with the secret or the key by which it got them, whoever replaces it.
create trigger replaced_key after update of secret_hash, public_key on till
  for each row when ((old.secret_hash, old.public_key) is distinct from (new.secret_hash, new.public_key))
  execute function end_sessions_of_moved_user();
