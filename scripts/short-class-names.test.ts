import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { nameOf, shortClassNames } from './vite-plugins/short-class-names.ts'

const root = mkdtempSync(join(tmpdir(), 'vitrine classes '))
afterAll(() => rmSync(root, { recursive: true }))

test('nameOf returns unique names that start with a capital letter', () => {
  const names = Array.from({ length: 5_000 }, (_, count) => nameOf(count))
  expect(new Set(names).size).toBe(5_000)
  expect(names.filter((name) => !/^[A-Z][\w-]*$/.test(name))).toEqual([])
  expect(names.slice(0, 1_600).filter((name) => name.length > 2)).toEqual([])
})

test('shortClassNames names each class of each file uniquely and deterministically', () => {
  mkdirSync(join(root, 'src/ui'), { recursive: true })
  writeFileSync(
    join(root, 'src/ui/a.module.css'),
    '/* .not-this */ .row { color: red } .row .name { color: red }',
  )
  writeFileSync(join(root, 'src/ui/b.module.css'), '.row:hover { margin: 0.5rem }')
  const [one, two] = [shortClassNames(root), shortClassNames(root)]
  const names = [
    one('row', join(root, 'src/ui/a.module.css')),
    one('name', join(root, 'src/ui/a.module.css')),
    one('row', join(root, 'src/ui/b.module.css')),
  ]

  expect(names).toEqual(['A', 'B', 'C'])
  expect(two('row', join(root, 'src/ui/b.module.css'))).toBe('C')
  expect(one('new', join(root, 'src/ui/a.module.css'))).toMatch(/^X[0-9a-f]{8}$/)
})
