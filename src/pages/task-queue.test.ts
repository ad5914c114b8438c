import { expect, test } from 'vitest'
import { createTaskQueue } from './task-queue.ts'

/** Tasks that end on request. */
function controlled() {
  const started: string[] = []
  const ends = new Map<string, () => void>()
  return {
    started,
    task: (name: string) => () => {
      started.push(name)
      return new Promise<void>((resolve) => ends.set(name, resolve))
    },
    async end(name: string) {
      ends.get(name)?.()
      await new Promise((resolve) => setTimeout(resolve))
    },
  }
}

test('no more tasks than the limit run at a time', () => {
  const { started, task } = controlled()
  const queue = createTaskQueue(2)

  for (const name of ['a', 'b', 'c']) void queue.add(task(name))

  expect(started).toEqual(['a', 'b'])
})

test('of the waiting tasks the newest runs next, and the others are dropped', async () => {
  const { started, task, end } = controlled()
  const queue = createTaskQueue(1)
  for (const name of ['a', 'b', 'c']) void queue.add(task(name))

  await end('a')
  expect(started).toEqual(['a', 'c'])
  await end('c')
  void queue.add(task('d'))

  expect(started).toEqual(['a', 'c', 'd'])
})
