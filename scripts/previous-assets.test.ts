import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { keepPreviousAssets } from './previous-assets.ts'

const folder = mkdtempSync(join(tmpdir(), 'vitrine-previous-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Replaces the build in `out` by one with these files, as `build` does. */
async function deploy(out: string, id: string, assets: string[]) {
  const next = join(folder, `next-${id}`)
  rmSync(next, { recursive: true, force: true })
  mkdirSync(join(next, 'client/assets'), { recursive: true })
  for (const name of assets)
    for (const ending of ['', '.br', '.gz']) writeFileSync(join(next, 'client/assets', name + ending), name)
  const previous = await keepPreviousAssets(out, next, { id, assets })
  mkdirSync(out, { recursive: true })
  rmSync(join(out, 'client'), { recursive: true, force: true })
  renameSync(join(next, 'client'), join(out, 'client'))
  writeFileSync(join(out, 'build.json'), JSON.stringify({ id, assets, previous }))
}

const retained = (out: string) => {
  const previous = join(out, 'client/previous')
  return existsSync(previous) ? readdirSync(previous).filter((name) => name.endsWith('.js')) : []
}

test('keepPreviousAssets keeps the files of three previous builds with their compressed copies and drops older ones', async () => {
  const out = join(folder, 'three')
  for (const id of ['1', '2', '3', '4', '5']) await deploy(out, id, [`page-${id}.js`, 'react.js'])

  expect(retained(out)).toEqual(['page-2.js', 'page-3.js', 'page-4.js'])
  expect(readdirSync(join(out, 'client/previous'))).toContain('page-2.js.br')
})

test('a rebuild of the same sources does not displace previous builds', async () => {
  const out = join(folder, 'again')
  await deploy(out, '1', ['page-1.js'])
  for (let times = 0; times < 5; times++) await deploy(out, '2', ['page-2.js'])

  expect(retained(out)).toEqual(['page-1.js'])
})

test('a file that returns in a later build is served from that build', async () => {
  const out = join(folder, 'back')
  await deploy(out, '1', ['page-1.js'])
  await deploy(out, '2', ['page-2.js'])
  await deploy(out, '3', ['page-1.js'])

  expect(retained(out)).toEqual(['page-2.js'])
})

test('a first build and a build of an earlier release keep no files', async () => {
  const out = join(folder, 'first')
  await deploy(out, '1', ['page-1.js'])
  expect(retained(out)).toEqual([])

  writeFileSync(join(out, 'build.json'), '{"id":"0"}')
  await deploy(out, '2', ['page-2.js'])
  expect(retained(out)).toEqual([])
})
