import fc from 'fast-check'
import pino from 'pino'
import { expect, test } from 'vitest'
import { type CatalogBuilder, catalogBuilder } from '#harness/catalog.ts'
import { testDatabase } from '#harness/database.ts'
import { startChangeFeed } from '#server/platform/changes/change-feed.ts'
import { noteChange } from '#server/platform/changes/note-change.ts'
import type { ChangeFeed } from '#server/platform/kernel/context.ts'
import { expectSameCounts, expectSameListing, expectSameSuggestions } from './both-indexes.test-support.ts'
import { createMemoryCatalogIndex } from './memory-catalog-index.ts'
import {
  addFields,
  addProduct,
  type RandomQuestion,
  randomProduct,
  randomQuestion,
  scopeOf,
} from './random-catalog.test-support.ts'
import { makeChange, randomChange } from './random-changes.test-support.ts'
import { createSqlCatalogIndex } from './sql/sql-catalog-index.ts'

const { db, pool } = await testDatabase()
const bySql = createSqlCatalogIndex(db)
/** Thousands of statements, on a machine that may be busy. */
const timeout = 120_000

/** A shop of random products with two channels, and an index that follows its changes. */
async function withRandomShop(
  { products, seed }: { products: number; seed: number },
  check: (means: Means) => Promise<void>,
) {
  const shop = await catalogBuilder(db)
  const { id: otherChannel } = await db
    .insertInto('channels')
    .values({
      ...{ code: 'other', name: 'Other', country_id: 101, currency: 'INR', currency_symbol: '₹' },
      ...{ currency_decimals: 2, locale: 'en-IN' },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addFields(db)
  for (const product of fc.sample(randomProduct, { numRuns: products, seed }))
    await addProduct(db, shop, product, otherChannel)

  const changes = await startChangeFeed(pool, { pollMs: 60_000 })
  const index = await createMemoryCatalogIndex({
    db,
    changes,
    log: pino({ level: 'silent' }),
    maxWaitMs: Number.POSITIVE_INFINITY,
  })
  const channels = [shop.channel.id, otherChannel]
  for (const id of channels) await index.ready(id)

  async function expectSame(question: RandomQuestion) {
    const { filters, sort, page, perPage, isOtherChannel } = question
    const channelId = isOtherChannel ? otherChannel : shop.channel.id
    const scope = await scopeOf(db, question)
    const query = { channelId, scope, filters, sort, page, perPage }
    const answers = await Promise.all([index.listing(query), bySql.listing(query)])
    await expectSameListing(...answers, (other) => bySql.listing(other), query)
    await expectSameCounts(index, bySql, channelId)
    if (scope.kind !== 'search') return
    const { kind: _, ...terms } = scope
    const typed = { channelId, ...terms, limit: 4 }
    await expectSameSuggestions(await index.suggest(typed), await bySql.suggest(typed), (spelling) =>
      bySql.suggest({ ...typed, query: spelling }),
    )
  }

  try {
    await check({ shop, otherChannel, changes, expectSame })
  } finally {
    await index.stop()
    await changes.stop()
  }
}

type Means = {
  shop: CatalogBuilder
  otherChannel: number
  changes: ChangeFeed
  expectSame: (question: RandomQuestion) => Promise<void>
}

test.each([1, 2, 3])('memory and SQL give the same answers, shop %i', { timeout }, (seed) =>
  withRandomShop({ products: 40, seed }, ({ expectSame }) =>
    fc.assert(fc.asyncProperty(randomQuestion, expectSame), { numRuns: 150, seed, endOnFailure: true }),
  ),
)

test.each([4, 5])(
  'memory and SQL give the same answers while the shop changes, shop %i',
  { timeout },
  (seed) =>
    withRandomShop({ products: 25, seed }, ({ shop, otherChannel, changes, expectSame }) => {
      const severalChanges = fc.array(randomChange, { minLength: 1, maxLength: 3 })
      const questions = fc.array(randomQuestion, { minLength: 4, maxLength: 4 })
      return fc.assert(
        fc.asyncProperty(severalChanges, questions, async (made, requested) => {
          for (const change of made) await noteChange(db, await makeChange(db, shop, change, otherChannel))
          await changes.catchUp()
          for (const question of requested) await expectSame(question)
        }),
        { numRuns: 40, seed, endOnFailure: true },
      )
    }),
)

test('most random queries have results', { timeout }, () =>
  withRandomShop({ products: 40, seed: 1 }, async ({ shop }) => {
    const totals: number[] = []
    for (const question of fc.sample(randomQuestion, { numRuns: 100, seed: 1 })) {
      const scope = await scopeOf(db, question)
      totals.push((await bySql.listing({ ...question, channelId: shop.channel.id, scope })).total)
    }
    expect(totals.filter((total) => total > 0).length).toBeGreaterThan(50)
  }),
)
