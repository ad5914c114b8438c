import { readFile } from 'node:fs/promises'
import type { FieldType } from '#contract/rules/validate-field.ts'

/** The folder `seed/` of this package. */
export const seedFolder = new URL('../../../../seed/', import.meta.url)

/** Reads the demo shop's files. Amounts are in paise, image paths relative to `seed/images`. */
export async function readDemoFiles(): Promise<DemoFiles> {
  const [catalog, content, images] = await Promise.all([
    readJson<DemoCatalog>('catalogue.json'),
    readJson<DemoContent>('content.json'),
    readJson<Record<string, DemoMeasure>>('images.json'),
  ])
  return { catalog, content, images }
}

const readJson = async <Shape>(file: string): Promise<Shape> =>
  JSON.parse(await readFile(new URL(file, seedFolder), 'utf8'))

export type DemoFiles = {
  catalog: DemoCatalog
  content: DemoContent
  images: Record<string, DemoMeasure>
}

export type DemoMeasure = { width: number; height: number; placeholder: string }
/** `sku` is the variation it shows. */
export type DemoImage = { path: string; alt: string; sku?: string }
type DemoMeta = { meta_title: string; meta_description: string }

export type DemoCatalog = {
  categories: DemoCategory[]
  brands: { id: number; name: string; slug: string; place: string; description: string }[]
  collections: DemoCollection[]
  labels: { id: number; slug: string; name: string; background: string; text: string }[]
  tags: { id: number; slug: string; name: string }[]
  attributes: { slug: string; name: string; filterable: boolean; values: string[] }[]
  variable_attributes: {
    slug: string
    name: string
    display: 'button' | 'swatch'
    filterable: boolean
    values: { value: string; hex?: string }[]
  }[]
  products: DemoProduct[]
}

export type DemoCategory = {
  id: number
  name: string
  slug: string
  description: string
  position: number
  image: DemoImage
  meta: DemoMeta
  children: DemoCategory[]
}

export type DemoCollection = {
  id: number
  name: string
  slug: string
  description: string
  image: DemoImage
  products: string[]
  meta: DemoMeta
}

export type DemoProduct = {
  id: number
  name: string
  slug: string
  brand: { slug: string }
  category: { slug: string; parent?: { slug: string } }
  sku: string
  selling_price: number
  mrp: number
  is_published: boolean
  stock: number
  weight_g: number
  short_description: string
  description: string
  social_sharing_image: DemoImage
  images: DemoImage[]
  /** A file of `seed/videos`. */
  video?: { path: string; bytes: number }
  /** Empty for a product without options; then sku, price and stock are the product's own. */
  variations: DemoVariation[]
  attributes: { slug: string; value: string }[]
  tags: string[]
  labels: string[]
  specifications: { name: string; value: string }[]
  customisation: {
    text: { label: string; max: number } | null
    image: {
      label: string
      formats: string[]
      max_mb: number
      min_width: number
      min_height: number
    } | null
  } | null
  related: string[]
  meta: DemoMeta
}

export type DemoVariation = {
  sku: string
  /** By the attribute's name: { Colour: 'Terra' }. */
  options: Record<string, string>
  selling_price: number
  mrp: number
  stock: number
  weight_g: number
  is_default: boolean
  base_image: DemoImage
}

export type DemoBlock =
  | { type: 'heading'; level: number; text: string }
  | { type: 'paragraph' | 'quote'; text: string }
  | { type: 'list'; ordered: boolean; items: string[] }
  /** `product` is the slug of the product in the picture. */
  | { type: 'image'; image: DemoImage; product?: string }

export type DemoPost = {
  id: number
  title: string
  slug: string
  excerpt: string
  author: string
  category: string
  /** Slugs. */
  tags: string[]
  published_at: string
  cover: DemoImage
  body: DemoBlock[]
  /** Slugs. */
  related_products: string[]
  meta: DemoMeta
}

/** `min` and `max` are values of a number, lengths of any other text. */
export type DemoForm = {
  id: number
  slug: string
  title: string
  submit: string
  success: string
  fields: {
    name: string
    label: string
    type: FieldType
    required: boolean
    placeholder?: string
    options?: string[]
    length?: number
    min?: number
    max?: number
    pattern?: string
  }[]
}

export type DemoQuestion = { id?: number; question: string; answer: string }
export type DemoLink = { label: string; href: string }

export type DemoContent = {
  settings: Record<string, string | number | boolean>
  storefront: {
    is_sticky_header_enabled: boolean
    is_scroll_button_enabled: boolean
    is_store_notice_enabled: boolean
    store_notice_is_clearable: boolean
    notice_page: { slug: string }
    is_cookie_warning_enabled: boolean
    show_cookie_manage: boolean
    cookie_warning_message: string
    theme: string
    enable_indexing: boolean
  }
  cookies: { id: string; name: string; group: string; required: boolean; description: string }[]
  notice: { message: string }
  home: { meta: DemoMeta; sections: DemoHomeSection[] }
  menus: {
    header: (DemoLink & { children?: DemoLink[] })[]
    top_bar: DemoLink[]
    footer: { title: string; items: DemoLink[] }[]
  }
  pages: { id: number; title: string; slug: string; form: string | null; body: DemoBlock[]; meta: DemoMeta }[]
  blog: { title: string; slug: string; posts: DemoPost[] }
  forms: DemoForm[]
  faq: {
    title: string
    slug: string
    groups: { id: number; title: string; slug: string; items: DemoQuestion[] }[]
  }
  price_lists: { name: string; items: { sku: string; min_quantity: number; price: number }[] }[]
  /** Products by their slugs. */
  promotions: {
    name: string
    badge: string
    goods: string[]
    effect: { type: string; products?: string[] } & Record<string, unknown>
  }[]
  coupons: DemoCoupon[]
  shipping_methods: {
    code: string
    name: string
    price: number
    free_from: number | null
    days_added: number
  }[]
  payment_methods: { code: string; name: string; max_order?: number; needs_cod_pincode?: boolean }[]
  pincodes: {
    prefix: string
    region: string
    min_days: number
    max_days: number
    cod: boolean
    serviceable: boolean
  }[]
  /** By product slug. */
  review_summary: Record<string, { overall_rating: number; total_reviews: number }>
  reviews: {
    id: number
    /** Slug. */
    product: string
    sku: string
    rating: number
    title: string
    text: string
    author: string
    created_at: string
    verified: boolean
    helpful: number
  }[]
  themes: DemoTheme[]
}

export type DemoTile = { title: string; text: string; href: string; image: DemoImage }

export type DemoHomeSection = { id: string; title?: string; text?: string; cta?: DemoLink } & (
  | {
      type: 'hero'
      slides: { image: DemoImage; eyebrow: string; title: string; text: string; cta: DemoLink }[]
    }
  | { type: 'usp_bar'; items: { icon: string; title: string; text: string }[] }
  | { type: 'category_tiles' | 'collection_tiles'; items: DemoTile[] }
  | { type: 'product_grid'; source: { label: string }; limit: number }
  | { type: 'banner'; image: DemoImage; text_position: string }
  | { type: 'story'; image: DemoImage }
  | { type: 'testimonials'; items: { quote: string; author: string; product: string }[] }
  | { type: 'blog_teaser'; limit: number }
  | { type: 'faq_teaser'; items: DemoQuestion[] }
  | { type: 'newsletter'; placeholder: string; button: string; consent: string }
)

export type DemoCoupon = {
  code: string
  title: string
  type: 'percentage' | 'fixed' | 'free_shipping'
  value: number
  max_discount: number | null
  min_order: number
  first_order_only: boolean
  starts_at: string
  ends_at: string
  is_active: boolean
  is_listed: boolean
}

export type DemoTheme = {
  slug: string
  name: string
  color_scheme: 'light' | 'dark'
  colours: Record<string, string>
  /** `package`: the npm package that contains the font. */
  typography: Record<
    'heading' | 'body',
    { font_family: string; package: string; font_size: string; font_weight: number }
  >
  radius: string
}
