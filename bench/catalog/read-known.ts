import type { OpenDatabase } from '#server/platform/db/open.ts'
import type { Known } from './ask.ts'

/** Some products on sale, evenly over the whole shop. */
export async function readKnown({ pool }: OpenDatabase, products: number, howMany: number): Promise<Known[]> {
  const { rows } = await pool.query<Known>(
    `select p.id, p.name, b.slug as brand, c.slug as category, c.id as "categoryId",
      array(select t.slug from product_tags pt join tags t on t.id = pt.tag_id where pt.product_id = p.id) as tags,
      array(select l.slug from product_labels pl join labels l on l.id = pl.label_id where pl.product_id = p.id) as labels,
      ${value('product_attributes o', 'o.product_id = p.id', 'material')},
      ${value('product_attributes o', 'o.product_id = p.id', 'pattern')},
      ${value('variation_options o', 'o.variation_id = v.id', 'colour')},
      ${value('variation_options o', 'o.variation_id = v.id', 'size')},
      pr.selling_price as price
    from products p
    join brands b on b.id = p.brand_id
    join categories c on c.id = p.category_id
    join variations v on v.product_id = p.id and v.is_default
    join prices pr on pr.variation_id = v.id
    where p.is_published and p.id % $1 = 0
    order by p.id limit $2`,
    [Math.max(1, Math.floor(products / howMany)), howMany],
  )
  return rows
}

const value = (table: string, holds: string, code: string) => `(
  select av.value from ${table} join attribute_values av on av.id = o.value_id join attributes a on a.id = av.attribute_id
  where ${holds} and a.code = '${code}' limit 1) as ${code}`
