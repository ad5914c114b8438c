import type pg from 'pg'

type Rows = Pick<pg.Pool, 'query'>

/** Puts so many pieces of each variation into the main location and into further ones, which are added. @returns the ids of the locations, the main one first */
export async function splitStock(
  on: Rows,
  variations: readonly number[],
  [main, ...others]: readonly number[],
) {
  await on.query('update stock_levels set quantity = 0 where variation_id = any($1)', [variations])
  await on.query('update variations set stock = $2 where id = any($1)', [variations, main])
  const { rows } = await on.query<{ id: number }>('select id from stock_locations where is_main')
  const ids = rows.map(({ id }) => id)
  for (const quantity of others) {
    const code = `location-${ids.length}`
    const made = await on.query<{ id: number }>(
      'insert into stock_locations (code, name, priority) values ($1, $1, $2) on conflict (code) do update set priority = $2 returning id',
      [code, ids.length],
    )
    const [{ id } = { id: 0 }] = made.rows
    ids.push(id)
    await on.query(
      `insert into stock_levels as l (variation_id, location_id, quantity) select v, $2, $3 from unnest($1::integer[]) v order by v
      on conflict (variation_id, location_id) do update set quantity = excluded.quantity`,
      [variations, id, quantity],
    )
  }
  return ids
}

export type PiecesOfLocation = {
  variation_id: number
  location_id: number
  /** In stock there. */
  level: number
  /** Also held there for unpaid orders, and those that left it or will leave it for customers. */
  pieces: number
}

/** Where the pieces of these variations are, by variation and location. */
export async function piecesByLocation(on: Rows, variations: readonly number[]): Promise<PiecesOfLocation[]> {
  const { rows } = await on.query<PiecesOfLocation>(
    `select variation_id, location_id, level, (level + held + sold)::integer as pieces from (
      select v.id as variation_id, p.id as location_id,
        case when p.is_main then v.stock - v.other_stock else coalesce(l.quantity, 0) end as level,
        (select coalesce(sum(coalesce(at.quantity, h.quantity)), 0)
          from stock_holds h left join lateral jsonb_to_recordset(h.levels) as at(location_id integer, quantity integer) on true
          where h.variation_id = v.id and (at.location_id = p.id or at.location_id is null and p.is_main)) as held,
        (select coalesce(sum(i.quantity), 0) from order_items i
          where i.variation_id = v.id and (i.location_id = p.id or i.location_id is null and p.is_main)
            and i.status not in ('cancelled', 'returned', 'refunded', 'pending_payment', 'payment_failed')) as sold
      from variations v cross join stock_locations p left join stock_levels l on l.variation_id = v.id and l.location_id = p.id
      where v.id = any($1)
    ) at order by variation_id, location_id`,
    [variations],
  )
  return rows
}
