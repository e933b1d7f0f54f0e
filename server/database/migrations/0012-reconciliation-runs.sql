-- When a run that has not ended last said that it is at work, and when it failed.
alter table reconciliation
  add column seen_at timestamptz,
  add column failed_at timestamptz;
