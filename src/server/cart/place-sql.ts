/** Where something goes, as SQL: columns or parameters. */
export type PlaceSql = { country: string; state: string; postcode: string }

/** SQL: rate r as its row type has it. A postcode says more of a place than its state. */
export const rateJson = `json_build_object(
    'rank', length(r.postcode_prefix) * 4 + (r.state_id is not null)::integer * 2 + (r.country_id is not null)::integer,
    'from_weight_g', r.from_weight_g, 'to_weight_g', r.to_weight_g, 'from_goods', r.from_goods,
    'price', r.price, 'free_from', r.free_from)`

/** SQL: is rate r for the place? */
export const isRateFor = ({ country, state, postcode }: PlaceSql) => `
    coalesce(r.country_id, ${country}) = ${country}
    and (r.state_id is null or r.state_id = ${state})
    and starts_with(${postcode}, r.postcode_prefix)`

/** SQL: a delivery area as its row type has it. */
export const areaJson = `json_build_object('min_days', area.min_days, 'max_days', area.max_days,
        'is_cod_available', area.is_cod_available, 'is_serviceable', area.is_serviceable)`

/** SQL: does the area cover the place? Of several the one with the longest prefix counts. */
export const isAreaOf = ({ country, postcode }: Pick<PlaceSql, 'country' | 'postcode'>) => `
      area.country_id = ${country}
        and area.prefix = any (array(select left(${postcode}, length) from generate_series(0, 12) length))`
