import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { type Bench, megabytes, type Row } from './figures.ts'
import { getMessage } from './load/http-message.ts'
import type { Load } from './processes/load.ts'
import { startProcess } from './processes/start-process.ts'
import { withShop } from './shop-under-test.ts'
import { startCli } from './start.ts'

const requests = 10_000
const most = 200 * 1_048_576
/** After the first 10,000: more than this is a leak, or a cache without an end. */
const mostGrowth = 1.05

/** Row 13: resident memory of the shop's process under a mix of pages, payloads and API calls. */
export const memory: Bench = {
  title: 'Memory',
  rows: [13],

  async run({ dataDir, say }) {
    say('Making the pictures’ first sizes')
    const pictures = await withShop({ dataDir }, ({ process: maker }) => maker.ask('makePictures'))
    const shop = await startCli(dataDir)
    const load = startProcess<Load>('load.ts', 'load')
    try {
      const paths = await listPaths(`http://127.0.0.1:${shop.port}`)
      const messages = paths.map((path) => getMessage(path, 'br'))
      const sendThousands = async () => {
        const all = Array.from({ length: requests }, (_, at) => messages[at % messages.length] as string)
        const { statuses, refused } = await load.ask('sendAll', {
          port: shop.port,
          clients: 16,
          requests: all,
        })
        if (refused !== undefined)
          throw new Error(`Not all were answered: ${JSON.stringify(statuses)} ${refused}`)
      }
      const started = residentBytes(shop.pid)
      const after: number[] = []
      for (let thousands = 10; thousands <= 30; thousands += 10) {
        say(`${thousands},000 requests`)
        await sendThousands()
        after.push(residentBytes(shop.pid))
      }
      const [first = 0] = after
      const last = Math.max(...after)
      return {
        rows: [
          row('started', started),
          { ...row('after 10,000 requests', first), budget: '≤ 200 MB', met: first <= most },
          {
            ...row('highest of 20,000 and 30,000', last),
            ratio: last / first,
            budget: '≤ 200 MB, flat (≤ 1.05 of 10,000’s)',
            met: last <= most && last / first <= mostGrowth,
          },
          row('a process that generates the first sizes of all pictures, before', pictures.before),
          row('the same, after', pictures.after),
        ],
        notes: [
          `Resident memory of \`vitrine start\` (without the database, which is a process of its own), ${paths.length} addresses in rotation: home, listings with filters and pages, every product, their payloads, search and cart calls.`,
          `After each 10,000: ${after.map(megabytes).join(', ')}.`,
        ],
      }
    } finally {
      await load.stop()
      await shop.stop()
    }
  },
}

const row = (what: string, bytes: number): Row => ({ row: 13, what, ours: megabytes(bytes) })

/** Every page that can be reached by links in two steps, its payload, and some calls of the API. */
async function listPaths(origin: string): Promise<string[]> {
  const { id } = (await (await fetch(`${origin}/_build/latest.json`)).json()) as { id: string }
  const pages = new Set(['/'])
  for (let step = 0; step < 2; step++)
    for (const path of [...pages]) for (const found of await linksOf(origin + path)) pages.add(found)
  const answered: string[] = []
  for (const path of pages) if (await isPage(origin + path)) answered.push(path)
  const payloads = answered.map((path) => {
    const [pathname = '', query] = path.split('?')
    return `${pathname === '/' ? '' : pathname}/_payload.json?${id}${query ? `&${query}` : ''}`
  })
  const products = answered.filter((path) => path.startsWith('/product/'))
  const calls = [
    '/api/cart/get',
    '/api/search/search?query=mug',
    ...products.map((path) => path.replace('/product/', '/api/product/single-product/')),
  ]
  return [...answered, ...payloads, ...calls]
}

/** Whether it is answered with a document: not with a redirect to the login, nor with a feed, which has no payload. */
async function isPage(url: string): Promise<boolean> {
  const response = await fetch(url, { redirect: 'manual' })
  await response.arrayBuffer()
  return response.status === 200 && /^text\/html/.test(response.headers.get('content-type') ?? '')
}

async function linksOf(url: string): Promise<string[]> {
  const html = await (await fetch(url)).text()
  const links = [...html.matchAll(/<a [^>]*href="(\/[^"#]*)"/g)].map(([, href = '']) =>
    href.replaceAll('&amp;', '&'),
  )
  return links.filter((href) => !/^\/(api|assets|media|_)/.test(href))
}

/** @throws where neither `/proc` nor `ps` is. */
export function residentBytes(pid: number): number {
  const kilobytes =
    process.platform === 'linux'
      ? /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
      : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
  return Number(kilobytes) * 1_024
}
