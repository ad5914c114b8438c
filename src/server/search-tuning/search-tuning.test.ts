import { expect, test, vi } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'
import { signedInStaff } from '#harness/staff.ts'

const shop = await openShop({ seed: true })
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
const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 10_000, interval: 50 })

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
