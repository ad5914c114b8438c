import type { StockRules } from '#contract/admin/catalog/product-actions.ts'
import { noteChange } from '#server/platform/changes/note-change.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Tx } from '#server/platform/kernel/context.ts'
import { json } from '#server/platform/kernel/schema.ts'

type Chosen = {
  product_ids: readonly number[]
  /** Without them all variations of the products; those of other products are left out. */
  variation_ids?: readonly number[] | undefined
  rules: StockRules
}

/**
 * Sets how variations are sold, and notes the change. They are locked in id order, as by orders; the database divides their pieces.
 * @returns those that had other rules, with these
 */
export async function setStockRules(tx: Tx, { product_ids, variation_ids, rules }: Chosen) {
  const { safety_stock, sold_ahead: ahead } = rules
  const before = await setRules.all(
    tx,
    product_ids,
    variation_ids ?? null,
    safety_stock,
    ahead && json(ahead),
  )
  const tags = new Set(before.map(({ product_id }) => `product:${product_id}`))
  if (tags.size > 0) await noteChange(tx, ['listing', ...tags])
  return before
}

const setRules = prepared<{ id: number; product_id: number; sku: string; rules: StockRules }>(
  'set stock rules',
  `with before as (
    select id, product_id, sku, safety_stock, sold_ahead from variations
    where product_id = any($1::integer[]) and ($2::integer[] is null or id = any($2))
      and (safety_stock <> $3::integer or sold_ahead is distinct from $4::jsonb)
    order by id for update
  )
  update variations v set safety_stock = $3::integer, sold_ahead = $4::jsonb from before b where v.id = b.id
  returning v.id, v.product_id, v.sku, json_build_object('safety_stock', b.safety_stock, 'sold_ahead', b.sold_ahead) as rules`,
)
