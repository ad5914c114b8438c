import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openShop } from '#harness/open-shop.ts'
import { ok } from '#harness/reply.ts'
import { signedInStaff } from '#harness/staff.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { tagIds } from './create-names.ts'
import { createAttributes, optionIds } from './create-options.ts'
import { readReferences } from './references.ts'

const shop = await openShop({ seed: true })
const staff = await signedInStaff(shop, 'manager')
const { adminProducts } = staff.admin

const attributes = async () => ok(await adminProducts.options()).attributes
const attributeOf = async (label: string) =>
  (await attributes()).find((attribute) => attribute.label === label)
const priced = (...options: (number | { name: string; value: string })[]) => ({
  options,
  selling_price: 10_000,
})

test('options and values that the shop does not have are made with the product, in its order', async () => {
  const { id, values } = ok(
    await adminProducts.create({
      values: {
        name: 'Linen Kurta',
        variations: ['Petite', 'Tall'].flatMap((fit) =>
          ['Sleeveless', 'Long sleeve'].map((sleeve) =>
            priced({ name: 'Fit', value: fit }, { name: 'Sleeve', value: sleeve }),
          ),
        ),
      },
    }),
  )

  const [fit, sleeve] = [await attributeOf('Fit'), await attributeOf('Sleeve')]
  expect(fit?.is_variable).toBe(true)
  expect(fit?.values.map(({ label }) => label)).toEqual(['Petite', 'Tall'])
  expect(sleeve?.values.map(({ label }) => label)).toEqual(['Sleeveless', 'Long sleeve'])
  expect(values.variations.map(({ sku, options }) => [sku, options])).toEqual(
    fit?.values.flatMap((one) =>
      sleeve?.values.map((other) => [
        ['linen-kurta', one.label, other.label].join('-').toLowerCase().replace(' ', '-'),
        [one.id, other.id],
      ]),
    ),
  )

  // A value of an option that exists goes between those that the product has; another spelling is the same value.
  const { version } = ok(await adminProducts.get({ id }))
  const [petite, tall] = fit?.values.map((value) => value.id) ?? []
  const [sleeveless] = sleeve?.values.map((value) => value.id) ?? []
  const changed = ok(
    await adminProducts.update({
      id,
      version,
      values: {
        ...values,
        variations: [petite ?? 0, { name: 'fit', value: 'Regular' }, tall ?? 0].map((one) =>
          priced(one, { name: 'Sleeve', value: 'SLEEVELESS' }),
        ),
      },
    }),
  )
  const regular = (await attributeOf('Fit'))?.values.map(({ label }) => label)
  expect(regular).toEqual(['Petite', 'Regular', 'Tall'])
  expect(changed.values.variations.map(({ options }) => options[1])).toEqual(Array(3).fill(sleeveless))
})

test('two products that bring the same new option at once share it', async () => {
  const before = (await attributes()).length
  const add = (name: string) =>
    adminProducts.create({
      values: {
        name,
        variations: [priced({ name: 'Firmness', value: 'Soft' }), priced({ name: 'Firmness', value: name })],
      },
    })
  const [one, other] = (await Promise.all([add('Cushion'), add('Mattress')])).map(ok)

  expect((await attributes()).length).toBe(before + 1)
  expect(one?.values.variations[0]?.options).toEqual(other?.values.variations[0]?.options)
  expect((await attributeOf('Firmness'))?.values).toHaveLength(3)
})

/** Two transactions. Each holds what it has created until the other has come to it, as a save beside an import does. */
const atOnce = <Result>(work: (tx: Tx) => Promise<Result>) =>
  Promise.all(
    [1, 2].map(() =>
      shop.db.transaction().execute(async (tx) => {
        const result = await work(tx)
        await sleep(200)
        return result
      }),
    ),
  )

test('what a save and an import bring at once is created once: options, values and tags', async () => {
  const tags = await atOnce((tx) => tagIds(tx, ['Monsoon', 'Dusk'], { creates: true }))
  expect(tags[0]).toHaveLength(2)
  expect(tags[1]).toEqual(tags[0])

  const option = { name: 'Weave', value: 'Twill' }
  const options = await atOnce(async (tx) => {
    const references = await readReferences(tx)
    await createAttributes(tx, references, [[option]], { isVariable: true })
    return optionIds(references, [option])
  })
  expect(options[0]?.[0]?.value_id).toBeGreaterThan(0)
  expect(options[1]).toEqual(options[0])
})

test('a refused product leaves no new option behind', async () => {
  const before = (await attributes()).length
  const add = (...variations: ReturnType<typeof priced>[]) =>
    adminProducts.create({ values: { name: 'Rug', variations } })
  const short = priced({ name: 'Pile', value: 'Short' })
  const twice = await add(short, priced({ name: 'Pile', value: 'short' }))
  expect(twice).toMatchObject({
    code: 'VALIDATION',
    errors: { 'values.variations.1.options': ['Another variation has the same options'] },
  })
  expect(await add(short, priced({ name: 'Pile', value: '' }))).toMatchObject({ code: 'VALIDATION' })
  expect(await add(short, priced({ name: 'x'.repeat(10_000), value: 'Long' }))).toMatchObject({
    code: 'VALIDATION',
  })
  expect((await attributes()).length).toBe(before)
})

test('a cost is saved, stays without the field, and is never sent to shoppers', async () => {
  const variation = { sku: 'COST-1', selling_price: 10_000 }
  const values = { name: 'Costly Jar', is_published: true, variations: [{ ...variation, cost: 4_321 }] }
  const made = ok(await adminProducts.create({ values }))
  expect(made.values.variations[0]?.cost).toBe(4_321)

  const save = async (part: { cost?: number | null }) => {
    const { version, values: present } = ok(await adminProducts.get({ id: made.id }))
    const { cost: _, ...row } = present.variations[0]!
    const saved = await adminProducts.update({
      id: made.id,
      version,
      values: { ...present, variations: [{ ...row, ...part }] },
    })
    return ok(saved).values.variations[0]?.cost
  }
  expect(await save({})).toBe(4_321)
  const shown = JSON.stringify(ok(await shop.guest().api.product.single({ id: 'costly-jar' })))
  expect(shown).toContain('COST-1')
  expect(shown).not.toContain('4321')
  expect(await save({ cost: null })).toBeNull()
})
