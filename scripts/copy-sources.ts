import { execFileSync } from 'node:child_process'
import { cpSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = dirname(import.meta.dirname)

/** Copies the project's files to another folder, as those of another release. Both use the same packages. */
export function copySources(to: string) {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0')
  for (const file of files.filter(Boolean)) cpSync(join(root, file), join(to, file))
  symlinkSync(join(root, 'node_modules'), join(to, 'node_modules'))
}
