import { z } from 'zod'
import { FieldValues } from '#contract/custom-fields.ts'
import { hsnCode } from '#contract/rules/gstin.ts'
import { keysOf } from '#contract/rules/own-value.ts'
import { productKinds } from '#contract/rules/product-kind.ts'
import { publicationStates } from '#contract/rules/product-schedule.ts'
import { contentExamples, readContent } from '#contract/rules/unit-price.ts'
import { withdrawalExclusions } from '#contract/rules/withdrawal.ts'
import { FocalPoint, Id, IdText, Money, Text, Time } from '#contract/shapes.ts'
import { resourceEndpoints } from '../resource.ts'
import { ProductList } from './catalog-fields.ts'
import { Declarations } from './declarations.ts'

export const ProductRow = z.object({
  id: Id,
  name: z.string(),
  slug: z.string(),
  image_path: z.string().nullable(),
  /** Of its first variation. */
  sku: z.string().nullable(),
  variations: z.int(),
  /** Of all variations together; null when none of them counts stock. */
  stock: z.int().nullable(),
  /** Variations without stock, and with few left. */
  sold_out: z.int(),
  low: z.int(),
  price_from: Money.nullable(),
  price_to: Money.nullable(),
  is_published: z.boolean(),
  /** A draft with a time is scheduled. */
  publish_at: Time.nullable(),
  unpublish_at: Time.nullable(),
  /** Out of the shop and of lists without the filter `archived`. */
  archived_at: Time.nullable(),
  brand: z.string().nullable(),
  category: z.string().nullable(),
})
export type ProductRow = z.infer<typeof ProductRow>

export const stockFilters = ['out', 'low'] as const

/** Whose law a product declares too little for: the European Union's or India's. */
export const undeclaredFilters = ['eu', 'in'] as const

/** The filters of the list, which also choose the products of a bulk change. */
export const productFilters = {
  category: IdText.optional(),
  brand: IdText.optional(),
  state: z.enum(publicationStates).optional(),
  stock: z.enum(stockFilters).optional(),
  undeclared: z.enum(undeclaredFilters).optional(),
  /** What an import added or changed. */
  import: IdText.optional(),
}

export const Price = z.int().min(0).max(100_000_000_000)
/** Of one product. */
export const MAX_VARIATIONS = 2_000

export const HsnCode = Text(8).regex(hsnCode, 'Use 4 to 8 digits').or(z.literal(''))
const Whole = (max: number) => z.int().min(0).max(max)

/** The price of a variation in another channel than the default one, in minor units of its currency. */
const ChannelPrice = z.object({
  channel_id: Id,
  selling_price: Price,
  /** The compare price; null: the same as the price. */
  mrp: Price.nullable().default(null),
})

/** A value that the shop may not have yet: it is made when the product is saved, as is an option of a new name. */
const NewOption = z.object({ name: Text(60).min(1), value: Text(120).min(1) })

const ChosenOption = Id.or(NewOption).meta({ widget: 'attribute-value' })
export type ChosenOption = z.output<typeof ChosenOption>

export const VariationValues = z.object({
  /** null for a new one. */
  id: Id.nullable().default(null),
  /** Empty: made from slug and options. */
  sku: Text(100).default(''),
  /** One for each option: the id of its attribute value, or the names of a new one. */
  options: z.array(ChosenOption).max(5).default([]),
  /** Minor units of the shop's currency. */
  selling_price: Price,
  /** The compare price; null: the same as the price. */
  mrp: Price.nullable().default(null),
  /** What one costs the shop, in minor units of its currency; staff alone see it. Without the field the stored cost stays. */
  cost: Price.nullable().optional(),
  /** It is not sold in the channels that are missing; without the field the stored prices stay. ADR 0033. */
  channel_prices: z.array(ChannelPrice).max(100).optional(),
  is_published: z.boolean().default(true),
  is_default: z.boolean().default(false),
  tracks_stock: z.boolean().default(true),
  /** Of a new variation. Later changes have a reason: `adjustStock`. */
  initial_stock: Whole(1_000_000).nullable().default(null),
  weight_g: Whole(10_000_000).nullable().default(null),
  barcode: Text(50).nullable().default(null),
  /** What is in it, for the price per unit: '250 ml'. Without the field the stored content stays. */
  content: Text(40)
    .refine(
      (text) => text === '' || readContent(text),
      `Enter an amount and a unit, such as ${contentExamples}`,
    )
    .nullable()
    .optional(),
  /** Without the field the stored values stay. */
  custom: FieldValues.optional(),
})
export type VariationValues = z.output<typeof VariationValues>

export const PictureValues = z.object({
  /** Of an uploaded picture, in the media folder. */
  path: z.string().min(1).max(300),
  alt: Text(300).default(''),
  /** It shows the variations that have all of these: one colour in every size. None: all variations. */
  options: z.array(ChosenOption).max(5),
  /** Of the picture itself: everything that shows it crops it around this point. Null: the middle. */
  focal_point: FocalPoint.nullable().default(null),
})
export type PictureValues = z.output<typeof PictureValues>

const Switch = z.boolean().default(false)
const SideLength = z.int().min(1).max(10_000).optional()

/**
 * Of `Customisation` of the shop, with what a new one begins with: nothing is requested, and nothing is required. Where it
 * does not ask, stored products have a maximum of 0.
 */
const CustomisationValues = z.object({
  text: z
    .object({
      enabled: Switch.meta({ title: 'Ask for a text' }),
      label: Text(100).default('').meta({ title: 'Label', description: 'Such as “Name or short line”.' }),
      max_length: z.int().min(0).max(500).default(40).meta({ title: 'Most letters' }),
      required: Switch.meta({ title: 'The text is required' }),
    })
    .prefault({})
    .meta({ title: 'Text' }),
  image: z
    .object({
      enabled: Switch.meta({ title: 'Ask for a picture' }),
      label: Text(100).default('').meta({ title: 'Label', description: 'Such as “Your picture”.' }),
      max_mb: z.int().min(0).max(10).default(5).meta({ title: 'Largest file in MB' }),
      types: z
        .array(z.enum(['image/jpeg', 'image/png', 'image/webp']))
        .default(['image/jpeg', 'image/png', 'image/webp'])
        .meta({ title: 'File types' }),
      required: z.boolean().optional().meta({ title: 'The picture is required' }),
      min_width: SideLength.meta({ title: 'Smallest width in pixels' }),
      min_height: SideLength.meta({ title: 'Smallest height in pixels' }),
      is_cropped: z.boolean().optional().meta({ title: 'Crop to this width and height' }),
    })
    .prefault({})
    .meta({ title: 'Picture' }),
})

export const ProductValues = z.object({
  name: Text(200).min(1, 'Please enter a name').meta({ title: 'Name' }),
  slug: Text(200)
    .default('')
    .meta({ title: 'Address', description: 'Part of links; made from the name when empty.' }),
  short_description: Text(1_000).default('').meta({
    title: 'Short description',
    widget: 'textarea',
    description: 'One or two sentences beside the price.',
  }),
  description_html: z.string().max(60_000).default('').meta({ title: 'Description', widget: 'html' }),
  /** Address of a video of the media library: `/media/…`. */
  video: Text(500).default('').meta({
    title: 'Video',
    widget: 'video',
    description: 'Shown after the pictures, without sound at first. Upload it under Content, Videos.',
  }),
  brand_id: Id.nullable().default(null).meta({ title: 'Brand', widget: 'brand' }),
  category_id: Id.nullable().default(null).meta({ title: 'Category', widget: 'category' }),
  tags: z.array(Text(60).min(1)).max(50).default([]).meta({ title: 'Tags' }),
  labels: z
    .array(Id.meta({ widget: 'label' }))
    .max(10)
    .default([])
    .meta({ title: 'Labels' }),
  /** Ids of attribute values that describe the product. */
  properties: z
    .array(Id.meta({ widget: 'attribute-value' }))
    .max(100)
    .default([])
    .meta({ title: 'Attributes' }),
  related: ProductList.max(24).default([]).meta({ title: 'Related products' }),
  specifications: z
    .array(
      z.object({
        label: Text(100).min(1).meta({ title: 'Label' }),
        value: Text(500).min(1).meta({ title: 'Value' }),
      }),
    )
    .max(60)
    .default([])
    .meta({ title: 'Specifications' }),
  customisation: CustomisationValues.nullable().default(null).meta({ title: 'Customisation' }),
  is_published: z.boolean().default(false).meta({ title: 'Published' }),
  published_at: z.iso
    .datetime()
    .nullable()
    .default(null)
    .meta({ title: 'Date', description: 'Its position among the newest products.' }),
  /** Schedules a draft; a time that has passed publishes it. */
  publish_at: Time.nullable().default(null).meta({ title: 'Publish at' }),
  /** Must be later than now and than `publish_at`. */
  unpublish_at: Time.nullable().default(null).meta({ title: 'Unpublish at' }),
  /** Null: it is not archived. To read only: `setArchived` and bulk changes archive and restore. */
  archived_at: Time.nullable().optional().meta({ title: 'Archived' }),
  is_free: z.boolean().default(false).meta({
    title: 'Sold free of charge',
    description: 'Without it, a product with a price of 0 cannot be published.',
  }),
  min_quantity: z.int().min(1).max(10_000).default(1).meta({ title: 'Smallest quantity' }),
  max_quantity: z.int().min(1).max(10_000).default(10).meta({ title: 'Largest quantity' }),
  quantity_step: z.int().min(1).max(10_000).default(1).meta({ title: 'Quantity step' }),
  display_unit: Text(20).min(1).default('pc').meta({ title: 'Unit', description: 'Such as pc or m.' }),
  return_days: z
    .int()
    .min(0)
    .max(365)
    .default(7)
    .meta({ title: 'Return days', description: '0: cannot be returned.' }),
  withdrawal_exclusion: z
    .enum(['', ...keysOf(withdrawalExclusions)])
    .default('')
    .meta({
      title: 'No right of withdrawal because',
      description:
        'Only for goods that the law excludes. Its page says so in channels with that right, and the withdrawal leaves it out.',
      enumLabels: { '': 'Buyers can withdraw', ...withdrawalExclusions },
    }),
  kind: z.enum(keysOf(productKinds)).default('goods').meta({
    title: 'Kind of product',
    description:
      'Goods without delivery have no stock, and are complete when they are paid. A gift card is paid in full, and taxed when it is redeemed.',
    enumLabels: productKinds,
  }),
  tax_class: Text(40).min(1).default('standard').meta({ title: 'Tax class' }),
  hsn_code: HsnCode.nullable()
    .default(null)
    .meta({ title: 'HSN code', description: 'Tariff code of 4 to 8 digits; printed on invoices.' }),
  meta_title: Text(200).nullable().default(null).meta({ title: 'Page title' }),
  meta_description: Text(400)
    .nullable()
    .default(null)
    .meta({ title: 'Page description', widget: 'textarea' }),
  /** Without the field the stored ones stay. ADR 0033. */
  declarations: Declarations.optional().meta({ title: 'Declarations' }),
  /** By key, as the definitions say; without the field the stored values stay. ADR 0029. */
  custom: FieldValues.optional().meta({ title: 'Custom fields' }),
  variations: z.array(VariationValues).min(1, 'A product needs a price').max(MAX_VARIATIONS),
  images: z.array(PictureValues).max(250).default([]),
})
export type ProductValues = z.output<typeof ProductValues>

export const productEndpoints = resourceEndpoints({
  one: 'product',
  many: 'products',
  area: 'catalog',
  row: ProductRow,
  values: ProductValues,
  sort: ['id', 'name', 'updated_at'],
  filters: productFilters,
  isLarge: true,
  refusals: { update: ['IN_USE', 'PRODUCT_ARCHIVED'], remove: ['IN_USE'] },
})
