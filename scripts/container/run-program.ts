import { spawnSync } from 'node:child_process'

/** Runs a program to its end. @returns its output. @throws with the end of its output when it fails. */
export function run([program = '', ...args]: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status === 0) return stdout
  throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? `${stdout}\n${stderr}`.slice(-4_000)}`)
}
