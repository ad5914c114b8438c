import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** An empty folder for a shop of this run. The database server's own user must be able to enter it. */
export function makeDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-bench-'))
  chmodSync(folder, 0o755)
  return folder
}
