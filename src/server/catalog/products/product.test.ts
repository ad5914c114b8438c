import { beforeEach, describe, expect, test, vi } from 'vitest'
import { productEndpoints } from '#contract/catalog.ts'
import { type CatalogBuilder, catalogBuilder } from '#harness/catalog.ts'
import { testDatabase } from '#harness/database.ts'
import { productHandlers } from './handlers.ts'
import { readCards, readVariationCards } from './read-cards.ts'
import { findProduct } from './read-product.ts'
import { visitor } from './visitor.test-support.ts'

const { db, pool } = await testDatabase()
let shop: CatalogBuilder
let shopper: ReturnType<typeof visitor>

beforeEach(async () => {
  shop = await catalogBuilder(db)
  shopper = visitor(db, shop.channel)
})

const single = (id: string | number, sku?: string) =>
  shopper.ask(productEndpoints.single, productHandlers.single, { id: String(id), sku })

const shirt = () =>
  shop.product({
    name: 'Oxford Shirt',
    category: 'men/shirts',
    variations: [
      { sku: 'OXF-BL-M', options: { colour: 'blue', size: 'm' }, price: 1_499, mrp: 1_999 },
      { sku: 'OXF-BL-L', options: { colour: 'blue', size: 'l' }, price: 1_599, mrp: 1_999, stock: 0 },
      { sku: 'OXF-RE-M', options: { colour: 'red', size: 'm' }, price: 1_499, mrp: 1_499, stock: 3 },
    ],
  })

describe('product lookup', () => {
  test('a product is found by its slug, by the id of a variation and by a SKU', async () => {
    const { slug, variationIds } = await shirt()

    expect(await single(slug)).toMatchObject({ id: variationIds[0], channel: { sku: 'OXF-BL-M' } })
    expect(await single(variationIds[2] ?? 0)).toMatchObject({ id: variationIds[2] })
    expect(await single('OXF-RE-M')).toMatchObject({ id: variationIds[2], slug: 'oxford-shirt' })
    expect(await single(slug, 'OXF-RE-M')).toMatchObject({ id: variationIds[2] })
  })

  test('a slug of digits is read as a slug, not as an id', async () => {
    await shop.product({ name: 'First' })
    await shop.product({ name: 'The game', slug: '1' })

    expect(await single('1')).toMatchObject({ product_name: 'The game' })
  })

  test('an unknown, unpublished or unpriced product, or a variation of another product, is a 404', async () => {
    const { slug } = await shirt()
    await shop.product({ name: 'Draft', sku: 'DRAFT', isPublished: false })
    await shop.product({ name: 'Other', sku: 'OTHER' })
    const hidden = await shop.product({
      name: 'Half hidden',
      variations: [{ sku: 'SEEN' }, { sku: 'HIDDEN', isPublished: false }],
    })
    const priceless = await shop.product({ name: 'Priceless' })
    await db.deleteFrom('prices').where('variation_id', 'in', priceless.variationIds).execute()

    for (const [id, sku] of [
      ['nothing'],
      ['99999999999999999999'],
      ['draft'],
      ['DRAFT'],
      ['priceless'],
      [slug, 'OTHER'],
      [slug, 'nothing'],
      [hidden.slug, 'HIDDEN'],
      ['HIDDEN'],
    ] as const)
      await expect(single(id, sku), `${id} ${sku}`).rejects.toMatchObject({
        httpStatus: 404,
        message: 'This product is not available',
      })
  })

  test('the draft parameter does not show drafts', async () => {
    await shop.product({ name: 'Draft', isPublished: false })
    const { single: endpoint } = productEndpoints

    await expect(
      shopper.ask(endpoint, productHandlers.single, { id: 'draft', is_published: 'false' }),
    ).rejects.toMatchObject({ httpStatus: 404 })
  })

  test('the product page takes one database round trip', async () => {
    const { slug } = await shirt()
    await findProduct(db, shop.channel, { id: slug })
    const client = await pool.connect()
    const query = vi.spyOn(Object.getPrototypeOf(client), 'query')
    client.release()

    await findProduct(db, shop.channel, { id: slug, sku: 'OXF-RE-M' })

    expect(query).toHaveBeenCalledTimes(1)
  })
})

describe('variations', () => {
  test('the selected variation gives name, price and URL; the default one has the bare URL', async () => {
    const { slug } = await shirt()

    expect(await single(slug)).toMatchObject({
      name: 'Oxford Shirt - Blue / M',
      product_name: 'Oxford Shirt',
      url: '/product/oxford-shirt',
      channel: { selling_price: { amount: 149_900, currency: 'INR' }, discount_percent: 25 },
      variations: { selected: { colour: 'blue', size: 'm' } },
      has_variations: true,
      has_price_range: true,
    })
    expect(await single(slug, 'OXF-RE-M')).toMatchObject({
      name: 'Oxford Shirt - Red / M',
      url: '/product/oxford-shirt?sku=OXF-RE-M',
      availability: 'low_stock',
      channel: { discount_percent: 0 },
      variations: { selected: { colour: 'red', size: 'm' } },
    })
  })

  test('every combination is listed, also sold out, with the options in their order', async () => {
    const { slug } = await shirt()
    await db.updateTable('attributes').set({ position: 1 }).where('code', '=', 'colour').execute()

    const { variations } = await single(slug)

    expect(variations.combinations).toMatchObject([
      { sku: 'OXF-BL-M', options: { colour: 'blue', size: 'm' }, availability: 'in_stock' },
      { sku: 'OXF-BL-L', availability: 'out_of_stock', available_quantity: 0 },
      { sku: 'OXF-RE-M', availability: 'low_stock', available_quantity: 3 },
    ])
    expect(variations.attributes.map(({ code, type, options }) => [code, type, options.length])).toEqual([
      ['size', 'button', 2],
      ['colour', 'swatch', 2],
    ])
  })

  test('the barcode is returned only when it is a valid GTIN', async () => {
    const { slug } = await shirt()
    await db
      .updateTable('variations')
      .set({ barcode: '4006381333931' })
      .where('sku', '=', 'OXF-BL-M')
      .execute()
    await db.updateTable('variations').set({ barcode: 'A-17' }).where('sku', '=', 'OXF-BL-L').execute()

    const { combinations } = (await single(slug)).variations

    expect(combinations.map(({ gtin }) => gtin)).toEqual(['4006381333931', null, null])
  })

  test('without a default variation the first in stock leads', async () => {
    const { slug } = await shop.product({
      variations: [{ sku: 'A', stock: 0, isDefault: false }, { sku: 'B' }, { sku: 'C' }],
    })

    expect(await single(slug)).toMatchObject({ channel: { sku: 'B' }, url: `/product/${slug}` })
  })

  test('a default variation that is sold out leads only where all are', async () => {
    const { slug, id } = await shop.product({
      variations: [
        { sku: 'A', stock: 0, isDefault: true, price: 900 },
        { sku: 'B', price: 800 },
      ],
    })

    expect(await single(slug)).toMatchObject({ channel: { sku: 'B' }, url: `/product/${slug}` })
    expect(await single(slug, 'A')).toMatchObject({
      availability: 'out_of_stock',
      url: `/product/${slug}?sku=A`,
    })
    expect(await readCards(db, shop.channel, [id])).toMatchObject([{ availability: 'in_stock' }])

    await db.updateTable('variations').set({ stock: 0 }).where('sku', '=', 'B').execute()
    expect(await single(slug)).toMatchObject({ channel: { sku: 'A' } })
  })

  test.each([
    [0, true, 'out_of_stock', 0],
    [1, true, 'low_stock', 1],
    [5, true, 'low_stock', 5],
    [6, true, 'in_stock', 6],
    [0, false, 'in_stock', 9_999],
  ])('a stock of %i (counted: %s) reads %s', async (stock, tracksStock, availability, available_quantity) => {
    const { slug } = await shop.product({ stock, tracksStock })

    expect(await single(slug)).toMatchObject({ availability, available_quantity })
  })

  test('a product without options has its bare name', async () => {
    const { slug } = await shop.product({ name: 'Bowl', attributes: { material: 'clay' } })

    expect(await single(slug)).toMatchObject({
      name: 'Bowl',
      has_variations: false,
      variations: { attributes: [], combinations: [{ options: {} }], selected: {} },
    })
  })
})

describe('product page data', () => {
  test('breadcrumbs lead to the category, whose slug is the full path', async () => {
    const { slug, id } = await shirt()

    const product = await single(slug)

    expect(product.category).toMatchObject({ name: 'Shirts', slug: 'men/shirts' })
    expect(product.breadcrumbs).toEqual([
      { name: 'Men', slug: 'men', url: '/product-category/men' },
      { name: 'Shirts', slug: 'men/shirts', url: '/product-category/men/shirts' },
    ])
    const categories = [await shop.category('men'), await shop.category('men/shirts')]
    expect([...shopper.tags]).toEqual([
      `product:${id}`,
      ...categories.map((category) => `category:${category}`),
    ])
  })

  test('the gallery has all images, the first one of the variation or of one that looks the same', async () => {
    const { slug } = await shop.product({
      variations: [
        { sku: 'R-S', options: { colour: 'red', size: 's' }, images: ['red.avif', 'red-back.avif'] },
        { sku: 'B-S', options: { colour: 'blue', size: 's' }, images: ['blue.avif'] },
        { sku: 'B-M', options: { colour: 'blue', size: 'm' } },
        { sku: 'G-M', options: { colour: 'green', size: 'm' } },
      ],
    })

    expect((await single(slug)).images.map(({ path, sku }) => [path, sku])).toEqual([
      ['/media/red.avif', 'R-S'],
      ['/media/red-back.avif', 'R-S'],
      ['/media/blue.avif', 'B-S'],
    ])
    const pictures = async (sku: string) => {
      const { base_image, hover_image } = await single(slug, sku)
      return [base_image?.path, hover_image?.path]
    }
    expect(await pictures('R-S')).toEqual(['/media/red.avif', '/media/red-back.avif'])
    expect(await pictures('B-S')).toEqual(['/media/blue.avif', undefined])
    expect(await pictures('B-M')).toEqual(['/media/blue.avif', undefined])
    expect(await pictures('G-M')).toEqual(['/media/red.avif', undefined])
  })

  test('a discount is never rounded up', async () => {
    const { slug } = await shop.product({ price: 1, mrp: 1_000 })

    expect(await single(slug)).toMatchObject({ channel: { discount_percent: 99 } })
  })
})

describe('cards', () => {
  test('cards keep the requested order and leave out products not on sale', async () => {
    const first = await shop.product({ name: 'First' })
    const draft = await shop.product({ name: 'Draft', isPublished: false })
    const second = await shop.product({ name: 'Second', labels: ['New'], rating: '4.50' })

    const cards = await readCards(db, shop.channel, [second.id, draft.id, 999_999, first.id])

    expect(cards).toMatchObject([
      { name: 'Second', labels: [{ slug: 'new' }], rating: { average: 4.5, count: 9 } },
      { name: 'First', labels: [], rating: null, base_image: null },
    ])
  })

  test('a card shows the leading variation under the product name, with a swatch for each colour', async () => {
    const { id } = await shirt()

    expect(await readCards(db, shop.channel, [id])).toMatchObject([
      {
        name: 'Oxford Shirt',
        url: '/product/oxford-shirt',
        channel: { sku: 'OXF-BL-M' },
        swatches: [
          { attribute: 'colour', value: 'blue', available: true },
          { attribute: 'colour', value: 'red', available: true },
        ],
      },
    ])
  })

  test('a swatch is available when some variation of its colour is', async () => {
    const { id } = await shop.product({
      variations: [
        { options: { colour: 'red', size: 's' }, stock: 0 },
        { options: { colour: 'red', size: 'm' }, stock: 2 },
        { options: { colour: 'blue', size: 's' }, stock: 0 },
      ],
    })

    const [card] = await readCards(db, shop.channel, [id])

    expect(card?.swatches.map(({ value, available }) => [value, available])).toEqual([
      ['red', true],
      ['blue', false],
    ])
  })

  test('a card can show a specific variation', async () => {
    const { id, variationIds } = await shirt()

    expect(await readVariationCards(db, shop.channel, [variationIds[2] ?? 0])).toMatchObject([
      { productId: id, card: { id: variationIds[2], url: '/product/oxford-shirt?sku=OXF-RE-M' } },
    ])
  })
})

describe('related products', () => {
  const related = async (slug: string) =>
    (await shopper.ask(productEndpoints.related, productHandlers.related, { id: slug })).map(
      ({ name }) => name,
    )

  test('are the published ones chosen for a product, in their order', async () => {
    const vase = await shop.product({ name: 'Vase', category: 'vases' })
    await shop.product({ name: 'Same category', category: 'vases' })
    const a = await shop.product({ name: 'A' })
    const b = await shop.product({ name: 'B' })
    const draft = await shop.product({ name: 'Draft', isPublished: false })
    await shop.relate(vase, [b, draft, a])

    expect(await related('vase')).toEqual(['B', 'A'])
  })

  test('are others of its category when none of the chosen ones is on sale', async () => {
    const vase = await shop.product({ name: 'Vase', category: 'vases' })
    await shop.product({ name: 'Same category', category: 'vases' })
    await shop.product({ name: 'Draft of the category', category: 'vases', isPublished: false })
    await shop.product({ name: 'Another category', category: 'lamps' })
    const draft = await shop.product({ name: 'Draft', isPublished: false })
    await shop.relate(vase, [draft])

    expect(await related('vase')).toEqual(['Same category'])
  })
})
