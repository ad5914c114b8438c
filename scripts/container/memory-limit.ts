import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type MemoryLimit = {
  /** Where a process writes its id to be limited. */
  procs: string
  /** `own`: what cannot be dropped; `peak`: with the files that were read. How often the limit was reached, and what it has ended. */
  read(): { ownBytes: number; peakBytes: number; reached: number; killed: number }
  remove(): void
}

/** A control group whose processes get `bytes` of memory together: cgroup v2 or v1. @throws where this user may create none. */
export function limitMemory(bytes: number): MemoryLimit {
  const isV2 = existsSync('/sys/fs/cgroup/cgroup.controllers')
  const folder = join('/sys/fs/cgroup', isV2 ? '' : 'memory', `vitrine-container-${process.pid}`)
  mkdirSync(folder)
  writeFileSync(join(folder, isV2 ? 'memory.max' : 'memory.limit_in_bytes'), String(bytes))
  const text = (name: string) => readFileSync(join(folder, name), 'utf8')
  const count = (name: string, key: string) => Number(new RegExp(`^${key} (\\d+)`, 'm').exec(text(name))?.[1])
  return {
    procs: join(folder, 'cgroup.procs'),
    read: () =>
      isV2
        ? {
            ownBytes: count('memory.stat', 'anon'),
            peakBytes: Number(text('memory.peak')),
            reached: count('memory.events', 'max'),
            killed: count('memory.events', 'oom_kill'),
          }
        : {
            ownBytes: count('memory.stat', 'total_rss'),
            peakBytes: Number(text('memory.max_usage_in_bytes')),
            reached: Number(text('memory.failcnt')),
            killed: count('memory.oom_control', 'oom_kill'),
          },
    remove: () => rmdirSync(folder),
  }
}
