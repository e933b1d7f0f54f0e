-- The id by which the log names the call that made the order, to be handed on to the bus.
alter table outbox add column trace text;
