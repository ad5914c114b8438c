import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readPeers } from './read-peers.ts'

const peer = {
  name: 'A shop',
  version: '1.0',
  origin: 'http://127.0.0.1:4000',
  pages: { home: '/', listing: '/all', product: '/all/mug' },
  product_links: 'main a',
}

function fileWith(content: unknown) {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-peers-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'peers.json')
  writeFileSync(file, JSON.stringify(content))
  return file
}

test('readPeers explains the file when PEERS is not set', () => {
  expect(() => readPeers('')).toThrow('PEERS=peers.json npm run bench -- peers')
  expect(() => readPeers('/nowhere/peers.json')).toThrow('cannot be read as JSON')
})

test('readPeers returns described peers and refuses one on another machine', () => {
  expect(readPeers(fileWith([peer]))).toMatchObject([{ name: 'A shop', commands: [], notes: [] }])
  expect(() => readPeers(fileWith([{ ...peer, origin: 'https://shop.example' }]))).toThrow(
    'must be on 127.0.0.1',
  )
})
