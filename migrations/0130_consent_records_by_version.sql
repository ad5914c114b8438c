-- no-transaction
-- The back office's list of the records of one version, newest first. The expression makes it the only index with this order: the planner
-- would walk the newest records of all versions to find those of a version that ended years ago.
create index concurrently if not exists consent_records_version on consent_records (version, (created_at at time zone 'UTC'), id);
