/**
 * Tables that a backup leaves out. Logins, codes and links that were valid at the time of the backup may have been
 * revoked or used since, so a restore must not bring them back; the other tables describe one running database. ADR
 * 0013.
 */
export const transientTables: ReadonlySet<string> = new Set([
  'sessions',
  'staff_sessions',
  'staff_login_links',
  'otp_challenges',
  'password_resets',
  'passkey_challenges',
  'rate_limits',
  // Transaction ids start over, and every process reads everything again after a restore.
  'change_log',
  'change_log_state',
  // Compared before the restore, and written by the next start.
  'secret_fingerprints',
  // Made from the orders by a job.
  'report_months',
  'report_sums',
  'report_marks',
  // Created by the migrations themselves.
  'schema_migrations',
  'unfinished_restore',
])
