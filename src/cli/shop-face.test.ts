import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { json } from '#server/platform/kernel/schema.ts'
import { noteChange } from '../server/platform/changes/note-change.ts'
import { keepFace } from './keep-face.ts'
import { FACE_FILE, readFace } from './shop-face.ts'

const { db, services } = await openShop({ seed: true })

function makeFolder(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-face-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  return dataDir
}

test('the look of the starting page is that of the last run, and follows the theme', async () => {
  const dataDir = makeFolder()
  expect(readFace({ dataDir })).toBeUndefined()

  const stop = await keepFace({ ...services, config: { ...services.config, dataDir } })
  onTestFinished(stop)
  expect(readFace({ dataDir })).toMatchObject({
    name: 'Kiln & Loom',
    colors: { ground: expect.stringMatching(/^#/) },
  })

  const { appearance } = await db.selectFrom('storefronts').select('appearance').executeTakeFirstOrThrow()
  const changed = {
    ...(appearance as object),
    theme_colors: [{ variable: '--color-primary', color: '#0b5fff' }],
  }
  await db
    .updateTable('storefronts')
    .set({ appearance: json(changed) })
    .execute()
  await noteChange(db, ['storefront'])
  await services.changes.catchUp()
  await expect.poll(() => readFace({ dataDir })?.colors.link).toBe('#0b5fff')
})

test.each([
  ['no JSON', '{'],
  ['no object', 'null'],
  [
    'no names and colours',
    '{"name":{"a":1},"colors":{"link":"red;}body{display:none","ground":["#fff","x"]}}',
  ],
])('a file with %s gives a page without them', (_, text) => {
  const dataDir = makeFolder()
  writeFileSync(join(dataDir, FACE_FILE), text)
  expect(readFace({ dataDir }) ?? { name: '', colors: {} }).toEqual({ name: '', colors: {} })
})
