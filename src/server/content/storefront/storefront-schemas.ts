import { z } from 'zod'
import { contrastOf } from '#contract/rules/contrast.ts'
import { HEADING_SIZE_REM, toRem } from '#contract/rules/font-size.ts'
import { Id } from '#contract/shapes.ts'
import { bundledFontFiles, bundledFonts } from '#server/shop/fonts/bundled-fonts.ts'
import type { Appearance } from './appearance.ts'
import { MAX_CUSTOM_CSS_BYTES } from './custom-css.ts'

const color = z
  .string()
  .regex(/^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i, 'Use a color such as #0B5FFF')
  .meta({ title: 'Color', widget: 'color' })
/** Other custom properties of the shop are no colors: a color would break sizes or fonts. */
const themeVariable = z
  .string()
  .regex(/^--color-[a-z0-9]+(?:-[a-z0-9]+)*$/, 'Use a CSS variable such as --color-primary')
  .meta({ title: 'Variable', description: 'Such as --color-primary.' })
const textVariable = z
  .string()
  .regex(
    /^--text-(?!(?:xs|sm|md|lg|xl|\dxl)$)[a-z]+(?:-[a-z0-9]+)*$/,
    'Use a CSS variable such as --text-primary',
  )
  .meta({ title: 'Variable', description: 'Such as --text-primary.' })
/** Relative to the media folder. */
const mediaPath = z
  .string()
  .regex(/^(?!\/)(?!.*\.\.)[\w./ -]{1,200}$/, 'Use the path of a file in the media folder')
const picture = z.object({ path: mediaPath, alt: z.string().max(200).optional() })
/** A CSS length between two sizes in rem. */
const lengthWithin = (min: number, max: number) =>
  z.string().refine((text) => {
    const rem = toRem(text)
    return rem !== undefined && rem >= min && rem <= max
  }, `Use a length such as 16px or 1rem, from ${min}rem to ${max}rem`)
/** `design_size`: the size in rem at which texts are as designed. `bundled`: the fonts that can be chosen without an upload. */
const font = (title: string, minRem: number, maxRem: number, design_size: number) =>
  z
    .object({
      font_family: z
        .string()
        .regex(/^[\w ,'-]{1,80}$/, 'Use the name of a font')
        .meta({ title: 'Font' }),
      font_size: lengthWithin(minRem, maxRem).meta({ title: 'Size' }),
      font_weight: z
        .int()
        .min(100, 'Use a weight from 100 to 900')
        .max(900, 'Use a weight from 100 to 900')
        .meta({ title: 'Weight' }),
    })
    .meta({
      ...{ title, widget: 'font', design_size },
      sizes: [minRem, maxRem],
      bundled: bundledFonts.flatMap((one) => bundledFontFiles(one).slice(0, 1)),
    })
const weightRange = z
  .string()
  .regex(/^[1-9]\d\d(?: [1-9]\d\d)?$/, 'Use a weight or a range such as 400 900')
  .refine((range) => {
    const [from = 0, to = from] = range.split(' ').map(Number)
    return from <= to
  }, 'The lighter weight comes first: 400 900')
const slug = z
  .string()
  .regex(/^[a-z0-9]+(?:[/-][a-z0-9]+)*$/, 'Use the slug of a page, such as privacy-policy')
const message = z.string().trim().max(500)
const moment = z.iso.datetime({ offset: true, message: 'Use a time such as 2026-12-01T09:00:00+05:30' })

export const MODES = ['Normal', 'Coming Soon', 'Under Maintenance'] as const

/** The storefront fields stored in columns. Decisions §3 "Special pages". */
export const columnSchemas = {
  mode: z.enum(MODES),
  is_password_protection_enabled: z.boolean(),
}

/**
 * The schema of each appearance field, so that invalid colours or fonts never reach a page. Spec §3
 * "Storefront appearance".
 */
export const appearanceSchemas = {
  name: z.string().trim().min(1).max(120),
  is_cookie_warning_enabled: z.boolean(),
  cookie_warning_message: message,
  show_cookie_manage: z.boolean(),
  cookies: z.array(
    z.object({
      id: z.string().regex(/^\w{1,40}$/),
      name: z.string().max(80),
      description: z.string().max(300),
      required: z.boolean(),
      group: z.enum(['necessary', 'optional']),
    }),
  ),
  favicon: z.object({
    ico: mediaPath.nullable(),
    png_32: mediaPath.nullable(),
    png_192: mediaPath.nullable(),
    apple: mediaPath.nullable(),
    svg: mediaPath.nullable(),
  }),
  color_scheme: z.enum(['light', 'dark', 'device']),
  theme_colors: z.array(z.object({ variable: themeVariable, color })).max(60),
  text_colors: z.array(z.object({ variable: textVariable, color })).max(60),
  background: z
    .object({
      enabled: z.boolean(),
      type: z.enum(['color', 'image']),
      color: color.nullable(),
      image: picture.nullable(),
    })
    .refine(({ enabled, type, color }) => !enabled || type !== 'color' || color, 'Choose a color')
    .refine(({ enabled, type, image }) => !enabled || type !== 'image' || image, 'Choose a picture'),
  // The body's size scales the whole page; the heading's is compared with the 1.25rem of the design.
  typography: z.object({
    body: font('Texts', 0.75, 1.5, 1),
    heading: font('Headings', 0.75, 3, HEADING_SIZE_REM),
  }),
  fonts: z
    .array(
      z.object({
        family: z.string().regex(/^[\w -]{1,60}$/, 'Use the name of a font family'),
        path: z
          .string()
          .regex(
            /^\/(?:fonts|media)\/(?!.*\.\.)[\w./-]{1,200}\.woff2$/,
            'Use the path of an uploaded font, such as /media/fonts/name.woff2',
          ),
        weight_range: weightRange,
        is_variable: z.boolean(),
      }),
    )
    .max(8),
  radius: z.union([z.literal('0'), lengthWithin(0, 4)]),
  // `checkCustomCss` checks the rest.
  custom_css: z
    .string()
    .max(MAX_CUSTOM_CSS_BYTES, `The CSS is larger than ${MAX_CUSTOM_CSS_BYTES / 1024} KB`),
  is_custom_css_enabled: z.boolean(),
  mail_look: z.object({
    show_logo: z.boolean().meta({ title: 'Logo in the place of the name' }),
    accent: color.nullable().meta({
      title: 'Accent colour',
      description: 'Of buttons and progress. Empty: the primary colour of the theme.',
      widget: 'color',
    }),
    footer: z.string().trim().max(500).meta({
      title: 'Footer',
      description: 'Above the contact, such as opening hours or where the workshop is.',
      widget: 'textarea',
    }),
  }),
  document_look: z.object({
    show_logo: z.boolean().meta({ title: 'Logo above the name' }),
    accent: color
      .nullable()
      .refine(
        (given) => !given || (contrastOf(given, '#ffffff') ?? 0) >= 4.5,
        'Choose a darker colour: it is printed on white',
      )
      .meta({
        title: 'Accent colour',
        description: 'Of titles and of the line below them. Empty: black.',
        widget: 'color',
      }),
    footer: z
      .string()
      .trim()
      .max(300)
      .refine((text) => text.split('\n').length <= 4, 'At most four lines')
      .meta({
        title: 'Footer of invoices and credit notes',
        description:
          'On each page, such as the bank account or where returns are sent to. At most four lines.',
        widget: 'textarea',
      }),
    show_sku: z.boolean().meta({ title: 'SKU on invoices and credit notes' }),
    slip_text: z.string().trim().max(500).meta({
      title: 'Text of packing slips',
      description: 'Below the goods, such as thanks or how to return something.',
      widget: 'textarea',
    }),
    slip_phone: z.boolean().meta({ title: 'The customer’s phone on packing slips' }),
    slip_sku: z.boolean().meta({ title: 'SKU on packing slips' }),
  }),
  page_layout: z.enum(['Boxed Content', 'Full Width']),
  meta: z.object({ meta_title: z.string().max(120), meta_description: z.string().max(320) }),
  social_sharing_image: picture.nullable(),
  enable_indexing: z.boolean(),
  logo1: picture.nullable(),
  is_sticky_header_enabled: z.boolean(),
  is_scroll_button_enabled: z.boolean(),
  is_store_notice_enabled: z.boolean(),
  store_notice_message: message,
  store_notice_background_color: color,
  store_notice_text_color: color,
  store_notice_is_clearable: z.boolean(),
  storefront_notice_page_id: Id.nullable(),
  special_pages: z.object({
    opens_at: moment
      .nullable()
      .meta({ title: 'Opens at', description: 'Of the coming-soon page; the shop opens by itself.' }),
    coming_soon_message: message.meta({ title: 'Coming soon', widget: 'textarea' }),
    maintenance_ends_at: moment.nullable().meta({
      title: 'Maintenance ends at',
      description: 'Shown to visitors; the mode stays until you change it.',
    }),
    maintenance_message: message.meta({ title: 'Under maintenance', widget: 'textarea' }),
    password_message: message.meta({ title: 'Password page', widget: 'textarea' }),
  }),
  termsandconditions_page: slug.nullable(),
  privacypolicy_page: slug.nullable(),
} satisfies { [Field in Exclude<keyof Appearance, 'checked_custom_css'>]: z.ZodType }
