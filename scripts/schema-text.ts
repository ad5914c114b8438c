import type pg from 'pg'
import { ownValue } from '../src/contract/rules/own-value.ts'

/** Path of the generated types, relative to the project. */
export const schemaFile = 'src/server/platform/kernel/schema.ts'

/** Files of the contract, and the types of `jsonTypes` that they declare. */
const jsonImports = {
  'admin/catalog/collection-rules.ts': ['CollectionRules'],
  'admin/catalog/product-batches.ts': ['BatchAction'],
  'admin/catalog/product-imports.ts': ['ProductImport'],
  'admin/content/sliders.ts': ['SliderValues'],
  'admin/content/submissions.ts': ['Submission'],
  'admin/settings/channels.ts': ['ChannelValues'],
  'storefront.ts': ['AddressField'],
}

/**
 * What the writers of a jsonb column put into it, where one schema checks them all. The others are `unknown` to their readers; of what
 * plugins or earlier releases may have written otherwise only the names of its fields are known.
 */
const jsonTypes: Record<string, string> = {
  'address_fields.options': "AddressField['options']",
  'appearance_drafts.values': 'Fields',
  'appearance_versions.values': 'Fields',
  'audit_log.after': 'Fields',
  'audit_log.before': 'Fields',
  'channels.guarantee_notice': "ChannelValues['guarantee_notice']",
  'collections.rules': 'CollectionRules',
  'form_submissions.values': "Submission['values']",
  'plugins.config': 'Fields',
  'product_batch_items.prices': 'PriceChange[]',
  'product_batch_items.stock': 'StockDifference[]',
  'product_batches.action': 'StoredAction',
  'product_imports.problems': "ProductImport['problems']",
  'product_imports.refused': 'Record<string, string>',
  'product_imports.report': "ProductImport['report']",
  'sections.settings': 'Fields',
  'sliders.settings': "Partial<Pick<SliderValues, 'autoplay' | 'interval'>>",
  'storefronts.appearance': 'Fields',
}

const head = `// Generated from the migrations by \`npm run schema\`. Do not edit: write a migration, then run it again.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
${Object.entries(jsonImports)
  .map(([file, names]) => `import type { ${names.join(', ')} } from '#contract/${file}'\n`)
  .join('')}
/** A jsonb column: read as parsed, written as JSON text (\`json(value)\`), since pg takes a bare array for a PostgreSQL array. */
type Json<Value = unknown> = ColumnType<Value, string, string>
type JsonWithDefault<Value = unknown> = ColumnType<Value, string | undefined, string>
type Fields = Record<string, unknown>
/** Selling price and MRP of a variation in a channel; before: null where it had none. */
type PriceChange = {
  variation_id: number
  channel_id: number
  before: [number, number] | null
  after: [number, number]
}
/** An action of many products, also what another one is undone by, and what an import has written itself. */
export type StoredAction =
  | BatchAction
  | { type: 'restore_prices' | 'restore_stock' }
  | { type: 'import_prices'; import_id: number }
/** Pieces that a variation got in a location (null: the main one), fewer when negative. */
type StockDifference = { variation_id: number; location_id: number | null; by: number }

/** Encodes a value for a jsonb column. */
export const json = (value: unknown) => JSON.stringify(value)

/** Every table as its migrations leave it. Money is in the currency's minor unit; int8 comes back as a safe integer. */
export type Database = {
`

/** TypeScript types of PostgreSQL types, as \`column-parsers.ts\` reads them. */
export const columnTypes: Record<string, string> = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float8: 'number',
  numeric: 'string',
  text: 'string',
  varchar: 'string',
  uuid: 'string',
  xid8: 'string',
  date: 'Date',
  timestamptz: 'Date',
  json: 'Json',
  jsonb: 'Json',
}

const lineWidth = 110

type Column = {
  table: string
  name: string
  type: string
  is_required: boolean
  has_default: boolean
  identity: '' | 'a' | 'd'
  generated: '' | 's' | 'v'
  /** Definitions of check constraints on this column alone. */
  checks: string[]
}

/** The text of `schemaFile`: the types of all tables of a migrated database, except the migrator's own table. */
export async function schemaText(client: Pick<pg.ClientBase, 'query'>): Promise<string> {
  const { rows } = await client.query<Column>(`
    select c.relname as table, a.attname as name, t.typname as type, a.attnotnull as is_required,
      a.atthasdef as has_default, a.attidentity as identity, a.attgenerated as generated,
      array(
        select pg_get_constraintdef(k.oid) from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum] order by k.conname
      ) as checks
    from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      join pg_type t on t.oid = a.atttypid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> 'schema_migrations'
    order by c.relname collate "C", a.attnum`)
  const tables = Map.groupBy(rows, ({ table }) => table)
  const texts = [...tables].map(
    ([table, columns]) => `  ${table}: {\n${columns.map(columnText).join('')}  }\n`,
  )
  return `${head}${texts.join('')}}\n`
}

function columnText(column: Column): string {
  const { name, type: sqlType, is_required, has_default, identity, generated } = column
  const isArray = sqlType.startsWith('_')
  const type = columnTypes[isArray ? sqlType.slice(1) : sqlType]
  if (!type)
    throw new Error(
      `${column.table}.${name} is a ${sqlType}: add how it is read to scripts/schema-text.ts and src/server/platform/db/column-parsers.ts`,
    )
  const hasDefault = has_default || identity === 'd'
  const isAlways = identity === 'a' || generated !== ''
  const wrapper = isAlways ? 'GeneratedAlways' : hasDefault && type !== 'Json' ? 'Generated' : undefined
  const jsonType = ownValue(jsonTypes, `${column.table}.${name}`)
  const jsonName = `${hasDefault ? 'JsonWithDefault' : 'Json'}${jsonType ? `<${jsonType}>` : ''}`
  const base = type === 'Json' ? jsonName : isArray ? `${type}[]` : type
  const members = [...(choicesOf(column) ?? [base]), ...(is_required ? [] : ['null'])]
  const oneLine = members.join(' | ')
  const start = `    ${name}: `
  const line = `${start}${wrapper ? `${wrapper}<${oneLine}>` : oneLine}\n`
  if (line.length <= lineWidth + 1 || members.length === 1) return line
  if (!wrapper) return `    ${name}:\n${members.map((one) => `      | ${one}\n`).join('')}`
  return `${start}${wrapper}<\n${oneLine.length + 6 <= lineWidth ? `      ${oneLine}\n` : members.map((one) => `      | ${one}\n`).join('')}    >\n`
}

/** The values that a check constraint `column in ('a', 'b')` allows. */
function choicesOf({ name, type, checks }: Column): string[] | undefined {
  if (type !== 'text') return undefined
  for (const check of checks) {
    const list = new RegExp(
      `^CHECK \\(\\(${name} = (?:ANY \\(ARRAY\\[([^\\]]*)\\]\\)|('[^']*'::text))\\)\\)$`,
    ).exec(check)
    const values = (list?.[1] ?? list?.[2])?.split(', ')
    const quoted = values?.map((value) => /^('[^'\\]*')::text$/.exec(value)?.[1])
    if (quoted?.every((value) => value !== undefined)) return quoted as string[]
  }
}
