import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found)
const missing = (paths: readonly string[]) => paths.filter((path) => !existsSync(join(root, path)))

const dockerfile = read('Dockerfile')
const compose = read('compose.yaml')
const settings = new Set(matches(read('.env.example'), /^# ([A-Z][A-Z0-9_]*)=/gm))
const isSetting = (name: string) => settings.has(name.replace(/_FILE$/, ''))

test('Dockerfile and .dockerignore name files that exist', () => {
  const copied = matches(dockerfile, /^COPY (?!--from)(.+) \S+$/gm).flatMap((files) => files.split(' '))
  const run = matches(dockerfile, /((?:scripts|src)\/[\w/-]+\.\w+)/g)
  const taken = matches(read('.dockerignore'), /^!(.+)$/gm)
  expect(copied).toContain('package-lock.json')
  expect(run).toContain('src/cli/vitrine.ts')
  expect(missing([...copied, ...run, ...taken])).toEqual([])
})

test('the image has the settings of .env.example and the version of the package', () => {
  const set = matches(dockerfile, /^ENV (.+)$/gm).flatMap((line) => matches(line, /(\w+)=/g))
  expect(set.filter((name) => !isSetting(name))).toEqual(['MALLOC_ARENA_MAX'])
  expect(matches(dockerfile, /image\.version="(.+)"/g)).toEqual([JSON.parse(read('package.json')).version])
})

test('compose.yaml names settings of .env.example, files that exist, and a volume for each mount', () => {
  const ofShop = compose.slice(compose.indexOf('&settings'), compose.indexOf('services:'))
  const set = [...matches(ofShop, /^ {4}([A-Z_]+):/gm), ...matches(compose, /, (ROLE):/g)]
  expect(set).toEqual(
    expect.arrayContaining(['DATABASE_URL', 'MIGRATE', 'ROLE', 'VITRINE_TOKEN_SECRET_FILE']),
  )
  expect(set.filter((name) => !isSetting(name))).toEqual([])
  expect(missing(matches(compose, /- \.\/([^:]+):/g))).toEqual([])
  const volumes = compose.slice(compose.lastIndexOf('\nvolumes:'), compose.lastIndexOf('\nnetworks:'))
  for (const volume of matches(compose, /- ([a-z-]+):\//g)) expect(volumes).toContain(`\n  ${volume}:\n`)
})
