/**
 * One line about an error that may be stored in the database: without e-mail addresses and long numbers, at most 300
 * characters.
 */
export function errorSummary(error: unknown): string {
  const {
    name = 'Error',
    code,
    message = String(error),
  } = error as { name?: string; code?: string; message?: string }
  const line = message.split('\n', 1)[0] ?? ''
  const masked = line.replace(/\S+(?:@|%40)\S+/g, '[email]').replace(/\d{6,}/g, '…')
  return `${name}${code ? ` ${code}` : ''}: ${masked}`.slice(0, 300)
}
