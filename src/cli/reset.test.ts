import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, expect, test, vi } from 'vitest'
import { testConfig } from '#harness/test-config.ts'
import { startEmbeddedPostgres } from '../server/platform/db/embedded-postgres.ts'
import { reset } from './reset.ts'

vi.mock('node:fs/promises', async (original) => ({
  ...(await original<typeof import('node:fs/promises')>()),
  rm: vi.fn((await original<typeof import('node:fs/promises')>()).rm),
}))

const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-reset-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

test('a reset that was killed while it deleted the database is repeated, and leaves nothing', async () => {
  const { stop, folder } = await startEmbeddedPostgres({ dataDir, log: pino({ level: 'silent' }) })
  await stop()
  mkdirSync(join(dataDir, 'media'))
  for (const file of ['media/mug.webp', 'secrets.json', 'shop-face.json', 'store-url'])
    writeFileSync(join(dataDir, file), '{}')
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const config = { ...testConfig, dataDir, databaseUrl: undefined }
  const deleted = vi.mocked(rm).getMockImplementation()
  vi.mocked(rm).mockImplementation(async (path, options) => {
    if (path !== folder) return deleted?.(path, options)
    for (const name of readdirSync(folder).filter((one) => one.startsWith('cluster')))
      rmSync(join(folder, name, 'PG_VERSION'))
    throw new Error('killed')
  })
  await expect(reset(['--yes'], config)).rejects.toThrow('killed')
  vi.mocked(rm).mockImplementation(deleted ?? rm)

  expect(await reset(['--yes'], config)).toBe(0)

  expect(readdirSync(dataDir)).toEqual([])
}, 60_000)
