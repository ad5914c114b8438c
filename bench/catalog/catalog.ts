import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Bench, type BenchContext, median, megabytes, type Row } from '../figures.ts'
import { benchCatalog, type CatalogFigures } from './bench-catalog.ts'

const usualSizes = [1_000, 10_000, 100_000]

/**
 * Rows 6, 7, 8 and, for the index, 12 at 1,000, 10,000 and 100,000 products, or at what `--products` says: `1000000`, or several with commas between.
 * A million takes half an hour, most of it SQL's.
 */
export const catalogue: Bench = {
  title: 'Listings, facets and search',
  rows: [6, 7, 8, 12],

  async run({ dataDir, options, say }: BenchContext) {
    const sizes = options.products ? options.products.split(',').map(readSize) : usualSizes
    const rows: Row[] = []
    for (const products of sizes) {
      const folder = join(dataDir, `catalogue-${products}`)
      mkdirSync(folder, { mode: 0o755 })
      rows.push(...rowsOf(await benchCatalog({ products, dataDir: folder, say })))
    }
    return { rows, notes }
  },
}

function readSize(text: string): number {
  const products = Number(text)
  if (!Number.isInteger(products) || products < 100) throw new Error(`--products ${text}: from 100 on`)
  return products
}

const notes = [
  'Queries: 600, seeded, with zero to three selected values, of the whole shop, a category or a collection, every sort, alternating page 1 and page 50, with all facet counts. In process, no page cache.',
  'Reference `SQL index`: the single statement on the shop’s own tables that the shop falls back to; all compared answers were equal.',
  'Reference `flat table`: one statement on a table made for it (one row per product, all values in one indexed array). It computes less than ours: our facets exclude their own selection, and options must match on one variation. A statement with the same answer would cost more.',
  'Ratio: how many times longer the reference took for the same queries, alternating; the references got a subset of the queries, spread evenly.',
  'Processor time: time that the thread worked, without waiting for other processes.',
  'Misspelt: 400 product names, each with one letter omitted, inserted, replaced or swapped with its neighbor.',
  'Memory: typed arrays only. Pauses: during a rebuild of the index with a listing requested every 20 ms.',
]

function rowsOf(figures: CatalogFigures): Row[] {
  const { products, listings, suggestions, rebuild } = figures
  const row = products > 100_000 ? 7 : 6
  const at = `${products.toLocaleString('en')} products`
  const budgetMs = products > 100_000 ? 40 : 5
  const snapshotMs = median(figures.snapshot.loadMs)
  const snapshotBudgetMs = products > 100_000 ? 5_000 : 2_000
  return [
    {
      row,
      what: `${at}: listing, p50 / p95`,
      ours: `${ms(listings.memory.p50)} / ${ms(listings.memory.p95)}`,
      budget: `p95 ≤ ${budgetMs} ms`,
      met: listings.memory.p95 <= budgetMs,
    },
    { row, what: `${at}: listing, processor time, mean`, ours: ms(listings.cpuMean) },
    {
      row,
      what: `${at}: listing against the flat table`,
      ours: `${ms(listings.memory.mean)} on average`,
      reference: `${ms(listings.flat.p50)} / ${ms(listings.flat.p95)} (${listings.flat.queried} queried)`,
      ratio: listings.flat.faster,
      ...(products === 100_000 ? { budget: '≥ 20', met: listings.flat.faster >= 20 } : {}),
    },
    {
      row,
      what: `${at}: listing against the SQL index`,
      ours: `${ms(listings.memory.mean)} on average`,
      reference: `${ms(listings.sql.p50)} / ${ms(listings.sql.p95)} (${listings.sql.queried} compared, all equal)`,
      ratio: listings.sql.faster,
    },
    {
      row: 8,
      what: `${at}: suggestions for a misspelt name, p50 / p95`,
      ours: `${ms(suggestions.times.p50)} / ${ms(suggestions.times.p95)}`,
      ...(products === 100_000 ? { budget: 'p95 ≤ 10 ms', met: suggestions.times.p95 <= 10 } : {}),
    },
    {
      row: 8,
      what: `${at}: product among the first 10`,
      ours: percent(suggestions.foundInFirstTen),
      ...(products === 100_000 ? { budget: '≥ 85 %', met: suggestions.foundInFirstTen >= 0.85 } : {}),
    },
    {
      row: 7,
      what: `${at}: bytes per product, listings + texts`,
      ours: `${Math.round(figures.listingBytes)} + ${Math.round(figures.textBytes)}`,
      ...(products > 100_000 ? { budget: '≤ 150 (listings)', met: figures.listingBytes <= 150 } : {}),
    },
    {
      row: 7,
      what: `${at}: rebuild in the background, longest pause`,
      ours: `${ms(rebuild.longest)}, of it work ≤ ${ms(rebuild.mostWork)}`,
      reference: `${(rebuild.ms / 1_000).toFixed(1)} s, ${rebuild.listingsMeanwhile} listings during it`,
      ...(products > 100_000 ? { budget: '≤ 50 ms', met: rebuild.longest <= 50 } : {}),
    },
    {
      row: 7,
      what: `${at}: first load; growth of the process`,
      ours: `${(figures.loadMs / 1_000).toFixed(1)} s; ${megabytes(figures.residentBytes * figures.onSale)}`,
    },
    {
      row: 12,
      what: `${at}: index loaded from its snapshot of ${megabytes(figures.snapshot.bytes)}`,
      ours: ms(snapshotMs),
      reference: `${ms(figures.loadMs)} (built from the database)`,
      ratio: figures.loadMs / snapshotMs,
      ...(products >= 100_000
        ? { budget: `≤ ${ms(snapshotBudgetMs)}`, met: snapshotMs <= snapshotBudgetMs }
        : {}),
    },
  ]
}

const ms = (value: number) => `${value.toFixed(value < 10 ? 2 : 0)} ms`
const percent = (share: number) => `${Math.round(share * 100)} %`
