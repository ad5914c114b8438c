import { masked } from '../kernel/masked-text.ts'

const MOST_CHARACTERS = 300

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
  return `${name}${code ? ` ${code}` : ''}: ${masked(line)}`.slice(0, MOST_CHARACTERS)
}
