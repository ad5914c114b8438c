import { soldAhead } from '#server/catalog/stock/sold-ahead.ts'
import { productCustom } from '#server/shop/custom-fields/show-values.ts'
import { checkedAge, ownStock } from '../model/quantity-rules.ts'

/** SQL: the country whose taxes apply to cart c, that of the delivery. ADR 0038. */
const taxCountry = ($country: string) => `coalesce(
          (select a.country_id from cart_addresses a where a.cart_id = c.id and a.address_type = 'Shipping'), ${$country})`

type LineSource = {
  /** The rows i: cart_items, or rows with the same columns. */
  from: string
  /** Their prices, as `price`. */
  prices: string
  /** The parameter with the country of the channel. */
  country: string
  more?: string
}

/** SQL: lines i of cart c with what they say of their products, as `CartLineRow` has it but for its custom fields. */
export const lineSql = ({
  from,
  prices,
  country,
  more,
}: LineSource) => `select ${more ? `${more}, ` : ''}i.id, i.quantity, i.unit_price as seen_price, i.customisation, i.staff_discount,
      v.id as variation_id, v.sku, v.title, v.is_default, ${ownStock('c.unpaid_order_id')} as stock, v.tracks_stock,
      ${soldAhead(ownStock('c.unpaid_order_id'))} as sold_ahead,
      v.is_published and p.is_published and price.selling_price is not null as is_buyable,
      p.id as product_id, p.kind, p.name, p.slug, p.min_quantity, p.max_quantity, p.quantity_step, p.display_unit, v.weight_g, v.content,
      p.return_days, p.withdrawal_exclusion, ${checkedAge} as min_age, p.hsn_code, p.customisation is not null as is_customisable, p.customisation as offered_customisation, p.rating_average, p.rating_count,
      p.meta_title, p.meta_description, p.short_description,
      coalesce(price.selling_price, i.unit_price) as selling_price, coalesce(price.mrp, i.unit_price) as mrp,
      case when p.kind = 'voucher' then 0 else coalesce(tax.rate_bp, 0) end as tax_rate,
      case when b.id is not null then json_build_object('id', b.id, 'name', b.name, 'slug', b.slug) end as brand,
      case when k.id is not null then json_build_object('id', k.id, 'name', k.name, 'slug', k.path) end as category,
      (
        select json_build_object('path', im.path, 'alt', coalesce(nullif(pi.alt, ''), im.alt),
          'width', im.width, 'height', im.height, 'placeholder', im.placeholder,
          'focal_x', im.focal_x, 'focal_y', im.focal_y)
        from (
          select pi.image_id, pi.alt from product_images pi
          where pi.product_id = p.id and pi.image_id is not null
          order by case when pi.variation_id = v.id then 0 when pi.variation_id is null then 1 else 2 end,
            pi.position, pi.id
          limit 1
        ) pi join images im on im.id = pi.image_id
      ) as image,
      coalesce((
        select json_agg(json_build_object('label', a.label, 'value', av.label) order by a.position, a.id)
        from variation_options o
        join attributes a on a.id = o.attribute_id
        join attribute_values av on av.id = o.value_id
        where o.variation_id = v.id
      ), '[]') as options,
      ${productCustom('cart', 'mail')} as custom
    from ${from} i
    join variations v on v.id = i.variation_id
    join products p on p.id = v.product_id
    left join ${prices}
    left join tax_rates tax on tax.country_id = ${taxCountry(country)} and tax.tax_class = p.tax_class
    left join brands b on b.id = p.brand_id
    left join categories k on k.id = p.category_id
    left join product_declarations d on d.product_id = p.id`
