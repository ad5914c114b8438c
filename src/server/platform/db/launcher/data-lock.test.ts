import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { acquireDataLock } from './data-lock.ts'
import { rotateWhenLarge } from './server-log.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a held lock is refused, and a released one can be taken again', () => {
  const lock = acquireDataLock(folder)
  expect(() => acquireDataLock(folder)).toThrow(`process ${process.pid}`)
  lock.release()

  expect(() => acquireDataLock(folder)).not.toThrow()
  expect(readdirSync(folder)).toEqual(['lock-2'])
})

test('a lock is free when the pid of its holder belongs to another program', () => {
  writeFileSync(join(folder, 'lock-7'), JSON.stringify({ pid: process.pid, started: 'at another time' }))

  acquireDataLock(folder)

  expect(readdirSync(folder)).toEqual(['lock-8'])
})

test('a lock file left empty by a machine crash counts as released', () => {
  writeFileSync(join(folder, 'lock-3'), '')

  acquireDataLock(folder)

  expect(() => acquireDataLock(folder)).toThrow('in use')
})

test("the server's log is copied once and truncated when it is too large", () => {
  const file = join(folder, 'postgres.log')
  writeFileSync(file, 'x'.repeat(100))
  rotateWhenLarge(file, 100)
  expect(readdirSync(folder)).toEqual(['postgres.log'])

  rotateWhenLarge(file, 99)

  expect(readdirSync(folder)).toEqual(['postgres.log', 'postgres.log.1'])
})
