import { expect, test, vi } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'
import { signedInStaff } from '#harness/staff.ts'
import { countableSearch } from './count-missed.ts'

const shop = await openShop({ seed: true, pages: true, pageCache: true })
const { admin } = await signedInStaff(shop, 'owner')
const { api } = shop.guest()

const search = async (query: string) => ok(await api.search.products({ query }))
const idBySlug = new Map(
  (await shop.db.selectFrom('products').select(['id', 'slug']).execute()).map(({ id, slug }) => [slug, id]),
)
/** Ids of the products, in order; the cards have those of their variations. */
const idsOf = async (query: string) =>
  (await search(query)).products.data.map(({ slug }) => idBySlug.get(slug) ?? 0)
/** Waits until the change has reached this process. */
const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 100_000, interval: 50 })

test('a synonym finds the products of the other word, in results and suggestions, until it is deleted', async () => {
  const vases = await idsOf('vase')
  expect(vases.length).toBeGreaterThan(1)
  expect(await idsOf('krukke')).toEqual([])

  const added = ok(
    await admin.adminSearchSynonyms.create({
      values: { term: 'krukke', synonyms: ['vase'], is_two_way: false },
    }),
  )
  await eventually(async () => expect(await idsOf('krukke')).toEqual(vases))
  const suggested = ok(await api.search.suggest({ query: 'Krukke' }))
  expect(suggested.total).toBe((await search('vase')).products.total)
  expect(await idsOf('vase')).toEqual(vases)

  ok(await admin.adminSearchSynonyms.remove({ id: added.id, version: added.version }))
  await eventually(async () => expect(await idsOf('krukke')).toEqual([]))
})

test('pinned products come first in their order, also when they do not match, and count in the total', async () => {
  const found = await idsOf('mug')
  const before = (await search('mug')).products.total
  const [other] = (await idsOf('vase')).filter((id) => !found.includes(id))
  const last = found.at(-1)
  if (!other || !last) throw new Error('the demo shop has too few products')

  ok(await admin.adminSearchRules.create({ values: { query: ' MUG! ', products: [other, last] } }))
  await eventually(async () => expect((await idsOf('mug')).slice(0, 2)).toEqual([other, last]))
  const after = await search('mug')
  expect(after.products.total).toBe(before + 1)
  expect((await idsOf('mug')).filter((id) => id === last)).toHaveLength(1)
  expect(await idsOf('mugs')).not.toContain(other)
})

test('a search can lead to an address of the shop; another shop, the search itself and a second rule are refused', async () => {
  ok(await admin.adminSearchRules.create({ values: { query: 'Opening hours', redirect_to: '/contact' } }))
  await eventually(async () => expect((await search('opening HOURS')).redirect_to).toBe('/contact'))
  expect((await search('opening')).redirect_to).toBeNull()

  const add = (values: { query: string; redirect_to: string }) => admin.adminSearchRules.create({ values })
  for (const redirect_to of ['https://elsewhere.example', '//elsewhere.example', '/admin', '/search?query=a'])
    expect(await add({ query: 'hours', redirect_to })).toMatchObject({
      errors: { 'values.redirect_to': [expect.stringContaining('address of the shop')] },
    })
  expect(await add({ query: 'opening-hours', redirect_to: '/about' })).toMatchObject({
    errors: { 'values.query': ['There is a rule for “Opening hours” already'] },
  })
  expect(await admin.adminSearchRules.create({ values: { query: 'nothing' } })).toMatchObject({
    errors: { 'values.products': ['Please choose products or enter an address'] },
  })
})

test('a text that may be personal is not counted', () => {
  for (const personal of [
    'asha@example.com',
    'asha＠example.com',
    '98765 43210',
    '+91 (98765) 43210',
    '4111-1111-1111-1111',
    'card 4111.1111.1111.1111',
    '९८७६५४३२१०',
    ' – ',
    'x'.repeat(81),
  ])
    expect([personal, countableSearch(personal)]).toEqual([personal, undefined])
  expect(countableSearch('  Settée,  40 CM ')).toBe('settee 40 cm')
})

test('a search without results is counted for each visitor, also from the cached page, and staff answer it', async () => {
  const bot = { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }
  const visit = (url: string, headers = {}) => shop.guest().request({ method: 'GET', url, headers })
  await visit('/search?query=Zabuton')
  await visit('/search?query=zabuton&utm_source=mail')
  await visit('/search/_payload.json?test&query=ZABUTON')
  await visit('/search?query=zabuton', bot)
  await visit('/search?query=vase')
  await visit('/search?query=vase&price_from=999999')
  await visit('/search?query=asha%40example.com')
  await shop.missedSearches.flush()
  await visit('/search?query=zabuton')
  await shop.missedSearches.flush()

  const list = async (state?: 'open' | 'solved') => ok(await admin.adminMissedSearches.list({ state })).data
  const [missed, ...others] = await list()
  expect(others).toEqual([])
  expect(missed).toMatchObject({ words: 'zabuton', searches: 4, solved_by: null })
  expect(ok(await admin.adminHome.get()).missed_searches).toEqual([missed])

  ok(await admin.adminSearchSynonyms.create({ values: { term: 'Zabuton', synonyms: ['cushion'] } }))
  expect(await list('open')).toEqual([])
  expect(await list('solved')).toMatchObject([{ words: 'zabuton', solved_by: 'synonym' }])
  expect(ok(await admin.adminHome.get()).missed_searches).toEqual([])
  expect(ok(await admin.adminMissedSearches.remove({ ids: [missed?.id ?? 0] }))).toEqual({ removed: 1 })
  expect(await list()).toEqual([])
})

test('a day has 500 different searches without results; known ones are counted further', async () => {
  const countOf = async () =>
    (await shop.db.selectFrom('missed_searches').select('searches').execute()).length
  for (let at = 0; at < 450; at += 1) shop.missedSearches.count(`unknown ${at}`)
  await shop.missedSearches.flush()
  for (let at = 440; at < 640; at += 1) shop.missedSearches.count(`unknown ${at}`)
  await shop.missedSearches.flush()
  expect(await countOf()).toBe(500)
  const known = await shop.db
    .selectFrom('missed_searches')
    .select('searches')
    .where('words', '=', 'unknown 449')
    .executeTakeFirst()
  expect(known?.searches).toBe(2)
})

test('links to other filters of search results name the search once', async () => {
  const url = '/search?query=vase&availability=in_stock&sort=price_asc'
  const { body } = await shop.guest().request({ method: 'GET', url })

  const links = [...String(body).matchAll(/href="(\/search\?[^"]+)"/g)].map(([, href]) => href)

  expect(links).toContain('/search?query=vase&amp;sort=price_asc')
  expect(links.filter((href) => String(href).split('query=').length > 2)).toEqual([])
})
