import fc from 'fast-check'
import { sql } from 'kysely'
import type { CatalogBuilder } from '#harness/catalog.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { pricesOfTag } from './feed/changes.ts'
import { addProduct, randomProduct } from './random-catalog.test-support.ts'

/** A random change of the shop; `which` selects its target. */
export const randomChange = fc.record({
  kind: fc.constantFrom(
    'stock',
    'stock',
    'stock rules',
    'price',
    'reprice',
    'reprice',
    'publish',
    'remove',
    'add',
    'rename',
    'move',
    'rename category',
    'move category',
    'collect',
    'rename brand',
    'rename value',
    'filterable',
    'fields',
    'origin',
    'filterable field',
  ),
  which: fc.nat(1_000),
  amount: fc.integer({ min: 0, max: 4 }),
  product: randomProduct,
})
export type RandomChange = typeof randomChange extends fc.Arbitrary<infer Value> ? Value : never

/** Makes the change and returns the tags that its writer notes. */
export async function makeChange(
  db: Db,
  shop: CatalogBuilder,
  { kind, which, amount, product }: RandomChange,
  otherChannel: number,
): Promise<string[]> {
  const pick = async (table: string) => {
    const { rows } = await sql<{ id: number }>`select id from ${sql.table(table)} order by id`.execute(db)
    return rows.length === 0 ? 0 : rows[which % rows.length]!.id
  }
  const productId = await pick('products')
  const ofProduct = [`product:${productId}`]
  const listed = ['listing', ...ofProduct]
  const run = async (statement: ReturnType<typeof sql>, tags: string[]) => {
    await statement.execute(db)
    return tags
  }
  switch (kind) {
    case 'stock':
      return run(
        sql`update variations set stock = ${amount % 2} where product_id = ${productId} and position = ${which % 2}`,
        ofProduct,
      )
    case 'stock rules': {
      const rule = JSON.stringify({ kind: 'backorder', limit: 2, text: 'Ships later', days: 9 })
      return run(
        sql`update variations set safety_stock = ${amount}, sold_ahead = ${which % 3 === 0 ? rule : null}::jsonb
          where product_id = ${productId} and position = ${which % 2}`,
        ofProduct,
      )
    }
    case 'price':
      return run(
        sql`update prices set selling_price = ${amount * 100}, mrp = ${amount * 150}
          where variation_id in (select id from variations where product_id = ${productId})`,
        listed,
      )
    case 'reprice':
      return run(
        sql`update prices set selling_price = ${which * amount}, mrp = ${which * 4}
          where variation_id in (select id from variations where product_id = ${productId})`,
        [...ofProduct, pricesOfTag([productId])],
      )
    case 'publish':
      return run(sql`update products set is_published = not is_published where id = ${productId}`, listed)
    case 'remove':
      return run(sql`delete from products where id = ${productId}`, listed)
    case 'add': {
      const named = { brand: `Brand ${which % 7}`, tags: [`Tag ${which % 5}`], category: undefined }
      const added = await addProduct(db, shop, { ...product, ...named }, otherChannel)
      const category = await pick('categories')
      await sql`update products set category_id = ${category} where id = ${added.id}`.execute(db)
      return ['listing', `product:${added.id}`]
    }
    case 'rename':
      return run(
        sql`update products set name = ${product.name}, position = ${amount} where id = ${productId}`,
        listed,
      )
    case 'move':
      return run(
        sql`update products set category_id = ${await pick('categories')} where id = ${productId}`,
        listed,
      )
    case 'rename category': {
      const id = await pick('categories')
      return run(sql`update categories set name = ${product.name}, position = ${amount} where id = ${id}`, [
        `category:${id}`,
      ])
    }
    case 'move category':
      return run(
        sql`update categories set path = case when path like 'textiles%' then 'home/' || path else replace(path, 'home/', '') end
          where path like '%textiles%'`,
        ['listing', `category:${await pick('categories')}`],
      )
    case 'collect': {
      const id = await pick('collections')
      if (id === 0) return []
      return run(
        sql`insert into collection_products (collection_id, product_id, position, by_rule) values (${id}, ${productId}, ${amount}, ${amount > 2})
          on conflict (collection_id, product_id) do update set position = excluded.position, by_rule = excluded.by_rule`,
        [`collection:${id}`],
      )
    }
    case 'rename brand':
      return run(
        sql`update brands set name = ${product.name}, slug = 'renamed-' || id || '-' || now() where id = ${await pick('brands')}`,
        ['listing', 'catalog'],
      )
    case 'rename value':
      return run(
        sql`update attribute_values set label = ${product.name}, position = ${amount} where id = ${await pick('attribute_values')}`,
        ['listing', 'catalog'],
      )
    case 'fields':
      return run(
        sql`update products set custom = ${JSON.stringify(amount > 2 ? {} : { fabric: ['silk'], handmade: amount > 1, note: 'x' })}
          where id = ${productId}`,
        listed,
      )
    case 'origin':
      return run(
        sql`insert into product_declarations (product_id, country_of_origin)
          select id, ${['', 'FR', 'IN', 'DE'][amount % 4]} from products where id = ${productId}
          on conflict (product_id) do update set country_of_origin = excluded.country_of_origin`,
        listed,
      )
    case 'filterable field':
      return run(
        sql`update custom_fields set is_filterable = not is_filterable where owner = 'product' and id = ${await pick('custom_fields')}`,
        ['listing', 'catalog'],
      )
    case 'filterable':
      return run(
        sql`update attributes set is_filterable = not is_filterable where id = ${await pick('attributes')}`,
        ['listing', 'catalog'],
      )
  }
}
