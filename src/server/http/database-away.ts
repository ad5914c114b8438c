const awayCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT', // the unix socket is not there
  'EPIPE',
  'ETIMEDOUT',
  '57P01', // admin shutdown
  '57P02', // crash shutdown
  '57P03', // cannot connect now
  '53300', // too many connections
  '53100', // disk full
  '57014', // statement timeout
  '55P03', // lock timeout
  '25P03', // idle in transaction timeout
])

/** Is this failure the database's absence or overload, so that the shopper should try again (503), and not a bug (500)? */
export function isDatabaseAway(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false
  const { code } = thrown as { code?: unknown }
  if (typeof code === 'string' && (awayCodes.has(code) || code.startsWith('08'))) return true
  // The last is what a transaction ends with whose connection broke: undoing it fails too, and hides the cause.
  return /timeout exceeded when trying to connect|Connection terminated|is not queryable/i.test(
    thrown.message,
  )
}
