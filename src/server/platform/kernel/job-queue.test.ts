import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createJobQueue, QueueFull } from './job-queue.ts'

test('the queue limits concurrent jobs and runs all of them', async () => {
  const queue = createJobQueue({ atOnce: 2, maxWaiting: 100 })
  let running = 0
  let most = 0
  const job = async () => {
    most = Math.max(most, ++running)
    await wait(1)
    running -= 1
    return 'done'
  }

  const results = await Promise.all(Array.from({ length: 20 }, () => queue.run('now', job)))

  expect(most).toBe(2)
  expect(results).toHaveLength(20)
})

test('the queue refuses jobs beyond its limit at once', async () => {
  const queue = createJobQueue({ atOnce: 1, maxWaiting: 1 })
  const first = Promise.withResolvers<void>()
  const accepted = [queue.run('now', () => first.promise), queue.run('now', async () => {})]

  await expect(queue.run('now', async () => {})).rejects.toBeInstanceOf(QueueFull)
  first.resolve()
  await Promise.all(accepted)
})

test('idle jobs wait until no urgent job waits, and run one at a time', async () => {
  const queue = createJobQueue({ atOnce: 2, maxWaiting: 10 })
  const order: string[] = []
  const job = (name: string) => async () => {
    order.push(name)
    await wait(1)
  }
  await Promise.all([
    queue.run('now', job('first')),
    queue.run('idle', job('ahead 1')),
    queue.run('idle', job('ahead 2')),
    queue.run('now', job('second')),
    queue.run('now', job('third')),
  ])

  expect(order).toEqual(['first', 'second', 'third', 'ahead 1', 'ahead 2'])
})

test('a failing job rejects its caller and frees its slot', async () => {
  const queue = createJobQueue({ atOnce: 1, maxWaiting: 10 })
  const failing = queue.run('now', async () => {
    throw new Error('broken')
  })
  await expect(failing).rejects.toThrow('broken')
  expect(await queue.run('now', async () => 'next')).toBe('next')
})

test('close refuses jobs that have not begun', async () => {
  const queue = createJobQueue({ atOnce: 1, maxWaiting: 10 })
  const first = Promise.withResolvers<string>()
  const running = queue.run('now', () => first.promise)
  const waiting = queue.run('idle', async () => 'never')

  queue.close()
  first.resolve('done')

  await expect(waiting).rejects.toBeInstanceOf(QueueFull)
  expect(await running).toBe('done')
})
