import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addChannel } from '#harness/channels.ts'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'
import { signedInStaff } from '#harness/staff.ts'
import { json } from '#server/platform/kernel/schema.ts'
import { readPolicies } from './read-policies.ts'

const shop = await openShop({ seed: true })
const { db, services } = shop
const { admin } = await signedInStaff(shop, 'owner')
const { id: india } = await db
  .selectFrom('channels')
  .select('id')
  .where('is_default', '=', true)
  .executeTakeFirstOrThrow()
const lithuania = await addChannel(services, { code: 'lt', name: 'Lithuania', host: 'lt.shop.example' })

const pointOf = async (channel: number, title: RegExp) => {
  const { points } = ok(await admin.adminChannels.law({ id: channel }))
  return points.find((point) => title.test(point.title))
}
const policies = (channel: number) => pointOf(channel, /^Terms/)

const setText = (slug: string, text: string) =>
  sql`update sections set settings = ${json({ title: '', blocks: [{ type: 'paragraph', text }] })}
    where page_id = (select id from pages where slug = ${slug})`.execute(db)

test('the law of a channel names the gaps of its pages, and setup waits for them', async () => {
  expect(await policies(india)).toMatchObject({ is_done: true })
  await setText('privacy-policy', 'Run by [[name and postal address]], asked at [[email]] or [[email]].')

  const missing = {
    is_done: false,
    help: expect.stringContaining('to fill in: email, name and postal address.'),
  }
  expect(await policies(india)).toMatchObject(missing)
  expect(await policies(lithuania)).toMatchObject(missing)
  const { setup } = ok(await admin.adminHome.get())
  expect(setup).toContainEqual({ step: 'policies', is_done: false })

  await setText('privacy-policy', 'Run by us. [Write to us](/contact).')
  await setText('about', 'We are [[what you do]].')
  expect(await policies(india)).toMatchObject({
    is_done: false,
    help: expect.stringContaining('what you do'),
  })
  await setText('about', 'We make cups.')
  expect(await policies(india)).toMatchObject({ is_done: true })
})

test('a channel with a storefront of its own is judged by the pages of that', async () => {
  await db
    .insertInto('storefronts')
    .values({ channel_id: lithuania, mode: 'Normal', license_status: 'active', appearance: json({}) })
    .execute()
  expect(await policies(lithuania)).toMatchObject({ is_done: false })
  expect(await policies(india)).toMatchObject({ is_done: true })
  await db.deleteFrom('storefronts').where('channel_id', '=', lithuania).execute()
  expect(await policies(lithuania)).toMatchObject({ is_done: true })
})

test.each([
  ['imprint', /^Imprint/],
  ['accessibility', /^Accessibility/],
])('the page %s is asked for in the European Union, written and active', async (slug, title) => {
  expect(await pointOf(india, title)).toBeUndefined()
  expect(await pointOf(lithuania, title)).toMatchObject({ is_done: false })
  const { id } = await db
    .insertInto('pages')
    .values({ slug, name: slug, is_active: false })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(await pointOf(lithuania, title)).toMatchObject({ is_done: false })
  await db.updateTable('pages').set({ is_active: true }).where('id', '=', id).execute()
  expect(await pointOf(lithuania, title)).toMatchObject({ is_done: true })
  await db
    .updateTable('pages')
    .set({ ends_at: new Date(Date.now() - 1_000) })
    .where('id', '=', id)
    .execute()
  expect(await pointOf(lithuania, title)).toMatchObject({ is_done: false })
})

test('lists of lists, single brackets and an endless bracket are no gaps', async () => {
  for (const text of [
    '[a] and [b](/c)',
    '[[1, 2]]',
    '[['.repeat(5_120),
    `[[${'x'.repeat(10_240)}]]`,
    '[[]]',
  ]) {
    await setText('privacy-policy', text)
    expect((await readPolicies(db, india)).filter(({ unwritten }) => unwritten)).toEqual([])
  }
})
