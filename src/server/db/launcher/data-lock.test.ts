import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { takeDataLock } from './data-lock.ts'
import { rotateWhenLarge } from './server-log.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a held lock is refused, a released one is given again', () => {
  const lock = takeDataLock(folder)
  expect(() => takeDataLock(folder)).toThrow(`process ${process.pid}`)
  lock.release()

  expect(() => takeDataLock(folder)).not.toThrow()
  expect(readdirSync(folder)).toEqual(['lock-2'])
})

test('a holder whose pid now belongs to another program counts as gone', () => {
  writeFileSync(join(folder, 'lock-7'), JSON.stringify({ pid: process.pid, started: 'at another time' }))

  takeDataLock(folder)

  expect(readdirSync(folder)).toEqual(['lock-8'])
})

test('a lock that a crash of the machine left without content counts as released', () => {
  writeFileSync(join(folder, 'lock-3'), '')

  takeDataLock(folder)

  expect(() => takeDataLock(folder)).toThrow('in use')
})

test("the server's log is copied once and emptied when it has grown too large", () => {
  const file = join(folder, 'postgres.log')
  writeFileSync(file, 'x'.repeat(100))
  rotateWhenLarge(file, 100)
  expect(readdirSync(folder)).toEqual(['postgres.log'])

  rotateWhenLarge(file, 99)

  expect(readdirSync(folder)).toEqual(['postgres.log', 'postgres.log.1'])
})
