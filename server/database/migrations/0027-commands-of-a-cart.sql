-- Carts that were not bought are deleted (rules §6); for each the database looks for commands that refer to it.
create index tx_command_by_cart on tx_command (cart_id) where cart_id is not null;
