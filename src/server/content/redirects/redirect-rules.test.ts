import { expect, test } from 'vitest'
import { testDatabase } from '#harness/database.ts'
import { createRedirectRules, type RedirectRule, readRedirectRules } from './redirect-rules.ts'

const rule = (from_path: string, to_path: string, more: Partial<RedirectRule> = {}): RedirectRule => ({
  from_path,
  to_path,
  code: 301,
  is_external: false,
  match: 'exact',
  ...more,
})

const find = (rules: RedirectRule[], url: string) => {
  const { pathname, search } = new URL(`http://shop${url}`)
  return createRedirectRules(rules).find(pathname, search)
}

test('an old URL redirects to the new one with its query', () => {
  expect(find([rule('/old', '/new')], '/old?page=2')).toMatchObject({ location: '/new?page=2', status: 301 })
  expect(find([rule('/old', '/new', { code: 302 })], '/old')?.status).toBe(302)
  expect(find([rule('/old', '/new')], '/older')).toBeUndefined()
})

test('the target keeps its own query and fragment', () => {
  expect(find([rule('/old', '/new?a=1#part')], '/old?b=2')?.location).toBe('/new?a=1&b=2#part')
})

test('a trailing slash and escaped letters match the same path', () => {
  expect(find([rule('/café', '/new')], '/caf%C3%A9/')?.location).toBe('/new')
  expect(find([rule('/old/', '/new')], '/old')?.location).toBe('/new')
})

test('only an external rule leaves the shop', () => {
  const away = 'https://example.com/x'
  expect(find([rule('/old', away, { is_external: true })], '/old?a=1')?.location).toBe(`${away}?a=1`)
  expect(find([rule('/old', away)], '/old')).toBeUndefined()
})

for (const target of ['//example.com', '/\\example.com', 'javascript:alert(1)', 'new', '', '/old', '/old/'])
  test(`a rule to '${target}' is ignored`, () => {
    expect(find([rule('/old', target)], '/old')).toBeUndefined()
    expect(find([rule('/old', target, { is_external: true })], '/old')).toBeUndefined()
  })

test('the rules are read from the database', async () => {
  const { db } = await testDatabase()
  await db
    .insertInto('redirects')
    .values([
      { from_path: '/old', to_path: '/new' },
      { from_path: '/away', to_path: 'https://example.com/', code: 302, is_external: true },
    ])
    .execute()

  const rules = await readRedirectRules(db)

  expect(rules.find('/old', '')).toMatchObject({ location: '/new', status: 301 })
  expect(rules.find('/away', '')).toMatchObject({ location: 'https://example.com/', status: 302 })
})

test('a prefix rule keeps what is below it, and stops at a whole segment', () => {
  const rules = [rule('/old', '/new?a=1', { match: 'prefix' })]
  expect(find(rules, '/old')?.location).toBe('/new?a=1')
  expect(find(rules, '/old/mugs/blue?b=2')?.location).toBe('/new/mugs/blue?a=1&b=2')
  expect(find(rules, '/older')).toBeUndefined()
  const away = [rule('/old', 'https://example.com/shop/', { match: 'prefix', is_external: true })]
  expect(find(away, '/old/mugs')?.location).toBe('https://example.com/shop/mugs')
})

test('an exact rule precedes a prefix, and a longer prefix a shorter one', () => {
  const rules = [
    rule('/a', '/short', { match: 'prefix' }),
    rule('/a/b', '/long', { match: 'prefix' }),
    rule('/a/b/c', '/exact'),
  ]
  expect(find(rules, '/a/b/c')?.location).toBe('/exact')
  expect(find(rules, '/a/b/d')?.location).toBe('/long/d')
  expect(find(rules, '/a/d')?.location).toBe('/short/d')
})

for (const path of ['/old//example.com', '/old/%5Cexample.com', '/old///example.com/x'])
  test(`a prefix rule to the home page stays in the shop for '${path}'`, () => {
    const rules = createRedirectRules([rule('/old', '/', { match: 'prefix' })])
    const location = rules.find(path, '')?.location ?? ''
    expect(new URL(location, 'https://shop.example.com').origin).toBe('https://shop.example.com')
  })

test('a prefix rule whose target is below it is ignored', () => {
  expect(find([rule('/a', '/a/b', { match: 'prefix' })], '/a/x')).toBeUndefined()
})
