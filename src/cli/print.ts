// `doctor | head` closes the pipe early. That must not end a command, least of all a running shop.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE' && !goesOn) throw error
})

let goesOn = false
/** For a shop that runs: it goes on, and stops in order, when the disk is full that it prints to. A command fails. */
export const goOnWithoutOutput = () => {
  goesOn = true
}

/** Prints a line for the operator. */
export const say = (line: string) => void process.stdout.write(`${line}\n`)

/** A failure whose message is written for the operator. */
export class CommandError extends Error {
  override name = 'CommandError'
}

/** Prints steps that may take a while, one line each with the seconds since the start. */
export function createProgress() {
  const started = performance.now()
  return (step: string) =>
    say(`  ${((performance.now() - started) / 1000).toFixed(1).padStart(5)} s  ${step}`)
}
