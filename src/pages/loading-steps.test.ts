import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLoadingSteps, type LoadingStep } from './loading-steps.ts'

const shown: LoadingStep[] = []
beforeEach(() => {
  shown.length = 0
  vi.useFakeTimers()
})
afterEach(() => void vi.useRealTimers())

const create = () => createLoadingSteps((step) => shown.push(step))

test('a wait below 200 ms shows no bar', () => {
  const steps = create()

  steps.start()
  vi.advanceTimersByTime(199)
  steps.finish()
  vi.advanceTimersByTime(5000)

  expect(shown).toEqual([])
})

test('the bar grows after 200 ms, hides 500 ms after the end and is reset 400 ms later', () => {
  const steps = create()
  steps.start()
  vi.advanceTimersByTime(200)
  expect(shown).toEqual(['running'])

  steps.finish()
  expect(shown).toEqual(['running', 'done'])
  vi.advanceTimersByTime(499)
  expect(shown).toEqual(['running', 'done'])
  vi.advanceTimersByTime(1)
  expect(shown).toEqual(['running', 'done', 'hiding'])
  vi.advanceTimersByTime(399)
  expect(shown).toHaveLength(3)
  vi.advanceTimersByTime(1)

  expect(shown).toEqual(['running', 'done', 'hiding', 'idle'])
})

test('a bar needed again while it fades restarts from zero', () => {
  const steps = create()
  steps.start()
  vi.advanceTimersByTime(200)
  steps.finish()
  vi.advanceTimersByTime(500)

  steps.start()
  vi.advanceTimersByTime(200)

  expect(shown).toEqual(['running', 'done', 'hiding', 'idle', 'running'])
})
