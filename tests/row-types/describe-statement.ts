import type pg from 'pg'

export type DescribedColumn = {
  name: string
  /** The type's name in PostgreSQL, `_text` for `text[]`. */
  type: string
  /** `unknown` where the database does not report it: expressions, outer joins and unions. */
  nullable: 'yes' | 'no' | 'unknown'
}

type Field = { name: string; tableID: number; columnID: number; dataTypeID: number }

/** Describes the columns of a statement by the server, without running it. */
export async function describeStatement(client: pg.ClientBase, text: string): Promise<DescribedColumn[]> {
  const fields = await describe(client, text)
  const { rows } = await client.query<{ type: string; is_required: boolean | null }>(
    `select t.typname as type, a.attnotnull as is_required
    from unnest($1::oid[], $2::oid[], $3::int[]) with ordinality as f(type, relation, attribute, at)
      join pg_type t on t.oid = f.type
      left join pg_attribute a on a.attrelid = f.relation and a.attnum = f.attribute and f.attribute > 0
    order by f.at`,
    [
      fields.map((one) => one.dataTypeID),
      fields.map((one) => one.tableID),
      fields.map((one) => one.columnID),
    ],
  )
  const isTellable = !/\b(left|right|full)\s+(outer\s+)?join\b|\bunion\b/i.test(text)
  return fields.map(({ name }, at) => {
    const { type = '', is_required = null } = rows[at] ?? {}
    const column = name.replace(/\W/g, '\\$&')
    const isFiltered = new RegExp(`\\b${column} is not null\\b|\\b${column} = (\\$\\d|')`, 'i').test(text)
    if (is_required === null || !isTellable || (!is_required && isFiltered))
      return { name, type, nullable: 'unknown' }
    return { name, type, nullable: is_required ? 'no' : 'yes' }
  })
}

/** Parse and Describe of the extended protocol, as pg's own queries send them, without Execute. */
const describe = (client: pg.ClientBase, text: string) =>
  new Promise<Field[]>((resolve, reject) => {
    let fields: Field[] = []
    let failure: Error | undefined
    client.query({
      submit(connection: pg.Connection) {
        connection.parse({ name: '', text, types: [] }, true)
        connection.describe({ type: 'S', name: '' }, true)
        connection.sync()
      },
      handleRowDescription: (message: { fields: Field[] }) => {
        fields = message.fields
      },
      handleError: (error: Error) => {
        failure = error
        reject(new Error(`${error.message}\n${text}`))
      },
      handleReadyForQuery: () => {
        if (!failure) resolve(fields)
      },
    } as unknown as pg.Submittable)
  })
