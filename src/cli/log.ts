import pino from 'pino'
import type { Config } from '../server/config/config.ts'

/** JSON lines on standard error; in the demo only what is wrong, so that the terminal stays readable. Security §20. */
export const createLog = ({ mode }: Pick<Config, 'mode'>) =>
  pino(
    {
      level: mode === 'production' ? 'info' : 'warn',
      redact: ['password', 'otp', 'token', 'authorization', 'cookie', 'phone', 'email'],
    },
    pino.destination(2),
  )
