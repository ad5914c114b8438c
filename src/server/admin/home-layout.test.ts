import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type HomeCard, standardCards } from '#contract/admin/home-cards.ts'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'
import { signedInStaff } from '#harness/staff.ts'

const shop = await openShop({ seed: true })
const owner = await signedInStaff(shop, 'owner')
const viewer = await signedInStaff(shop, 'viewer')

const layoutOf = async ({ admin }: typeof owner) => ok(await admin.adminHome.layout())
const report: HomeCard = {
  card: 'report',
  columns: 2,
  report: 'product',
  period: 'this_month',
  compare: 'previous',
  view: 'rows',
}
const toDo: HomeCard = { card: 'to_do', columns: 1 }

test('the home screen is arranged by each member of staff, and back in its standard order', async () => {
  const { saveLayout } = owner.admin.adminHome
  const { cards, version, is_standard } = await layoutOf(owner)
  expect({ cards, is_standard }).toEqual({ cards: standardCards, is_standard: true })

  const saved = ok(await saveLayout({ cards: [report, toDo], version }))
  expect(saved).toMatchObject({ cards: [report, toDo], is_standard: false })
  expect(await layoutOf(owner)).toEqual(saved)
  expect((await layoutOf(viewer)).is_standard).toBe(true)

  const standard = ok(await saveLayout({ cards: null, version: saved.version }))
  expect(standard).toEqual({ cards: standardCards, is_standard: true, version })
})

test('an arrangement that another browser has changed is not replaced', async () => {
  const { saveLayout } = viewer.admin.adminHome
  const { version } = await layoutOf(viewer)
  const replies = await Promise.all([
    saveLayout({ cards: [toDo], version }),
    saveLayout({ cards: [report], version }),
  ])
  const stored = await layoutOf(viewer)
  expect(replies.find(({ status }) => status === 'error')).toMatchObject({
    code: 'STALE_RECORD',
    data: stored,
  })
  expect(replies.filter(({ status }) => status === 'error')).toHaveLength(1)
})

test.for([
  ['a card twice', [toDo, { ...toDo, columns: 2 }]],
  ['more than 40 cards', Array.from({ length: 41 }, (_, at) => ({ ...report, channel: `c${at}` }))],
  ['a card that does not exist', [{ card: 'constructor', columns: 1 }]],
  ['a report of fixed days', [{ ...report, period: '2026-11-01' }]],
  ['a channel of 10 KB', [{ ...report, channel: 'x'.repeat(10_000) }]],
])('an arrangement with %s is refused', async ([, cards]) => {
  const { version } = await layoutOf(owner)
  const { saveLayout } = owner.admin.adminHome
  expect(await saveLayout({ cards: cards as HomeCard[], version })).toMatchObject({ code: 'VALIDATION' })
})

test('cards of a later release are left out', async () => {
  const cards = [{ card: 'weather', columns: 1 }, { ...report, view: 'map' }, toDo]
  await sql`insert into home_layouts (staff_id, cards) values (${owner.id}, ${JSON.stringify(cards)})
    on conflict (staff_id) do update set cards = excluded.cards`.execute(shop.db)
  expect((await layoutOf(owner)).cards).toEqual([toDo])
})

test('the parts of the home screen have what all at once have, each with its permission', async () => {
  const { adminHome } = owner.admin
  const { get, setup, sales, toDo, bestSellers, lowStock, missedSearches } = adminHome
  const parts = {
    ...ok(await setup()),
    ...ok(await sales()),
    ...ok(await toDo()),
    ...ok(await bestSellers()),
    ...ok(await lowStock()),
    ...ok(await missedSearches()),
  }
  expect(parts).toEqual(ok(await get()))
  const editor = await signedInStaff(shop, 'editor')
  expect(await editor.admin.adminHome.setup()).toMatchObject({ code: 'FORBIDDEN' })
  ok(await editor.admin.adminHome.missedSearches())
})
