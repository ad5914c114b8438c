import { z } from 'zod'
import { ShownField } from './custom-fields.ts'
import { defineEndpoints } from './define-endpoints.ts'
import type { Routes } from './routes.ts'
import { Id, IdOrSlug, Image, Meta, Time } from './shapes.ts'

export const Section = z
  .object({
    /** 0 for a section of a draft that is not published yet. */
    id: Id.or(z.literal(0)),
    key: z.string(),
    component: z.string(),
    is_visible: z.boolean(),
    sort_order: z.int(),
    starts_at: Time.nullable(),
    ends_at: Time.nullable(),
    settings: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'Section' })

export const Template = z
  .object({
    id: Id,
    name: z.string(),
    type: z.string(),
    header: z.array(Section),
    footer: z.array(Section),
    sections: z.array(Section),
  })
  .meta({ id: 'Template' })

export const Page = z
  .object({
    id: Id,
    slug: z.string(),
    name: z.string(),
    is_active: z.boolean(),
    meta: Meta,
    social_sharing_image: Image.nullable(),
    sections: z.array(Section),
    canonical: z.string(),
    /** Custom fields of the API; left out without any. Not in the spec. ADR 0029. */
    custom_fields: z.array(ShownField).optional(),
  })
  .meta({ id: 'Page' })

/** Decisions §4, notes. */
export const PageType = z.enum([
  'Home',
  'Page',
  'Product',
  'Category',
  'Collection',
  'Shop',
  'SuperCategory',
  'Search',
  'BlogList',
  'BlogPost',
  'Cart',
  'Checkout',
  'CheckoutComplete',
  'CheckoutFailed',
  'TrackOrder',
  'Account',
  'Special',
])

type MenuItemShape = {
  id: number
  label: string
  url: string
  target: '_self' | '_blank'
  image: z.infer<typeof Image> | null
  badge: string | null
  children: MenuItemShape[]
}

export const MenuItem: z.ZodType<MenuItemShape> = z
  .object({
    id: Id,
    label: z.string(),
    url: z.string(),
    target: z.enum(['_self', '_blank']),
    image: Image.nullable(),
    badge: z.string().nullable(),
    get children() {
      return z.array(MenuItem)
    },
  })
  .meta({ id: 'MenuItem' })

export const Slide = z.object({
  id: Id,
  image: Image,
  mobile_image: Image.nullable(),
  eyebrow: z.string(),
  heading: z.string(),
  sub_heading: z.string(),
  button_text: z.string(),
  link: z.string(),
})

export const contentEndpoints = defineEndpoints<Routes['content']>()({
  slider: {
    summary: 'A slider with its slides',
    input: z.object({ id: IdOrSlug }),
    data: z.object({
      id: Id,
      name: z.string(),
      settings: z.object({ autoplay: z.boolean(), interval: z.int() }),
      slides: z.array(Slide),
    }),
  },
  video: {
    summary: 'What a page shows with a video of the shop, by the path of its file below /media',
    input: z.object({ path: z.string().max(300) }),
    data: z.object({
      /** `path` is the address of a WebVTT file, `language` BCP 47, `label` its name in that language. */
      captions: z.object({ path: z.string(), language: z.string(), label: z.string() }).nullable(),
    }),
  },
  menu: {
    summary: 'A menu with its items',
    input: z.object({ id: IdOrSlug }),
    data: z.object({ id: Id, name: z.string(), items: z.array(MenuItem) }),
  },
  template: {
    summary: 'Header, footer and sections around pages of a type',
    input: z.object({ id: IdOrSlug, path: z.string().max(2_000).optional() }),
    data: Template,
    whileLocked: 'special-pages',
  },
  page: {
    summary: 'A content page with its sections',
    input: z.object({ id: IdOrSlug, path: z.string().max(2_000).optional() }),
    data: Page,
    whileLocked: 'special-pages',
  },
  templateBoth: {
    summary: 'Template, page and the data of every section of an address, in one call',
    input: z.object({
      /** The derived slug (spec §2, page data slug); empty for the home page. */
      id: z.string().max(200).optional(),
      slug: z.string().max(200).optional(),
      path: z.string().max(2_000).default('/'),
      query: z.string().max(4_000).default(''),
    }),
    data: z.object({
      template: Template,
      page: Page.nullable(),
      page_type: PageType,
      component_data: z.array(z.object({ key: z.string(), data: z.unknown() })),
    }),
    whileLocked: 'special-pages',
  },
  previewSection: {
    summary: 'The settings and data of a section that is being edited, for the holder of a preview token',
    input: z.object({
      token: z.string().max(200),
      /** Of the page that shows the section. */
      path: z.string().max(2_000),
      query: z.string().max(4_000).default(''),
      component: z
        .string()
        .max(80)
        .regex(/^[A-Z]\w*$/, 'This is not the name of a section'),
      settings: z.record(z.string(), z.unknown()).default({}),
    }),
    /** As in `component_data`. */
    data: z.unknown(),
    // Staff edit pages before the shop opens; nothing is answered without a token.
    whileLocked: true,
  },
})

export type Section = z.infer<typeof Section>
export type Template = z.infer<typeof Template>
export type Page = z.infer<typeof Page>
export type MenuItem = MenuItemShape
export type Slide = z.infer<typeof Slide>
export type PageData = z.infer<typeof contentEndpoints.templateBoth.data>
