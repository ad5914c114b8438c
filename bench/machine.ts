import { execFileSync } from 'node:child_process'
import { cpus, loadavg, platform, release, totalmem } from 'node:os'

/** One line with the time, machine and commit of a run. */
export function describeRun(now: Date): string {
  const cores = cpus()
  const memory = Math.round(totalmem() / 2 ** 30)
  return [
    `${now.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    `commit ${describeCommit()}`,
    `${cores.length} cores (${cores[0]?.model.trim() ?? 'unknown'}), ${memory} GB`,
    `${platform()} ${release().split('-')[0]}`,
    `Node ${process.versions.node}`,
    `load before: ${loadavg()[0]?.toFixed(1)}`,
  ].join(' · ')
}

function describeCommit(): string {
  try {
    const git = (...args: string[]) =>
      execFileSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8' }).trim()
    const isClean =
      git('status', '--porcelain', '--', '..', ':!../docs/benchmarks.md', ':!../docs/reliability.md') === ''
    return `${git('rev-parse', '--short', 'HEAD')}${isClean ? '' : ' with changes that are not committed'}`
  } catch {
    return 'unknown'
  }
}
