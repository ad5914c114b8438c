import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { seedFolder } from '#server/operations/seed/demo-files.ts'
import { commandLineActor, writeAudit } from '#server/platform/audit/audit-log.ts'
import { noteChange } from '#server/platform/changes/note-change.ts'
import { isDemoShop, noteDemo } from '#server/platform/db/note-seeded.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import type { PluginCommand } from '#server/platform/kernel/plugin.ts'
import { addPicture } from '#server/shop/uploads/add-picture.ts'

const SLUG = 'gift-card'
const ALT = 'A gift card with a ribbon and the arches of Kiln & Loom'
/** Rupees. */
const amounts = [500, 1_000, 2_000, 5_000]

/** `vitrine gift-card-demo`: a gift card among the products of the demo shop, one variation for each amount. May run next to a running shop. */
export const giftCardDemoCommand: PluginCommand = {
  about: 'add a gift card product to the demo shop: then plugin on GiftCard',
  async run({ db, files, print }, argv) {
    if (argv.length > 0) {
      print('Usage:\n  gift-card-demo   adds a gift card with several amounts to the demo shop')
      return 2
    }
    if (!(await isDemoShop(db))) {
      print('This shop has no demo data. Nothing was changed.')
      return 1
    }
    const picture = await addPicture({ db, files }, await readFile(new URL('gift-card.png', seedFolder)), {
      alt: ALT,
    })
    const isAdded = await inTransaction(db, (tx) => addProduct(tx, picture.path))
    print(
      isAdded
        ? `The gift card is added: /product/${SLUG}. While the plugin GiftCard is off, it cannot be bought.`
        : `This shop has a product at /product/${SLUG} already. Nothing was changed.`,
    )
    return 0
  },
}

/** @returns false, without a change, where there is a product of that address */
async function addProduct(tx: Tx, path: string): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    insert into products (slug, name, kind, brand_id, category_id, short_description, description_html, is_published, published_at,
      return_days, tax_class, position, social_image_path)
    select ${SLUG}, 'Kiln & Loom Gift Card', 'voucher', b.id, c.id, 'Sent by e-mail on the day that you choose, and to print.',
      '<p>For someone who likes to choose. The card pays for anything in the shop, in part or as a whole, and what is left stays on it.</p>',
      true, now(), 0, 'standard', (select max(position) + 1 from products), ${path}
    from brands b, categories c where b.slug = 'kiln-and-loom' and c.slug = 'home'
    on conflict do nothing returning id`.execute(tx)
  const id = rows[0]?.id
  if (id === undefined) return false
  const { rows: attributes } = await sql<{ id: number }>`
    insert into attributes (code, label, display, position, is_variable, is_filterable)
    values ('amount', 'Amount', 'button', (select max(position) + 1 from attributes), true, false) returning id`.execute(
    tx,
  )
  const { rows: images } = await sql<{ id: number }>`select id from images where path = ${path}`.execute(tx)
  const attribute = attributes[0]?.id
  const image = images[0]?.id
  await sql`
    with given as (select rupees, at from unnest(${sql.val(amounts)}::integer[]) with ordinality amount(rupees, at)),
    chosen as (
      insert into attribute_values (attribute_id, value, label, position)
      select ${attribute}::integer, rupees::text, '₹' || to_char(rupees, 'FM9,999'), at from given returning id, value
    ),
    variation as (
      insert into variations (product_id, sku, title, is_default, position, stock, tracks_stock)
      select ${id}::integer, 'KL-GC-' || rupees, '₹' || to_char(rupees, 'FM9,999'), at = 1, at, 0, false from given returning id, sku
    ),
    option as (
      insert into variation_options (variation_id, attribute_id, value_id)
      select v.id, ${attribute}::integer, c.id from variation v join chosen c on v.sku = 'KL-GC-' || c.value
    )
    insert into prices (variation_id, channel_id, selling_price, mrp)
    select v.id, h.id, rupees * 100, rupees * 100 from variation v join given on v.sku = 'KL-GC-' || rupees
    cross join channels h where h.is_default`.execute(tx)
  await sql`
    insert into product_images (product_id, variation_id, image_id, alt, position)
    values (${id}, null, ${image}::integer, ${ALT}, 0)`.execute(tx)
  await noteDemo(tx, 'products', [id])
  if (attribute !== undefined) await noteDemo(tx, 'attributes', [attribute])
  if (image !== undefined) await noteDemo(tx, 'images', [image])
  await writeAudit(tx, commandLineActor(), {
    action: 'demo.add',
    record: { type: 'product', id: String(id) },
    after: { slug: SLUG },
  })
  await noteChange(tx, ['catalog', 'listing', `product:${id}`])
  return true
}
