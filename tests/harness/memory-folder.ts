import { existsSync, readFileSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const MEMORY = '/dev/shm'
const enough = 4 * 1024 ** 3

/**
 * Where databases of tests are: in memory where there is plenty, because ext4 looks long for a free inode while thousands are deleted,
 * and a database is two thousand files. PostgreSQL's programs may be beside its data, so a mount that runs none does not do.
 */
export function memoryFolder(): string {
  if (!existsSync(MEMORY) || !existsSync('/proc/mounts')) return tmpdir()
  const [, , , options = 'noexec'] =
    readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .map((line) => line.split(' '))
      .find(([, folder]) => folder === MEMORY) ?? []
  const { bavail, bsize } = statfsSync(MEMORY)
  const hasRoom = Math.min(bavail * bsize, process.availableMemory()) >= enough
  return hasRoom && !options.split(',').includes('noexec') ? MEMORY : tmpdir()
}
