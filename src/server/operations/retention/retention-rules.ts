import { changeLogDays, pruneChangeLogBatch } from '#server/platform/changes/prune-change-log.ts'
import type { Config } from '#server/platform/config/config.ts'
import { type PreparedStatement, prepared, unnamed } from '#server/platform/db/prepared.ts'

export type RetentionRule = {
  /** What is deleted or shortened; the job is `retention-<name>`. */
  name: string
  /** How long rows are retained, as a PostgreSQL interval; undefined: until the row's own expiry. */
  keep?: (config: RetentionConfig) => string
  /** Has rows per batch and, with `keep`, the interval as parameters; returns how many rows it changed. */
  statement: Pick<PreparedStatement<{ rows: number }>, 'first'>
}

export type RetentionConfig = Pick<Config, 'outboxRetentionDays' | 'accessLogRetentionDays'>

const OUTBOX_DAYS = 90
const ACCESS_LOG_DAYS = 90

/** Deletes a batch of rows, oldest first, skipping locked rows. Runs too rarely to be worth a named statement. */
const deleteWhere = (table: string, condition: string, oldestFirst: string) =>
  unnamed<{ rows: number }>(
    `with gone as (
      delete from ${table} where ctid = any(array(
        select ctid from ${table} where ${condition} order by ${oldestFirst} limit $1::integer for update skip locked
      )) returning 1
    )
    select count(*)::integer as rows from gone`,
  )

const expired = (name: string, table: string): RetentionRule => ({
  name,
  statement: deleteWhere(table, 'expires_at < now()', 'expires_at'),
})

const aged = (name: string, table: string, age: string, keep: RetentionRule['keep']): RetentionRule => ({
  name,
  ...(keep ? { keep } : {}),
  statement: deleteWhere(table, `${age} < now() - $2::interval`, age),
})

/**
 * The retention periods, table by table; `docs/retention.md` lists the same and a test compares them. Security §3,
 * §5, §16.
 */
export const retentionRules: readonly RetentionRule[] = [
  // Readers learn from the pruning statement that a position they stored is too old.
  { name: 'change-log', keep: () => `${changeLogDays} days`, statement: pruneChangeLogBatch },
  aged(
    'outbox',
    'outbox',
    'created_at',
    ({ outboxRetentionDays = OUTBOX_DAYS }) => `${outboxRetentionDays} days`,
  ),
  {
    name: 'outbox-secrets',
    keep: () => '1 hour',
    statement: deleteWhere(
      'outbox',
      `kind in ('otp', 'reset_link') and created_at < now() - $2::interval`,
      'created_at',
    ),
  },
  aged('webhook-events', 'webhook_events', 'received_at', () => '90 days'),
  aged('idempotency-keys', 'idempotency_keys', 'created_at', () => '24 hours'),
  aged(
    'access-log',
    'access_logs',
    'at',
    ({ accessLogRetentionDays = ACCESS_LOG_DAYS }) => `${accessLogRetentionDays} days`,
  ),
  {
    name: 'access-log-addresses',
    keep: () => '30 days',
    statement: prepared(
      'retention of access-log-addresses',
      `with shortened as (
        update access_logs set is_ip_shortened = true, ip = case
          when ip !~ '^[0-9A-Fa-f:.]+$' then ''
          when family(ip::inet) = 4 then host(network(set_masklen(ip::inet, 24)))
          else host(network(set_masklen(ip::inet, 48))) end
        where ctid = any(array(
          select ctid from access_logs where not is_ip_shortened and at < now() - $2::interval
          order by at limit $1::integer for update skip locked
        )) returning 1
      )
      select count(*)::integer as rows from shortened`,
    ),
  },
  expired('form-submissions', 'form_submissions'),
  expired('posted-forms', 'posted_forms'),
  expired('sessions', 'sessions'),
  {
    name: 'guests',
    keep: () => '1 day',
    statement: deleteWhere(
      'customers',
      `is_guest and not is_by_hand and created_at < now() - $2::interval
        and not exists (select from orders o where o.guest_id = customers.id and o.customer_id is null)
        and not exists (select from customer_notes n where n.customer_id = customers.id)`,
      'id',
    ),
  },
  expired('staff-sessions', 'staff_sessions'),
  expired('staff-login-links', 'staff_login_links'),
  aged('order-batches', 'order_batches', 'created_at', () => '30 days'),
  // The table refuses every other way. ADR 0015.
  {
    name: 'audit-log',
    keep: () => '2 years',
    statement: unnamed<{ rows: number }>('select audit_log_prune($1::integer, $2::interval) as rows'),
  },
  expired('otp-challenges', 'otp_challenges'),
  expired('passkey-challenges', 'passkey_challenges'),
  expired('password-resets', 'password_resets'),
  expired('rate-limits', 'rate_limits'),
  {
    name: 'mode-subscriptions',
    keep: () => '30 days',
    statement: deleteWhere(
      'mode_subscriptions',
      `coalesce(notified_at, created_at + interval '1 year') < now() - $2::interval`,
      'id',
    ),
  },
  aged('missed-searches', 'missed_searches', 'day', () => '90 days'),
  aged('price-history', 'price_history', 'until', () => '400 days'),
  aged('consent-records', 'consent_records', 'created_at', () => '3 years'),
  aged('job-records', 'job_records', 'retry_at', () => '1 day'),
  {
    name: 'dead-jobs',
    keep: () => '14 days',
    statement: prepared(
      'retention of dead-jobs',
      `select count(*)::integer as rows from graphile_worker.complete_jobs(array(
        select id from graphile_worker.jobs
        where locked_at is null and attempts >= max_attempts and updated_at < now() - $2::interval limit $1::integer
      ))`,
    ),
  },
]
