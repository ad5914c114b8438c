import { sql } from 'kysely'
import type { Cart } from '#contract/cart.ts'
import type { Image } from '#contract/shapes.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { type ImageRow, toImage } from '#server/platform/media/to-image.ts'
import { type Capped, higherOfBoth, keyOf, type MergeLine, mergeLines, putLines } from './merge-lines.ts'
import { customisationKey } from './model/customisation.ts'
import { fillCart } from './store/fill-cart.ts'
import type { Write } from './store/write-cart.ts'

/** What is stored of a line so that another cart can have it. `unit_price`: what the shopper saw last. */
export type StoredLine = Pick<
  MergeLine,
  'variation_id' | 'customisation_key' | 'customisation' | 'quantity' | 'unit_price' | 'name'
>

/** The items of a cart that can be bought, at least a piece of each. Gifts come with their cause. */
export const buyableItems = ({ items }: Cart) =>
  items.filter(
    ({ product, available_quantity, gift }) => !gift && product.is_published && available_quantity > 0,
  )

/** The lines of a cart that can be bought, to be stored. */
export const toStoredLines = (cart: Cart): StoredLine[] =>
  buyableItems(cart).map(({ product_id, product, quantity, unit_price, additonal_data }) => ({
    variation_id: product_id,
    customisation_key: customisationKey(additonal_data),
    customisation: additonal_data,
    quantity,
    unit_price: unit_price.amount,
    name: product.name,
  }))

/** A stored line with what the shop sells now; `price` is null when the channel does not sell it. */
export type DescribedLine = MergeLine & {
  price: number | null
  /** Of its page; null when it is gone. */
  url: string | null
  image: Image | null
}

type Row = Omit<DescribedLine, 'url' | 'image'> & {
  slug: string | null
  sku: string
  is_default: boolean
  picture: ImageRow | null
}

/** Stored lines, in their order, by what a channel sells now. */
export async function describeLines(
  db: Db | Tx,
  channelId: number,
  lines: readonly StoredLine[],
): Promise<DescribedLine[]> {
  const { rows } = await sql<Row>`
    select l.variation_id, l.customisation_key, l.customisation, l.quantity, l.unit_price, l.name,
      p.slug, coalesce(v.sku, '') as sku, coalesce(v.is_default, true) as is_default,
      coalesce(v.stock, 0) as stock, coalesce(v.tracks_stock, true) as tracks_stock, coalesce(p.min_quantity, 1) as min_quantity,
      coalesce(p.max_quantity, 1) as max_quantity, coalesce(p.quantity_step, 1) as quantity_step, charged.price,
      coalesce(v.is_published and p.is_published and charged.price is not null and (l.customisation ->> 'image_path' is null
        or exists (select from customisation_images c where c.path = l.customisation ->> 'image_path')), false) as is_buyable,
      (select json_build_object('path', im.path, 'alt', pi.alt, 'width', im.width, 'height', im.height, 'placeholder', im.placeholder)
        from product_images pi join images im on im.id = pi.image_id where pi.product_id = p.id
        order by case when pi.variation_id = v.id then 0 when pi.variation_id is null then 1 else 2 end, pi.position, pi.id
        limit 1) as picture
    from rows from (jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as (variation_id integer, customisation_key text,
      customisation jsonb, quantity integer, unit_price bigint, name text)) with ordinality
      as l(variation_id, customisation_key, customisation, quantity, unit_price, name, at)
    left join variations v on v.id = l.variation_id
    left join products p on p.id = v.product_id
    left join shown_prices shown on shown.variation_id = v.id and shown.channel_id = ${channelId}
    left join lateral effective_price(shown.selling_price, v.id, ${channelId}::integer, null, l.quantity, now()) charged on true
    order by l.at`.execute(db)
  return rows.map(({ slug, sku, is_default, picture, ...line }) => ({
    ...line,
    url: slug === null ? null : `/product/${slug}${is_default ? '' : `?${new URLSearchParams({ sku })}`}`,
    image: picture && toImage(picture),
  }))
}

/**
 * Puts stored lines into a cart, which is created if there is none. What the cart has of them already counts: nothing is doubled. Lines
 * of the same channel have the price that the shopper saw last, so that a change of it is shown.
 *
 * @returns the cart, and the lines that are not in it in full
 * @throws 429; 409 STALE_CART
 */
export async function restoreLines(
  db: Db,
  write: Write,
  { lines, channelId }: { lines: readonly StoredLine[]; channelId: number },
): Promise<{ cart: Cart; missed: Capped[] }> {
  const { id } = write.scope.channel
  let missed: Capped[] = []
  const cart = await fillCart(db, write, async (tx, cartId) => {
    const own = await describeLines(tx, id, await linesOfCart(tx, cartId))
    const stored = await describeLines(tx, id, lines)
    const seen = stored.map((line) =>
      id === channelId ? line : { ...line, unit_price: line.price ?? line.unit_price },
    )
    const { changed, capped } = mergeLines(own, seen, higherOfBoth)
    missed = capped
    // A line that the cart has keeps the price that is on it.
    const priceOf = new Map(own.map((line) => [keyOf(line), line.unit_price]))
    await putLines(
      tx,
      cartId,
      changed.map((line) => ({ ...line, unit_price: priceOf.get(keyOf(line)) ?? line.unit_price })),
    )
  })
  return { cart, missed }
}

async function linesOfCart(tx: Tx, cartId: number): Promise<StoredLine[]> {
  const { rows } = await sql<StoredLine>`
    select variation_id, customisation_key, customisation, quantity, unit_price, '' as name
    from cart_items where cart_id = ${cartId} order by id`.execute(tx)
  return rows
}
