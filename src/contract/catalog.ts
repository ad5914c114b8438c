import { z } from 'zod'
import { ShownField } from './custom-fields.ts'
import { defineEndpoints } from './define-endpoints.ts'
import * as limits from './limits.ts'
import type { Routes } from './routes.ts'
import { facetGroups } from './rules/facet-groups.ts'
import {
  Breadcrumb,
  Flag,
  Id,
  IdOrSlug,
  IdText,
  Image,
  Meta,
  Money,
  NamedSlug,
  pageOf,
  Video,
} from './shapes.ts'

export const Availability = z.enum(['in_stock', 'low_stock', 'out_of_stock'])

/** Sold before it is in stock. Not in the spec. */
export const SoldAhead = z.object({
  kind: z.enum(['backorder', 'preorder']),
  /** As the shop says it, a pre-order with its date. */
  text: z.string(),
  /** Of a pre-order: on the card and the button. */
  label: z.string().optional(),
  /** Until a backorder ships. */
  days: z.int().nullable(),
  /** Of a pre-order, as a day. */
  date: z.string().nullable(),
})
export type SoldAhead = z.infer<typeof SoldAhead>

export const Swatch = z.object({
  attribute: z.string(),
  value: z.string(),
  label: z.string(),
  color: z.string().nullable(),
  image: z.string().nullable(),
  available: z.boolean(),
})

/** Of measured goods. `text`: '₹49 per 100 g'; `content` is what is sold, `base` what the price is for. Not in the spec. */
export const UnitPrice = z.object({ text: z.string(), price: Money, content: z.string(), base: z.string() })

/** A card or a cart line: `id` is the variation's, the slug its product's (decisions §1.8, §2). */
export const Product = z
  .object({
    id: Id,
    name: z.string(),
    slug: z.string(),
    brand: NamedSlug.nullable(),
    category: NamedSlug.nullable(),
    channel: z.object({
      sku: z.string(),
      selling_price: Money,
      mrp: Money,
      discount_percent: z.int().min(0).max(100),
    }),
    price_per_unit: UnitPrice.optional(),
    is_published: z.boolean(),
    base_image: Image.nullable(),
    /** The second picture, shown on hover. Not in the spec. */
    hover_image: Image.nullable(),
    social_sharing_image: Image.nullable(),
    meta: Meta,
    url: z.string(),
    availability: Availability,
    available_quantity: z.int().min(0),
    /** Left out while it is in stock. Not in the spec. */
    sold_ahead: SoldAhead.optional(),
    labels: z.array(
      z.object({
        id: Id,
        name: z.string(),
        slug: z.string(),
        background: z.string(),
        text_color: z.string(),
      }),
    ),
    rating: z.object({ average: z.number(), count: z.int() }).nullable(),
    has_variations: z.boolean(),
    /** The variations have different prices: the card says 'From'. Not in the spec. */
    has_price_range: z.boolean(),
    is_customisable: z.boolean(),
    swatches: z.array(Swatch),
    /** The price per unit and custom fields of cards as one line; left out without any. Not in the spec. */
    note: z.string().optional(),
  })
  .meta({ id: 'Product' })

export const VariationAttribute = z.object({
  id: Id,
  code: z.string(),
  label: z.string(),
  type: z.enum(['button', 'swatch', 'image']),
  options: z.array(
    z.object({
      id: Id,
      label: z.string(),
      value: z.string(),
      color: z.string().nullable(),
      image: z.string().nullable(),
    }),
  ),
})

export const PriceTier = z.object({ min_quantity: z.int().min(2), price: Money })
export type PriceTier = z.infer<typeof PriceTier>

export const Combination = z.object({
  product_id: Id,
  sku: z.string(),
  options: z.record(z.string(), z.string()),
  selling_price: Money,
  mrp: Money,
  price_per_unit: UnitPrice.optional(),
  /** Lower prices of a piece from so many in one cart; left out without any. Not in the spec. ADR 0033. */
  price_tiers: z.array(PriceTier).optional(),
  /** When the price ends, as ISO 8601, where it is that of a price list; structured data have it. Not in the spec. */
  price_until: z.string().optional(),
  /** The net quantity, such as '250 ml'; left out without one. Not in the spec. */
  content: z.string().optional(),
  availability: Availability,
  available_quantity: z.int().min(0),
  sold_ahead: SoldAhead.optional(),
  /** The barcode, if it is a GS1 number; search engines require it. Not in the spec. */
  gtin: z.string().nullable(),
})

const Operator = z.object({
  name: z.string(),
  /** Postal, without the country. */
  address: z.string(),
  /** ISO 3166-1, as the country of origin. */
  country: z.string(),
  /** An e-mail address, or a page with https://. */
  electronic_address: z.string(),
})

/** What the law wants declared of a product. Not in the spec. */
export const Declared = z
  .object({
    /** Empty: not declared, like all other texts. */
    country_of_origin: z.string(),
    manufacturer: Operator.nullable(),
    importer: Operator.nullable(),
    /** In the European Union. */
    responsible_person: Operator.nullable(),
    warnings: z.string(),
    /** Years. */
    min_age: z.int().nullable(),
    /** Buyers confirm the smallest age. */
    checks_age: z.boolean(),
    /** From the manufacture. */
    best_before_months: z.int().nullable(),
    materials: z.string(),
    care: z.string(),
    passport_id: z.string(),
    passport_url: z.string(),
  })
  .meta({ id: 'Declarations' })

export const Customisation = z.object({
  text: z.object({
    enabled: z.boolean(),
    label: z.string(),
    max_length: z.int(),
    required: z.boolean(),
  }),
  image: z.object({
    enabled: z.boolean(),
    label: z.string(),
    max_mb: z.int(),
    types: z.array(z.string()),
    required: z.boolean().optional(),
    /** Of the uploaded picture, in pixels. Not in the spec. */
    min_width: z.int().positive().optional(),
    min_height: z.int().positive().optional(),
    /** It is cropped to min_width : min_height. Not in the spec. */
    is_cropped: z.boolean().optional(),
  }),
})

export const ProductFull = Product.extend({
  description: z.string(),
  short_description: z.string(),
  /** Gallery order; `sku` names the variation that a picture shows, null for all. */
  images: z.array(Image.extend({ sku: z.string().nullable() })),
  /** At most one, shown after the pictures. */
  videos: z.array(Video),
  variations: z.object({
    attributes: z.array(VariationAttribute),
    combinations: z.array(Combination),
    selected: z.record(z.string(), z.string()),
  }),
  specifications: z.array(z.object({ label: z.string(), value: z.string() })),
  tags: z.array(NamedSlug),
  min_quantity: z.int(),
  max_quantity: z.int(),
  quantity_step: z.int(),
  display_unit: z.string(),
  tax_included: z.boolean(),
  customisation: Customisation.nullable(),
  breadcrumbs: z.array(Breadcrumb),
  return_days: z.int(),
  /** Left out for goods that are delivered. Not in the spec. ADR 0029. */
  kind: z.enum(['digital', 'voucher']).optional(),
  /** The same for all variations of a product; search engines and feeds group by it. Not in the spec. */
  group_id: Id,
  /** The product's own name, without the variation's options. Not in the spec. */
  product_name: z.string(),
  brand_description: z.string(),
  brand_place: z.string().nullable(),
  /** Custom fields of the page and of the API; left out without any. Not in the spec. ADR 0029. */
  custom_fields: z.array(ShownField).optional(),
  /** Left out where it declares nothing. Not in the spec. ADR 0033. */
  declarations: Declared.optional(),
}).meta({ id: 'ProductFull' })

type CategoryShape = {
  id: number
  name: string
  slug: string
  image: z.infer<typeof Image> | null
  product_count: number
  children: CategoryShape[]
  custom_fields?: ShownField[] | undefined
}

/** `slug` is the whole path: `ceramics/mugs`. */
export const Category: z.ZodType<CategoryShape> = z
  .object({
    id: Id,
    name: z.string(),
    slug: z.string(),
    image: Image.nullable(),
    product_count: z.int(),
    get children() {
      return z.array(Category)
    },
    /** Custom fields of the API; left out without any. Not in the spec. ADR 0029. */
    custom_fields: z.array(ShownField).optional(),
  })
  .meta({ id: 'Category' })

/** Sort orders of a listing. `relevance` only with a query. Decisions §2. */
export const sorts = [
  'default',
  'newest',
  'price_asc',
  'price_desc',
  'best_selling',
  'rating',
  'discount',
  'name_asc',
  // By the name of the country; products without one are last. Not in the spec.
  'origin_asc',
] as const
export const Sort = z.enum(sorts)

const Values = z.array(z.string().min(1).max(80)).max(50)
const ValuesByCode = z.record(z.string().regex(/^[a-z0-9][a-z0-9_-]{0,59}$/), Values)

/** Values are combined with OR inside a group and AND across groups. Price in minor units. */
export const Filters = z.strictObject({
  attribute: ValuesByCode.optional(),
  variable_attribute: ValuesByCode.optional(),
  brand: Values.optional(),
  category: Values.optional(),
  label: Values.optional(),
  tag: Values.optional(),
  /** Stars at least: `['4']` are products rated 4 or better. */
  rating: Values.optional(),
  /** ISO 3166-1 in small letters. Not in the spec. */
  country_of_origin: Values.optional(),
  price: z.strictObject({ min: z.int().min(0).optional(), max: z.int().min(0).optional() }).optional(),
  availability: z.enum(['in_stock']).optional(),
})

export const ListingRequest = z.object({
  page: z.int().min(1).max(100_000).default(1),
  perPage: z.int().min(1).max(limits.perPage.max).default(limits.perPage.listing),
  sort: Sort.or(z.literal('relevance')).default('default'),
  filters: Filters.default({}),
})

export const Facet = z
  .object({
    key: z.string(),
    type: z.enum(['attribute', 'variable_attribute', ...facetGroups, 'price']),
    display: z.enum(['checkbox', 'swatch', 'button', 'range']),
    label: z.string(),
    options: z
      .array(
        z.object({
          value: z.string(),
          label: z.string(),
          count: z.int(),
          color: z.string().nullable(),
          image: z.string().nullable(),
        }),
      )
      .optional(),
    min: z.int().optional(),
    max: z.int().optional(),
  })
  .meta({ id: 'Facet' })

export const Listing = z
  .object({
    products: pageOf(Product),
    sort: z.object({
      value: z.string(),
      options: z.array(z.object({ value: z.string(), label: z.string() })),
    }),
    filters: z.record(z.string(), z.unknown()),
    heading: z.object({ name: z.string(), description: z.string(), image: Image.nullable() }),
    breadcrumbs: z.array(Breadcrumb),
    children: z.array(Category),
    /** The same facets as `product/filters/all`, counted in the same pass. Not in the spec. */
    facets: z.array(Facet),
    /** Search only: a spelling with results when the query has none. */
    did_you_mean: z.string().nullable(),
    meta: Meta,
    /** Path of the listing itself, without filters: the canonical URL. */
    url: z.string(),
  })
  .meta({ id: 'Listing' })

export const productEndpoints = defineEndpoints<Routes['product']>()({
  grid: {
    summary: 'Products of a grid section, by ids in their order or by source',
    input: z.object({
      items: z.array(Id).max(96).default([]),
      source: z.enum([
        'custom',
        'newest',
        'best_selling',
        'featured',
        'on_sale',
        'top_rated',
        'recently_viewed',
      ]),
      limit: z.int().min(1).max(96).default(12),
      /** Only products with this label (slug). Not in the spec. */
      label: z.string().max(80).optional(),
      /** Only products of this category (slug) and its subcategories. Ours beside the spec's, as are the next three. */
      category: z.string().max(200).optional(),
      /** Only products with this tag (slug). */
      tag: z.string().max(80).optional(),
      /** Prices in minor units. */
      price_min: z.int().min(0).optional(),
      price_max: z.int().min(0).optional(),
    }),
    data: z.array(Product),
  },
  category: {
    summary: 'Listing of a category and its subcategories',
    input: ListingRequest.extend({ id: IdOrSlug }),
    data: Listing,
  },
  collection: {
    summary: 'Listing of a collection',
    input: ListingRequest.extend({ id: IdOrSlug }),
    data: Listing,
  },
  filters: {
    summary: 'Facets with counts; a facet does not count its own choice',
    input: z.object({
      id: IdOrSlug,
      type: z.enum(['category', 'collection', 'shop', 'search']).default('category'),
      query: z.string().max(200).optional(),
    }),
    data: z.array(Facet),
  },
  single: {
    summary: 'One product by id, slug or sku',
    input: z.object({
      id: IdOrSlug,
      is_published: Flag.default(true),
      sku: z.string().max(120).optional(),
    }),
    data: ProductFull,
  },
  related: {
    summary: 'Products related to one',
    input: z.object({ id: IdOrSlug }),
    data: z.array(Product),
  },
})

export const categoryEndpoints = defineEndpoints<Routes['category']>()({
  grid: {
    summary: 'Categories of a grid section, in the order of their ids',
    input: z.object({
      items: z.array(Id).max(96).default([]),
      source: z.enum(['custom', 'top']).default('custom'),
    }),
    data: z.array(Category),
  },
  all: {
    summary: 'The category tree, or the subtree of one category',
    input: z.object({ category_id: IdText.optional() }),
    data: z.array(Category),
  },
})

export const tagEndpoints = defineEndpoints<Routes['tag']>()({
  all: {
    summary: 'All tags that have products',
    input: z.object({}),
    data: z.array(NamedSlug.extend({ product_count: z.int() })),
  },
})

export const shopEndpoints = defineEndpoints<Routes['shop']>()({
  listing: {
    summary: 'Listing of the whole shop, or of a super-category by its slug',
    input: ListingRequest.extend({ id: IdOrSlug }),
    data: Listing,
  },
})

export const searchEndpoints = defineEndpoints<Routes['search']>()({
  suggest: {
    summary: 'Suggestions while typing',
    input: z.object({ query: z.string().max(200) }),
    data: z.object({
      query: z.string(),
      did_you_mean: z.string().nullable(),
      products: z.array(Product),
      categories: z.array(Category),
      brands: z.array(NamedSlug),
      suggestions: z.array(z.string()),
      total: z.int(),
    }),
  },
  products: {
    summary: 'Search results, filtered and sorted like any listing',
    input: ListingRequest.extend({
      query: z.string().max(200),
      sort: Sort.or(z.literal('relevance')).default('relevance'),
    }),
    /** `redirect_to`: the address that the merchant set for this search. Not in the spec. */
    data: Listing.extend({ redirect_to: z.string().nullable() }),
  },
})

export type Product = z.infer<typeof Product>
export type ProductFull = z.infer<typeof ProductFull>
export type Declared = z.infer<typeof Declared>
export type Combination = z.infer<typeof Combination>
export type Category = CategoryShape
export type Filters = z.infer<typeof Filters>
export type ListingRequest = z.infer<typeof ListingRequest>
export type Listing = z.infer<typeof Listing>
export type Facet = z.infer<typeof Facet>
export type Sort = z.infer<typeof Sort> | 'relevance'
