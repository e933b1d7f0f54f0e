-- Shows what fills the disk: replication slots, an archive that fails, tables.
select slot_name, active, pg_size_pretty(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)) as kept from pg_replication_slots;
select failed_count, last_failed_wal, last_failed_time from pg_stat_archiver;
select relname, pg_size_pretty(pg_total_relation_size(relid)) from pg_stat_user_tables
  order by pg_total_relation_size(relid) desc limit 10;
