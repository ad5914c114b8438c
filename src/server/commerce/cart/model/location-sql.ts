/** A delivery location as SQL: columns or parameters. */
export type LocationSql = { country: string; state: string; postcode: string }

/** SQL: rate r as a row of JSON. A postcode is more specific than a state. */
export const rateJson = `json_build_object(
    'rank', length(r.postcode_prefix) * 4 + (r.state_id is not null)::integer * 2 + (r.country_id is not null)::integer,
    'from_weight_g', r.from_weight_g, 'to_weight_g', r.to_weight_g, 'from_goods', r.from_goods,
    'price', r.price, 'free_from', r.free_from)`

/** SQL: whether rate r applies to the location. */
export const isRateFor = ({ country, state, postcode }: LocationSql) => `
    coalesce(r.country_id, ${country}) = ${country}
    and (r.state_id is null or r.state_id = ${state})
    and starts_with(${postcode}, r.postcode_prefix)`

/** SQL: a delivery area as a row of JSON. */
export const areaJson = `json_build_object('min_days', area.min_days, 'max_days', area.max_days,
        'is_cod_available', area.is_cod_available, 'is_serviceable', area.is_serviceable)`

/** SQL: whether the area covers the location. Of several the one with the longest prefix applies. */
export const isAreaOf = ({ country, postcode }: Pick<LocationSql, 'country' | 'postcode'>) => `
      area.country_id = ${country}
        and area.prefix = any (array(select left(${postcode}, length) from generate_series(0, 12) length))`
