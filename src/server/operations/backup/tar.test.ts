import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readTar, tarEnd, tarHeader, tarPadding } from './tar.ts'

const folder = mkdtempSync(join(tmpdir(), 'vitrine-tar-'))
afterAll(() => rmSync(folder, { recursive: true }))

const files = {
  'a.txt': 'a',
  'empty.txt': '',
  [`${'long/'.repeat(40)}name.txt`]: 'x'.repeat(512),
  'größe 中.txt': 'y'.repeat(1025),
}
const archive = Buffer.concat([
  ...Object.entries(files).flatMap(([name, text]) => {
    const content = Buffer.from(text)
    return [tarHeader(name, content.length), content, tarPadding(content.length)]
  }),
  tarEnd,
])

async function* inPieces(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function readAll(bytes: Buffer, size: number) {
  const found: Record<string, string> = {}
  for await (const { name, body } of readTar(inPieces(bytes, size))) {
    const pieces: Buffer[] = []
    for await (const piece of body) pieces.push(piece)
    found[name] = Buffer.concat(pieces).toString()
  }
  return found
}

test.for([7, 512, 100_000])(
  'readTar restores the files of an archive in pieces of %i bytes',
  async (size) => {
    expect(await readAll(archive, size)).toEqual(files)
  },
)

test('readTar skips bodies that are not read', async () => {
  const names: string[] = []
  for await (const { name } of readTar(inPieces(archive, 100))) names.push(name)
  expect(names).toEqual(Object.keys(files))
})

test('the system tar reads an archive', () => {
  const file = join(folder, 'a.tar')
  writeFileSync(file, archive)
  execFileSync('tar', ['xf', file, '-C', folder])
  for (const [name, text] of Object.entries(files))
    expect(readFileSync(join(folder, name), 'utf8')).toBe(text)
})

test.for([512, 700, 1023, archive.length - 1024, archive.length - 512])(
  'an archive truncated after %i bytes is refused',
  async (length) => {
    await expect(readAll(archive.subarray(0, length), 512)).rejects.toMatchObject({ name: 'BackupError' })
  },
)

test('bytes after the end of an archive are refused', async () => {
  await expect(readAll(Buffer.concat([archive, archive]), 512)).rejects.toMatchObject({ name: 'BackupError' })
})
