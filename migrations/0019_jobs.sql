-- blocking: the tables are small in every shop that runs this release
-- State of the background jobs beside the queue's own schema (graphile_worker), and indexes for retention. ADR 0031.

-- When a scheduled job is due next, and when a run of it last succeeded. One row per job that has `schedule.every`.
create table job_schedules (
  name text primary key,
  due_at timestamptz not null default now(),
  succeeded_at timestamptz
);

-- Processes that work on jobs. The locks of one that is not seen any more are released.
create table job_processes (
  worker_pool_id text primary key,
  seen_at timestamptz not null default now()
);

-- Records that a job has claimed (attempts = 0) or failed on. A failed one is retried at retry_at; one that succeeds is deleted.
create table job_records (
  job text not null,
  record text not null,
  retry_at timestamptz not null,
  attempts integer not null default 0 check (attempts >= 0),
  last_error text,
  failed_at timestamptz,
  primary key (job, record)
);
create index job_records_failing on job_records (job) where attempts > 0;

create index change_log_by_age on change_log (at);
create index outbox_by_age on outbox (created_at);
create index webhook_events_by_age on webhook_events (received_at);
create index password_resets_expired on password_resets (expires_at);
-- One-time codes and reset links leave the outbox after an hour.
create index outbox_secrets on outbox (created_at) where kind in ('otp', 'reset_link');

-- Which addresses are cut already: without it every run reads the whole log.
alter table access_logs add column is_ip_shortened boolean not null default false;
create index access_logs_full_ip on access_logs (at) where not is_ip_shortened;
