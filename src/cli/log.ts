import pino from 'pino'
import { logOptions } from '../server/http/log-options.ts'
import type { Config } from '../server/platform/config/config.ts'

/**
 * JSON lines on standard error; the demo logs warnings and errors only, so that the terminal stays readable. Security
 * §20.
 */
export const createLog = ({ mode }: Pick<Config, 'mode'>) =>
  pino({ level: mode === 'production' ? 'info' : 'warn', ...logOptions }, pino.destination(2))
