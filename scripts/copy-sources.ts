import { execFileSync } from 'node:child_process'
import { cpSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = dirname(import.meta.dirname)

/** Copies the project's files, those that are not committed too, to another folder. Both use the same packages. */
export function copySources(to: string) {
  const listed = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  for (const file of listed.split('\0').filter(Boolean)) cpSync(join(root, file), join(to, file))
  symlinkSync(join(root, 'node_modules'), join(to, 'node_modules'))
}
