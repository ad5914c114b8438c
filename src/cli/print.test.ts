import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('a closed output pipe prints no stack trace', async () => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'vitrine.ts'), 'help'])
  child.stdout.destroy()
  let output = ''
  child.stderr.on('data', (chunk) => {
    output += chunk
  })

  const [code] = await once(child, 'close')

  expect(output).toBe('')
  expect(code).toBe(0)
})
