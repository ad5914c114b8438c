// `doctor | head`: whoever read along has gone. That ends no command, least of all a running shop.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

/** A line for whoever runs the command. */
export const say = (line: string) => void process.stdout.write(`${line}\n`)

/** A failure that is worded for whoever runs the command. */
export class CommandError extends Error {
  override name = 'CommandError'
}

/** Steps that may take a while, one line each with the seconds since the start. */
export function createProgress() {
  const started = performance.now()
  return (step: string) =>
    say(`  ${((performance.now() - started) / 1000).toFixed(1).padStart(5)} s  ${step}`)
}
