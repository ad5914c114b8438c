import type pg from 'pg'
import { type Area, bands } from './schema-areas.ts'

/** Path of the picture, relative to the project. */
export const pictureFile = 'docs/pictures/schema.svg'

/** Pixels. */
const size = { box: 250, gutter: 52, row: 17, head: 27, gap: 16, title: 36, text: 12 }
const COLUMNS = 4
const WIDTH = COLUMNS * size.box + (COLUMNS + 1) * size.gutter

type Row = { name: string; isKey: boolean; to: string | undefined }
type Box = {
  table: string
  band: number
  column: number
  x: number
  y: number
  height: number
  rows: Row[]
  hue: number
}
type Table = {
  table: string
  columns: string[]
  keys: string[]
  references: { column: string; to: string }[]
}

/**
 * Draws the migrated database: main tables with keys and references, by area.
 *
 * @throws when a table is in no area, or an area names a table or column that does not exist.
 */
export async function schemaPicture(client: Pick<pg.ClientBase, 'query'>): Promise<string> {
  const tables = new Map((await readTables(client)).map((table) => [table.table, table]))
  requireAll(tables)
  const boxes: Box[] = []
  const frames: Frame[] = []
  let y = size.gap
  for (const [band, areas] of bands.entries()) {
    const placed = areas.map((area, at) => place(area, { band, column: columnOf(areas, at), top: y }, tables))
    const bottom = Math.max(...placed.map(({ end }) => end))
    for (const { area, column, boxes: own } of placed) {
      boxes.push(...own)
      frames.push({ area, column, top: y, bottom })
    }
    y = bottom + size.gap
  }
  const arrows = boxes.flatMap((box) => arrowsOf(box, boxes))
  const body = [...frames.map(frame), ...arrows, ...frames.map(alsoText), ...boxes.map(drawBox)].join('\n')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y}" font-family="system-ui, sans-serif" font-size="${size.text}">
<title>The tables of the shop by area, with their keys and references</title>
<marker id="to" viewBox="0 0 6 6" refX="6" refY="3" markerWidth="6" markerHeight="6" orient="auto"><path d="M0 0L6 3L0 6" fill="#888"/></marker>
<rect width="${WIDTH}" height="${y}" fill="#fff"/>
${body}
</svg>
`
}

async function readTables(client: Pick<pg.ClientBase, 'query'>): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select c.relname as table,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped order by a.attnum) as columns,
      array(select a.attname::text from pg_index i, unnest(i.indkey) with ordinality as k (attnum, at)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
        where i.indrelid = c.oid and i.indisprimary order by k.at) as keys,
      (select coalesce(json_agg(json_build_object('column', a.attname, 'to', k.confrelid::regclass::text) order by a.attnum), '[]')
        from pg_constraint k join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
        where k.conrelid = c.oid and k.contype = 'f' and cardinality(k.conkey) = 1) as references
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> 'schema_migrations'
    order by c.relname collate "C"`)
  return rows
}

function requireAll(tables: ReadonlyMap<string, Table>) {
  const areas = bands.flat()
  const named = areas.flatMap(({ boxes, also }) => [...boxes.flatMap((box) => Object.keys(box)), ...also])
  const wrong = [
    ...[...tables.keys()].filter((table) => !named.includes(table)).map((table) => `${table} is in no area`),
    ...named.filter((table) => !tables.has(table)).map((table) => `${table} is no table`),
    ...named.filter((table, at) => named.indexOf(table) !== at).map((table) => `${table} is named twice`),
    ...areas
      .flatMap(({ boxes }) => boxes.flatMap((box) => Object.entries(box)))
      .flatMap(([table, shown]) => shown.map((column) => ({ table, column })))
      .filter(({ table, column }) => tables.has(table) && !tables.get(table)?.columns.includes(column))
      .map(({ table, column }) => `${table}.${column} is no column`),
  ]
  if (wrong.length > 0) throw new Error(`scripts/schema-areas.ts: ${wrong.join(', ')}`)
}

const columnOf = (areas: Area[], at: number) =>
  areas.slice(0, at).reduce((sum, { boxes }) => sum + boxes.length, 0)
const xOf = (column: number) => size.gutter + column * (size.box + size.gutter)

function place(
  area: Area,
  { band, column, top }: { band: number; column: number; top: number },
  tables: ReadonlyMap<string, Table>,
) {
  const boxes = area.boxes.flatMap((stack, at) => {
    let y = top + size.title
    return Object.entries(stack).map(([table, shown]): Box => {
      const rows = rowsOf(tables.get(table), shown)
      const height = size.head + rows.length * size.row + 6
      const box = { table, band, column: column + at, x: xOf(column + at), y, height, rows, hue: area.hue }
      y += height + size.gap
      return box
    })
  })
  const end = Math.max(...boxes.map(({ y, height }) => y + height))
  return { area, column, boxes, end: end + size.gap + alsoLines(area).length * size.row + 6 }
}

/** Keys first, then references, then what is shown beside them. */
function rowsOf(table: Table | undefined, shown: string[]): Row[] {
  if (!table) return []
  const to = new Map(table.references.map((one) => [one.column, one.to]))
  const names = new Set([...table.keys, ...to.keys(), ...shown])
  return [...names].map((name) => ({ name, isKey: table.keys.includes(name), to: to.get(name) }))
}

function alsoLines({ boxes, also }: Area): string[] {
  const letters = Math.floor((boxes.length * (size.box + size.gutter) - size.gutter) / 6.1)
  const lines = ['Also:']
  for (const [at, name] of also.entries()) {
    const word = at < also.length - 1 ? `${name},` : name
    const longer = `${lines.at(-1)} ${word}`
    if (longer.length > letters) lines.push(word)
    else lines[lines.length - 1] = longer
  }
  return lines
}

type Frame = { area: Area; column: number; top: number; bottom: number }

function frame({ area, column, top, bottom }: Frame): string {
  // The lines of the first column need the whole gutter.
  const x = column === 0 ? 4 : xOf(column) - size.gutter / 2 + 6
  const end = xOf(column + area.boxes.length) - size.gutter / 2 - 6
  return [
    `<rect x="${x}" y="${top}" width="${end - x}" height="${bottom - top}" rx="8" fill="hsl(${area.hue} 45% 97%)"/>`,
    `<text x="${xOf(column)}" y="${top + 23}" font-size="15" font-weight="600" fill="hsl(${area.hue} 45% 28%)">${area.title}</text>`,
  ].join('\n')
}

/** The names of the other tables, readable above a line that crosses them. */
function alsoText({ area, column, bottom }: Frame): string {
  const lines = alsoLines(area)
  const textAt = bottom - lines.length * size.row + 4
  return lines
    .map(
      (line, at) =>
        `<text x="${xOf(column)}" y="${textAt + at * size.row}" font-size="11" fill="#666" stroke="hsl(${area.hue} 45% 97%)" stroke-width="5" paint-order="stroke">${line}</text>`,
    )
    .join('\n')
}

function drawBox({ table, x, y, height, rows, hue }: Box): string {
  const line = ({ name, isKey, to }: Row, at: number) => {
    const baseline = y + size.head + at * size.row + 13
    const own = `<text x="${x + 10}" y="${baseline}"${isKey ? ' font-weight="600"' : ''} fill="#333">${name}</text>`
    return to === undefined
      ? own
      : `${own}<text x="${x + size.box - 10}" y="${baseline}" text-anchor="end" font-size="11" fill="#777">→ ${to}</text>`
  }
  return [
    `<rect x="${x}" y="${y}" width="${size.box}" height="${height}" rx="5" fill="#fff" stroke="hsl(${hue} 30% 70%)"/>`,
    `<text x="${x + 10}" y="${y + 18}" font-size="13" font-weight="600" fill="hsl(${hue} 45% 28%)">${table}</text>`,
    `<path d="M${x} ${y + 25}h${size.box}" stroke="hsl(${hue} 30% 85%)"/>`,
    ...rows.map(line),
  ].join('\n')
}

/**
 * Lines through the gutters, for references to a box of the same or a neighboring column. Others are named in the row alone, as those
 * between the last band and the two above it: the shop's records are drawn together.
 */
function arrowsOf(box: Box, boxes: Box[]): string[] {
  return box.rows.flatMap(({ to }, at) => {
    const target = boxes.find(({ table }) => table === to)
    if (!target || target === box || Math.abs(target.column - box.column) > 1) return []
    if (target.band !== box.band && Math.max(target.band, box.band) === bands.length - 1) return []
    const isLeft = target.column <= box.column
    const from = { x: isLeft ? box.x : box.x + size.box, y: box.y + size.head + at * size.row + 9 }
    const end = { x: target.column < box.column ? target.x + size.box : target.x, y: target.y + 13 }
    // Each target has a lane of its own, so that lines to one box join and lines to several do not cover each other.
    const gutter = isLeft ? box.x - size.gutter : box.x + size.box
    const lane = gutter + 10 + ((boxes.indexOf(target) * 7) % (size.gutter - 20))
    return [
      `<path d="M${from.x} ${from.y}H${lane}V${end.y}H${end.x}" fill="none" stroke="hsl(${target.hue} 35% 55%)" marker-end="url(#to)"/>`,
    ]
  })
}
