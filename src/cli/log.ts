import { writeSync } from 'node:fs'
import pino from 'pino'
import { logOptions } from '../server/http/log-options.ts'
import type { Config } from '../server/platform/config/config.ts'
import { errorCode } from '../server/platform/kernel/errors.ts'

/**
 * JSON lines on standard error; the demo logs warnings and errors only, so that the terminal stays readable. Security
 * §20.
 */
export const createLog = ({ mode }: Pick<Config, 'mode'>) =>
  pino({ level: mode === 'production' ? 'info' : 'warn', ...logOptions }, { write: writeLine })

/** Of 10 ms each, for a reader that is late. */
const MOST_WAITS = 20
const pause = new Int32Array(new SharedArrayBuffer(4))

/**
 * A line that cannot be written, as its disk is full, is lost, and the shop goes on. The destination of pino ends the process then, and
 * waits for the disk before: the shop answered no more, and nothing started it again.
 */
function writeLine(line: string) {
  let rest = Buffer.from(line)
  for (let waits = 0; rest.length > 0; ) {
    try {
      rest = rest.subarray(writeSync(2, rest))
    } catch (error) {
      if (errorCode(error) !== 'EAGAIN' || waits === MOST_WAITS) return
      waits += 1
      Atomics.wait(pause, 0, 0, 10)
    }
  }
}
