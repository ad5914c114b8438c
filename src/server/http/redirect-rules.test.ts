import { expect, test } from 'vitest'
import { testDatabase } from '../../../tests/database.ts'
import { createRedirectRules, type RedirectRule, readRedirectRules } from './redirect-rules.ts'

const rule = (from_path: string, to_path: string, more: Partial<RedirectRule> = {}): RedirectRule => ({
  from_path,
  to_path,
  code: 301,
  is_external: false,
  ...more,
})

const find = (rules: RedirectRule[], url: string) => {
  const { pathname, search } = new URL(`http://shop${url}`)
  return createRedirectRules(rules).find(pathname, search)
}

test('an old address leads to the new one, its query kept', () => {
  expect(find([rule('/old', '/new')], '/old?page=2')).toEqual({ location: '/new?page=2', status: 301 })
  expect(find([rule('/old', '/new', { code: 302 })], '/old')?.status).toBe(302)
  expect(find([rule('/old', '/new')], '/older')).toBeUndefined()
})

test("the target's own query and place on the page stay", () => {
  expect(find([rule('/old', '/new?a=1#part')], '/old?b=2')?.location).toBe('/new?a=1&b=2#part')
})

test('a slash at the end and escaped letters are the same path', () => {
  expect(find([rule('/café', '/new')], '/caf%C3%A9/')?.location).toBe('/new')
  expect(find([rule('/old/', '/new')], '/old')?.location).toBe('/new')
})

test('only an external rule leaves the shop', () => {
  const away = 'https://example.com/x'
  expect(find([rule('/old', away, { is_external: true })], '/old?a=1')?.location).toBe(`${away}?a=1`)
  expect(find([rule('/old', away)], '/old')).toBeUndefined()
})

for (const target of ['//example.com', '/\\example.com', 'javascript:alert(1)', 'new', '', '/old', '/old/'])
  test(`a rule to '${target}' is no rule`, () => {
    expect(find([rule('/old', target)], '/old')).toBeUndefined()
    expect(find([rule('/old', target, { is_external: true })], '/old')).toBeUndefined()
  })

test('the rules are those in the database', async () => {
  const { db } = await testDatabase()
  await db
    .insertInto('redirects')
    .values([
      { from_path: '/old', to_path: '/new' },
      { from_path: '/away', to_path: 'https://example.com/', code: 302, is_external: true },
    ])
    .execute()

  const rules = await readRedirectRules(db)

  expect(rules.find('/old', '')).toEqual({ location: '/new', status: 301 })
  expect(rules.find('/away', '')).toEqual({ location: 'https://example.com/', status: 302 })
})
