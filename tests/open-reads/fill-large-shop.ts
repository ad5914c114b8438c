import { sql } from 'kysely'
import type { Db } from '#server/platform/kernel/context.ts'

/** Rows of each table that grows with a shop; a statement of an open route may not read half of them. */
export const ROWS = 4_000

const series = (count = ROWS) => `generate_series(1, ${count}) n`
const ofLarge = `p.slug like 'large-%'`

/** What grows, beside the demo shop: products in their own categories, with everything that pages show of them. */
const statements = [
  `insert into brands (name, slug) select 'Large ' || n, 'large-' || n from ${series(40)}`,
  `insert into tags (name, slug) select 'Large ' || n, 'large-' || n from ${series(40)}`,
  `insert into categories (parent_id, name, slug, path, position)
    select c.id, 'Large ' || n, 'large-' || n, c.path || '/large-' || n, n
    from ${series(200)}, (select id, path from categories where parent_id is null order by id limit 1) c`,
  `insert into products (slug, name, brand_id, category_id, short_description, description_html, is_published, published_at, position)
    select 'large-' || n, 'Large mug ' || n, b.id, c.id, 'Made by hand.', '<p>Made by hand.</p>', true, now() - make_interval(mins => n), n
    from ${series()} join brands b on b.slug = 'large-' || 1 + n % 40 join categories c on c.slug = 'large-' || 1 + n % 200`,
  `insert into variations (product_id, sku, title, is_default, position, stock)
    select p.id, 'LG-' || p.position || '-' || k, 'Size ' || k, k = 1, k, 5 from products p, generate_series(1, 2) k where ${ofLarge}`,
  `insert into prices (variation_id, channel_id, selling_price, mrp)
    select v.id, c.id, 10000 + p.position, 20000 from variations v join products p on p.id = v.product_id, channels c
    where c.is_default and ${ofLarge}`,
  `insert into images (path, alt, width, height) select 'large/' || n || '.jpg', 'Large', 800, 800 from ${series()}`,
  `insert into product_images (product_id, image_id, position) select p.id, i.id, 0
    from products p join images i on i.path = 'large/' || p.position || '.jpg' where ${ofLarge}`,
  `insert into product_tags (product_id, tag_id) select p.id, t.id from products p
    join tags t on t.slug = 'large-' || 1 + p.position % 40 where ${ofLarge}`,
  `insert into product_attributes (product_id, value_id) select p.id, v.id from products p,
    (select v.id from attribute_values v join attributes a on a.id = v.attribute_id where not a.is_variable order by v.id limit 2) v
    where ${ofLarge}`,
  `insert into variation_options (variation_id, attribute_id, value_id) select v.id, o.attribute_id, o.id
    from variations v join products p on p.id = v.product_id,
      (select v.id, v.attribute_id from attribute_values v join attributes a on a.id = v.attribute_id where a.is_variable order by v.id limit 1) o
    where ${ofLarge}`,
  `insert into collection_products (collection_id, product_id, position) select c.id, p.id, p.position
    from (select id from collections order by id limit 1) c, products p where ${ofLarge}`,
  `insert into reviews (product_id, author, is_verified, rating, fields, status)
    select p.id, 'Large', false, 1 + p.id % 5, '{"text": "Good."}', 'published' from products p where ${ofLarge}`,
  `insert into redirects (from_path, to_path) select '/large/' || n, '/product/large-' || n from ${series()}`,
  `insert into blog_posts (slug, title, excerpt, body, status, published_at)
    select 'large-' || n, 'Large ' || n, 'About.', '[{"type": "paragraph", "text": "Clay and patience."}]', 'published',
      now() - make_interval(mins => n) from ${series()}`,
  'vacuum analyze',
]

export async function fillLargeShop(db: Db): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    for (const statement of statements) await sql.raw(statement).execute(connection)
    await sql`reset statement_timeout`.execute(connection)
  })
}

/** The tables that `fillLargeShop` fills with `ROWS` rows or more. */
export const growing: ReadonlySet<string> = new Set([
  ...['products', 'variations', 'prices', 'images', 'product_images', 'product_tags', 'product_attributes'],
  ...['variation_options', 'collection_products', 'reviews', 'redirects', 'blog_posts'],
])
