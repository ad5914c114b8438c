import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { readKnown } from '../admin/admin.ts'
import { openClient } from '../admin/ask-staff.ts'
import { fillBackOffice } from '../admin/fill-back-office.ts'
import { listRequests } from '../admin/list-requests.ts'
import { otherLists } from '../admin/other-lists.ts'
import { type Bench, median, megabytes, milliseconds, type Row, whole } from '../figures.ts'
import { residentBytes } from '../memory.ts'
import { onCore, pinningNote } from '../processes/on-core.ts'
import { startCli } from '../start.ts'
import { fileRounds, openPaths, openShopper, type RouteAnswer } from './ask-routes.ts'
import { metricsToken, type ProcessorUse, watchProcessor } from './processor-use.ts'

const mostMs = 1_000
const imported = 10_000
const project = join(import.meta.dirname, '../..')

/**
 * Every open route of a shop with a million products, before, during and after an import. With `--folder FOLDER` the shop stays
 * there for later runs: filling it takes minutes, and 8 GB.
 */
export const scale: Bench = {
  title: 'Open routes of a very large shop',
  rows: [],

  async run({ dataDir: folder, options, say }) {
    const products = Number(options.products ?? 1_000_000)
    const dataDir = options.folder ?? join(folder, 'scale')
    mkdirSync(dataDir, { mode: 0o755, recursive: true })
    if (!existsSync(join(dataDir, 'staff-session'))) {
      const lists = { ...otherLists, reviews: products / 2, redirects: products / 10, posts: products / 50 }
      const size = { products, orders: 100_000, customers: 100_000, categories: products / 200, lists }
      const token = await fillBackOffice({ dataDir, say }, size)
      writeFileSync(join(dataDir, 'staff-session'), token, { mode: 0o600 })
    }
    const load = loadavg()[0]?.toFixed(1)
    const shop = await startCli(dataDir, { METRICS_TOKEN: metricsToken })
    try {
      return await measure({ shop, dataDir, products, load, say })
    } finally {
      await shop.stop()
    }
  },
}

type Context = {
  shop: Awaited<ReturnType<typeof startCli>>
  dataDir: string
  products: number
  load: string | undefined
  say: (line: string) => void
}

async function measure({ shop, dataDir, products, load, say }: Context) {
  const origin = `http://127.0.0.1:${shop.port}`
  say(`ready after ${milliseconds(shop.ms)}`)
  while ((await fetch(`${origin}/api/ready`)).status !== 200) await sleep(500)
  const started = residentBytes(shop.pid)
  const index = await (await fetch(`${origin}/sitemap.xml`)).text()
  const files = [...index.matchAll(/<loc>[^<]*?(\/sitemap-(?:posts-)?\d+\.xml)<\/loc>/g)].map(
    ([, path = '']) => path,
  )
  let round = 0
  const askUntil = async (isOver: () => boolean): Promise<Phase> => {
    const used = await watchProcessor(shop)
    const shopper = openShopper(shop.port)
    const answers: RouteAnswer[] = []
    do {
      for (const path of openPaths(++round, products, files)) answers.push(await shopper.ask(path))
    } while (!isOver())
    shopper.close()
    return { answers, use: await used() }
  }
  const afterRounds = (rounds: number) => {
    const last = round + rounds
    return () => round >= last
  }

  say(`every route, ${files.length} files of products and posts in the sitemap`)
  const before = await askUntil(afterRounds(10))
  say(`import of ${whole(imported)} products`)
  const importing = importProducts(dataDir, products)
  let seconds: number | undefined
  importing.then((taken) => {
    seconds = taken
  })
  const during = await askUntil(() => seconds !== undefined)
  await importing
  say('after the import')
  const after = await askUntil(afterRounds(10))
  say('lists of the back office')
  const backOffice = await askBackOffice({ shop, dataDir, products })
  const database = statSync(join(dataDir, 'staff-session')).mtime.toISOString().slice(0, 10)
  const rows = [
    ...rowsOf('before the import', before),
    ...rowsOf(`during an import of ${whole(imported)}`, during),
    ...rowsOf('after it', after),
    ...rowsOf('of the back office', backOffice),
    { what: 'start until the first answer', ours: milliseconds(shop.ms) },
    { what: 'import', ours: `${seconds?.toFixed(0)} s` },
    { what: 'memory of the process, started', ours: megabytes(started) },
    { what: 'memory of the process, at the end', ours: megabytes(residentBytes(shop.pid)) },
  ]
  return {
    rows,
    notes: [
      `${whole(products)} products with two variations each, ${whole(products / 200)} categories, ${whole(products / 2)} reviews, ${whole(products / 10)} redirects, ${whole(products / 50)} posts and 100,000 orders, made on ${database} in SQL beside the demo shop; embedded PostgreSQL and jobs as \`npm start\` runs them.`,
      `In turn over one connection: home, listings with pages, filters and sorts, collections, searches with and without a mistake, products, blog, redirects, robots.txt, the sitemap's index and its ${files.length + 1} files (each once in ${fileRounds} rounds), feeds, and the open reads of the API. Listings, searches and products are new addresses in each round, so that they are rendered. Times are wall clock to the first byte, and to the last one except of the feed of the whole catalog, at a load average of ${load} when it began.`,
      'Back office: each request of `npm run bench -- admin` once, as the first after the import.',
      'Of each phase: the processor time of shop and database, a share of the core that both have; the time in which the event loop was ready to run and had no core, which a quiet machine keeps near the share of the database; the longest time without a turn of the event loop. On a loaded machine these figures can be compared, wall clocks cannot.',
      `A third of the imported products is new. ${pinningNote}`,
    ],
  }
}

type Phase = { answers: readonly RouteAnswer[]; use: ProcessorUse }

/** Every request of the benchmark of the back office, once. */
async function askBackOffice({
  shop,
  dataDir,
  products,
}: Pick<Context, 'shop' | 'dataDir' | 'products'>): Promise<Phase> {
  const token = readFileSync(join(dataDir, 'staff-session'), 'utf8')
  const known = await readKnown(dataDir)
  const client = openClient({ port: shop.port, token })
  const used = await watchProcessor(shop)
  const answers: RouteAnswer[] = []
  const lists = listRequests({ products, orders: 100_000, customers: 100_000, ...known })
  for (const path of lists.flatMap(({ requests }) => Object.values(requests))) {
    const { status, ms } = await client.get(path)
    answers.push({ path, status, first: ms, last: ms })
  }
  client.close()
  return { answers, use: await used() }
}

function rowsOf(when: string, { answers, use }: Phase): Row[] {
  const times = answers.map(({ first, last }) => last ?? first).sort((a, b) => a - b)
  const slow = answers.filter(({ first, last }) => (last ?? first) > mostMs)
  const refused = answers.filter(({ status }) => status >= 500)
  const slowest = answers.toSorted((a, b) => (b.last ?? b.first) - (a.last ?? a.first))[0]
  const about = (some: readonly RouteAnswer[]) =>
    some.length === 0
      ? '0'
      : `${some.length}: ${[...new Set(some.map(({ path }) => path))].slice(0, 5).join(', ')}`
  const { seconds, used = 0, queued = 0, longestPauseMs = 0 } = use
  return [
    {
      what: `${whole(answers.length)} answers ${when}, p50 / p95`,
      ours: `${milliseconds(median(times))} / ${milliseconds(times[Math.floor(times.length * 0.95)] ?? 0)}`,
    },
    {
      what: `${when}: slowest`,
      ours: slowest ? `${milliseconds(slowest.last ?? slowest.first)} (${slowest.path})` : '',
    },
    { what: `${when}: above 1 s`, ours: about(slow), budget: '0', met: slow.length === 0 },
    { what: `${when}: 5xx`, ours: about(refused), budget: '0', met: refused.length === 0 },
    {
      what: `${when}: processor time an answer, and share of a core; without a core; longest pause`,
      ours: `${milliseconds((used * 1_000) / answers.length)}, ${Math.round((100 * used) / seconds)} %; ${Math.round((100 * queued) / seconds)} %; ${milliseconds(longestPauseMs)}`,
    },
  ]
}

/** @returns seconds */
async function importProducts(dataDir: string, products: number): Promise<number> {
  const file = join(dataDir, 'import.csv')
  // Other prices and new products in each run, also on a folder that was measured before.
  const mark = Math.floor(Date.now() / 1_000)
  const lines = Array.from({ length: imported }, (_, at) => {
    const number = 1 + ((at * 97) % products)
    const isNew = at % 3 === 0
    const price = 200 + ((mark + at) % 5_000)
    return isNew
      ? `new-${mark}-${at},New mug ${mark} ${at},NEW-${mark}-${at},${price},5`
      : `bench-${number},Changed mug ${number},BN-${number}-1,${price},${at % 40}`
  })
  writeFileSync(file, ['slug,name,sku,price,stock', ...lines, ''].join('\n'))
  const began = performance.now()
  const [program, args] = onCore('load', process.execPath, [
    join(project, 'src/cli/vitrine.ts'),
    'import',
    file,
  ])
  await promisify(execFile)(program, args, {
    env: { ...process.env, DATA_DIR: dataDir },
    maxBuffer: 64 * 1_048_576,
  })
  return (performance.now() - began) / 1_000
}
