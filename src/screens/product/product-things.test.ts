import { expect, test } from 'vitest'
import type { ProductFull } from '#contract/catalog.ts'
import { money } from '#contract/money.ts'
import { productThings } from './product-things.ts'

const inr = (rupees: number) => money(rupees * 100, 'INR')

const around = {
  origin: 'https://shop.example',
  country: 'IN',
  now: new Date('2026-11-20T10:00:00Z'),
  delivery: [
    { code: 'express', name: 'Express', amount: inr(199), free_from: null, eta_days: { min: 1, max: 3 } },
    {
      code: 'standard',
      name: 'Standard',
      amount: inr(79),
      free_from: inr(1_499),
      eta_days: { min: 2, max: 9 },
    },
  ],
}

const picture = (path: string, sku: string | null) => ({
  path: `/media/${path}`,
  alt: '',
  width: 1200,
  height: 1200,
  placeholder: null,
  sku,
})

const combination = (sku: string, options: Record<string, string>, rupees: number) => ({
  product_id: 1,
  sku,
  options,
  selling_price: inr(rupees),
  mrp: inr(rupees),
  availability: 'in_stock' as const,
  available_quantity: 9,
  gtin: null as string | null,
})

const option = (label: string) => ({ id: 1, label, value: label.toLowerCase(), color: null, image: null })

const attributes: ProductFull['variations']['attributes'] = [
  { id: 1, code: 'colour', label: 'Colour', type: 'swatch', options: [option('Blue'), option('Red')] },
  { id: 2, code: 'size', label: 'Size', type: 'button', options: [option('S'), option('M')] },
  { id: 3, code: 'finish', label: 'Finish', type: 'image', options: [option('Matt')] },
]

/** A shirt without variations, or with these; only the fields that are read. */
const shirt = (
  more: Partial<ProductFull> = {},
  combinations: ProductFull['variations']['combinations'] = [],
) =>
  ({
    group_id: 7,
    slug: 'oxford-shirt',
    product_name: 'Oxford Shirt',
    short_description: 'Of cotton.',
    brand: { id: 1, name: 'Northway', slug: 'northway' },
    rating: null,
    return_days: 10,
    specifications: [],
    channel: { sku: 'OXF', selling_price: inr(999), mrp: inr(999), discount_percent: 0 },
    availability: 'low_stock',
    images: [picture('all.avif', null)],
    variations: {
      attributes: attributes.filter(({ code }) => combinations.some(({ options }) => options[code])),
      combinations,
      selected: {},
    },
    ...more,
  }) as ProductFull

test('the terms state handling time and the fees of a return where the shop has them', () => {
  const [, delivery, returns] = JSON.parse(
    JSON.stringify(productThings(shirt(), { ...around, handling_days: 1, return_fees: 'free' })),
  )

  expect(delivery.deliveryTime).toMatchObject({
    handlingTime: { minValue: 0, maxValue: 1 },
    transitTime: { minValue: 2, maxValue: 8 },
  })
  expect(returns.returnFees).toBe('https://schema.org/FreeReturn')
})

test('a product without variations has one offer, which refers to its terms', () => {
  const [product, ...terms] = JSON.parse(JSON.stringify(productThings(shirt(), around)))

  expect(product).toEqual({
    '@type': 'Product',
    name: 'Oxford Shirt',
    description: 'Of cotton.',
    url: 'https://shop.example/product/oxford-shirt',
    brand: { '@type': 'Brand', name: 'Northway' },
    image: 'https://shop.example/_img/1024x/all.avif.webp',
    sku: 'OXF',
    offers: {
      '@type': 'Offer',
      url: 'https://shop.example/product/oxford-shirt?sku=OXF',
      price: '999.00',
      priceCurrency: 'INR',
      priceValidUntil: '2027-12-31',
      availability: 'https://schema.org/LimitedAvailability',
      itemCondition: 'https://schema.org/NewCondition',
      shippingDetails: { '@id': 'https://shop.example/#delivery' },
      hasMerchantReturnPolicy: { '@id': 'https://shop.example/#returns-10' },
    },
  })
  expect(terms).toMatchObject([
    {
      '@type': 'OfferShippingDetails',
      '@id': 'https://shop.example/#delivery',
      shippingRate: { value: '79.00', currency: 'INR' },
      shippingDestination: { addressCountry: 'IN' },
      deliveryTime: { transitTime: { minValue: 2, maxValue: 9, unitCode: 'DAY' } },
    },
    {
      '@type': 'MerchantReturnPolicy',
      '@id': 'https://shop.example/#returns-10',
      applicableCountry: 'IN',
      merchantReturnDays: 10,
    },
  ])
})

test('a barcode is written for a single product and for each variation of a group', () => {
  const gtin = '4006381333931'
  const mug = { ...combination('OXF', {}, 999), gtin }
  expect(productThings(shirt({}, [mug]), around)[0]).toMatchObject({ '@type': 'Product', sku: 'OXF', gtin })

  const blue = { ...combination('B-M', { colour: 'blue' }, 999), gtin }
  const [group] = productThings(shirt({}, [blue, combination('R-M', { colour: 'red' }, 999)]), around)

  expect(JSON.parse(JSON.stringify(group)).hasVariant.map((one: { gtin?: string }) => one.gtin)).toEqual([
    gtin,
    undefined,
  ])
})

test('variations form a group that lists the attributes they vary by', () => {
  const blue = combination('B-M', { colour: 'blue', size: 'm', finish: 'matt' }, 999)
  const red = combination('R-M', { colour: 'red', size: 'm', finish: 'matt' }, 999)

  const [group] = productThings(shirt({}, [blue, red]), around)

  expect(group).toMatchObject({
    '@type': 'ProductGroup',
    productGroupID: '7',
    image: 'https://shop.example/_img/1024x/all.avif.webp',
    variesBy: ['https://schema.org/color', 'https://schema.org/size', 'Finish'],
    hasVariant: [
      {
        sku: 'B-M',
        name: 'Oxford Shirt - Blue / M / Matt',
        color: 'Blue',
        size: 'M',
        additionalProperty: [{ name: 'Finish', value: 'Matt' }],
      },
      { sku: 'R-M', color: 'Red' },
    ],
  })
})

test('specifications name material, size and part number, unless variations differ in them', () => {
  const specifications = [
    { label: 'Material', value: 'Stoneware' },
    { label: 'Size', value: '9 × 12 cm' },
    { label: 'Part number', value: 'NW-77' },
    { label: 'Care', value: 'Dishwasher safe' },
  ]
  const [mug] = productThings(shirt({ specifications }), around)
  expect(mug).toMatchObject({ material: 'Stoneware', size: '9 × 12 cm', mpn: 'NW-77' })

  const sizes = [combination('S', { size: 's' }, 999), combination('M', { size: 'm' }, 999)]
  const [group] = productThings(shirt({ specifications }, sizes), around)
  expect(group).toMatchObject({ material: 'Stoneware', hasVariant: [{ size: 'S' }, { size: 'M' }] })
  expect(group).not.toHaveProperty('size')
  expect(group).not.toHaveProperty('mpn')
})

test('a product with one variation has its options', () => {
  const [product] = productThings(shirt({}, [combination('OXF', { colour: 'red', size: 'm' }, 999)]), around)
  expect(product).toMatchObject({ '@type': 'Product', name: 'Oxford Shirt', color: 'Red', size: 'M' })
})

test('a size without a picture uses one of its colour', () => {
  const combinations = [
    combination('B-S', { colour: 'blue', size: 's' }, 999),
    combination('R-S', { colour: 'red', size: 's' }, 999),
    combination('R-M', { colour: 'red', size: 'm' }, 999),
  ]
  const images = [picture('blue.avif', 'B-S'), picture('red.avif', 'R-S')]

  const [group] = productThings(shirt({ images }, combinations), around)

  const shown = ['blue', 'red', 'red'].map((name) => ({
    image: `https://shop.example/_img/1024x/${name}.avif.webp`,
  }))
  expect(group).toMatchObject({ hasVariant: shown })
})

test('an offer above the free delivery amount says so, the others have a delivery price', () => {
  const combinations = [combination('S', { size: 's' }, 1_498), combination('M', { size: 'm' }, 1_499)]

  const [group, ...terms] = productThings(shirt({}, combinations), around)

  expect(group).toMatchObject({
    hasVariant: [
      { offers: { shippingDetails: { '@id': 'https://shop.example/#delivery' } } },
      { offers: { shippingDetails: { '@id': 'https://shop.example/#free-delivery' } } },
    ],
  })
  expect(terms.find((term) => term['@id'] === 'https://shop.example/#free-delivery')).toMatchObject({
    shippingRate: { value: '0.00' },
  })
})

test('a product that cannot be returned says so', () => {
  const [, , returns] = productThings(shirt({ return_days: 0 }), around)

  expect(returns).toMatchObject({
    returnPolicyCategory: 'https://schema.org/MerchantReturnNotPermitted',
  })
  expect(returns).not.toHaveProperty('merchantReturnDays')
})

test('a price of zero is no offer, and a rating is written only if there is one', () => {
  const free = { channel: { sku: 'OXF', selling_price: inr(0), mrp: inr(0), discount_percent: 0 } }
  const [product, ...terms] = JSON.parse(JSON.stringify(productThings(shirt(free), around)))
  expect(product).not.toHaveProperty('offers')
  expect(product).not.toHaveProperty('aggregateRating')
  expect(terms).toEqual([])

  const [rated] = productThings(shirt({ rating: { average: 4.4, count: 5 } }), around)
  expect(rated).toMatchObject({ aggregateRating: { ratingValue: 4.4, reviewCount: 5 } })
})

test('a shop without delivery terms has offers without them', () => {
  const [product] = JSON.parse(JSON.stringify(productThings(shirt(), { ...around, delivery: [] })))
  expect(product.offers).not.toHaveProperty('shippingDetails')
  expect(product.offers).toHaveProperty('hasMerchantReturnPolicy')
})
