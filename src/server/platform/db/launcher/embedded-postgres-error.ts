export type EmbeddedPostgresProblem =
  /** No binaries for this machine, or no user to run them as: use DATABASE_URL. */
  | 'UNSUPPORTED'
  /** Another living process of the shop, or another server, uses this data folder. */
  | 'IN_USE'
  /** The data folder belongs to another user, or to another PostgreSQL version. */
  | 'NOT_OURS'
  /** The server did not start; the message contains the end of its log. */
  | 'FAILED'

/** Why the embedded database cannot start, with a message for the operator. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
  code: EmbeddedPostgresProblem

  constructor(code: EmbeddedPostgresProblem, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
