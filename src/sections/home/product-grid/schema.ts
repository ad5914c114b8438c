import { z } from 'zod'
import { cta, field, text } from '#sections/section-shapes.ts'

/** Which products a grid shows. Shared with the tabs of grids. */
export const productChoice = {
  source: field(
    z
      .enum(['custom', 'newest', 'best_selling', 'featured', 'on_sale', 'top_rated', 'recently_viewed'])
      .default('featured'),
    'Products',
    'Chosen by hand (custom), or by a rule. Recently viewed products are known to the browser alone.',
  ),
  items: field(
    z.array(z.int().positive()).max(96).default([]),
    'Chosen products',
    'Ids in the order shown, for the source “custom”.',
  ),
  label: field(z.string().nullable().default(null), 'Label', 'Only products with this label (slug).'),
  category: text('Category', 'Only products of this category (slug) and its subcategories.'),
  tag: text('Tag', 'Only products with this tag (slug).'),
  price_min: field(
    z.int().min(0).nullable().default(null),
    'Price from',
    'Lowest price in minor units (paise).',
  ),
  price_max: field(
    z.int().min(0).nullable().default(null),
    'Price up to',
    'Highest price in minor units (paise).',
  ),
  limit: field(z.int().min(1).max(24).default(8), 'Number of products', 'At most 24.'),
}

export const settings = z
  .object({
    title: text('Heading', 'Shown above the products.'),
    ...productChoice,
    columns: field(z.int().min(2).max(6).default(4), 'Columns', 'On wide screens. Phones have two.'),
    cta: cta('Link', 'Shown beside the heading.'),
  })
  .meta({ title: 'Product grid', description: 'Products chosen by hand or by a rule.' })
