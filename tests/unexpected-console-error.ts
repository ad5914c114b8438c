import { format } from 'node:util'
import { afterEach } from 'vitest'

const said: string[] = []
const print = console.error

console.error = (...words) => {
  said.push(format(...words))
  print(...words)
}

/** React and others report real faults by console.error only. A test that means one replaces it: `vi.spyOn(console, 'error').mockImplementation(() => {})`. */
afterEach(() => {
  const unexpected = said.splice(0)
  if (unexpected.length > 0) throw new Error(`console.error was called:\n${unexpected.join('\n')}`)
})
