import { execFileSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { project } from '#harness/run-shop.ts'

type Change = {
  /** Texts of new files, by path. */
  added: Record<string, string>
  /** Existing files: each pair is a text in it, and what is put before it. */
  changed?: Record<string, readonly (readonly [text: string, insertion: string])[]>
}

/** A copy of the sources in a folder of its own, with a change as CONTRIBUTING describes it. */
export function copySources({ added, changed = {} }: Change) {
  const copy = mkdtempSync(join(realpathSync(tmpdir()), 'vitrine-recipe-'))
  for (const name of ['src', 'scripts', 'package.json', 'tsconfig.json', 'vite.config.ts'])
    cpSync(join(project, name), join(copy, name), { recursive: true })
  symlinkSync(join(project, 'node_modules'), join(copy, 'node_modules'))
  for (const [path, text] of Object.entries(added)) {
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    writeFileSync(join(copy, path), text, { flag: 'wx' })
  }
  for (const [path, insertions] of Object.entries(changed))
    for (const [text, insertion] of insertions) {
      const before = readFileSync(join(copy, path), 'utf8')
      if (!before.includes(text)) throw new Error(`${path} has no ${text}`)
      writeFileSync(
        join(copy, path),
        before.replace(text, () => insertion + text),
      )
    }

  // Vite takes React's development build otherwise.
  const env = { ...process.env, NODE_ENV: 'production' }
  const run = (...args: string[]) =>
    execFileSync(process.execPath, args, { cwd: copy, encoding: 'utf8', stdio: 'pipe', env })
  return {
    folder: copy,
    run,
    /** What an expression of a module is, in a process of the copy. */
    evaluate(file: string, expression: string): unknown {
      const code = `const module = await import(${JSON.stringify(file)}); console.log(JSON.stringify(${expression}))`
      return JSON.parse(run('--input-type=module', '-e', code))
    },
    remove: () => rmSync(copy, { recursive: true, force: true }),
  }
}
