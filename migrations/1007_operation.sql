-- The change feed, messages to be sent, background jobs beside the queue's own schema (graphile_worker), plugins and the demo data.
-- baseline
-- contract: 1.0.0 releases before it have other migrations

-- What changed, so that every process drops its cached pages and updates its catalog index. Polled; NOTIFY only wakes.
create table change_log (
  id bigint generated always as identity primary key,
  tag text not null,
  at timestamptz not null default now(),
  -- The change feed reads the transactions that became visible since it last read. Ids cannot show that: they are given before the
  -- commit. ADR 0009.
  xid xid8 not null default pg_current_xact_id()
);
create index change_log_by_transaction on change_log (xid, id);
create index change_log_by_age on change_log (at);

-- Mail and SMS, written in the transaction of what they tell of; sent afterwards, once each.
create table outbox (
  id bigint generated always as identity primary key,
  channel text not null check (channel in ('mail', 'sms')),
  kind text not null,
  order_id bigint references orders,
  recipient text not null,
  subject text not null default '',
  text text not null,
  html text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_error text,
  -- A message that no later try will get through: it must not stand in the way of others, and somebody should look at it.
  given_up_at timestamptz,
  unique (order_id, kind, channel)
);
create index outbox_unsent on outbox (next_attempt_at) where sent_at is null and given_up_at is null;
create index outbox_by_age on outbox (created_at);
-- One-time codes and reset links leave the outbox after an hour.
create index outbox_secrets on outbox (created_at) where kind in ('otp', 'reset_link');
create index outbox_given_up on outbox (id) where given_up_at is not null;
create index outbox_failed on outbox (id) where sent_at is null and (given_up_at is not null or last_error is not null);
create index outbox_sent on outbox (channel) where sent_at is not null;

-- When a scheduled job is due next, and when a run of it last succeeded. One row per job that has `schedule.every`.
create table job_schedules (
  name text primary key,
  due_at timestamptz not null default now(),
  succeeded_at timestamptz
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

-- Which installed plugins are active, and how they are configured. A plugin without a row is inactive.
create table plugins (
  module_name text primary key check (module_name <> ''),
  is_active boolean not null default false,
  config jsonb not null default '{}' check (jsonb_typeof(config) = 'object'),
  updated_at timestamptz not null default now()
);

-- Rows that came with a new shop, by their table: those of the demo shop, which "Start with an empty shop" removes, and the placeholders
-- of an empty one, which its owner replaces. ADR 0016.
create table seeded_records (
  source text not null check (source in ('demo', 'placeholder')),
  table_name text not null,
  id bigint not null,
  primary key (source, table_name, id)
);

-- What a reader must know to trust a position it kept: the log it belongs to, and how far that log is pruned.
create table change_log_state (
  is_only boolean primary key default true check (is_only),
  -- Another one after a restore, whose transaction ids start over.
  epoch uuid not null default gen_random_uuid(),
  -- The highest transaction whose rows are pruned.
  pruned_xid xid8 not null default '0'
);
insert into change_log_state default values;

-- Processes that work on jobs. The locks of one that is not seen any more are released.
create table job_processes (
  worker_pool_id text primary key,
  seen_at timestamptz not null default now()
);

-- What the merchant changed of the texts of the shop's mails. Null: the text of the code.
create table mail_texts (
  mail text primary key,
  subject text check (subject <> ''),
  heading text check (heading <> ''),
  intro text check (intro <> ''),
  closing text,
  check (coalesce(subject, heading, intro, closing) is not null)
);

-- Which secrets this database was set up with: an HMAC that cannot be reversed. A process with other secrets does not start. ADR 0037.
create table secret_fingerprints (
  name text primary key,
  fingerprint text not null,
  updated_at timestamptz not null default now()
);

-- The removal of the demo data: one at a time, resumed by its job.
create table demo_removals (
  id bigint generated always as identity primary key,
  state text not null default 'running' check (state in ('running', 'done', 'failed')),
  step text not null default '',                    -- what it is removing, for the progress
  records_total integer not null default 0,         -- at its start
  removed jsonb not null default '{}',              -- rows by table
  kept jsonb not null default '[]',                 -- what stayed, with the reason
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  staff_id bigint references staff on delete set null,
  actor text not null,
  error text
);
create unique index demo_removals_one_at_a_time on demo_removals ((true)) where state = 'running';
