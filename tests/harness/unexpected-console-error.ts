import { format } from 'node:util'
import { afterEach } from 'vitest'

// Test files of one worker share the console.
const recorder = Symbol.for('vitrine.console-errors')
const shared = globalThis as { [recorder]?: string[] }
shared[recorder] ??= recordErrors()
const errors = shared[recorder]

function recordErrors() {
  const recorded: string[] = []
  const print = console.error
  console.error = (...words) => {
    recorded.push(format(...words))
    print(...words)
  }
  return recorded
}

/** Fails a test on console.error, by which React reports real defects. A test that expects one mocks it: `vi.spyOn(console, 'error').mockImplementation(() => {})`. */
afterEach(() => {
  const unexpected = errors.splice(0)
  if (unexpected.length > 0) throw new Error(`console.error was called:\n${unexpected.join('\n')}`)
})
