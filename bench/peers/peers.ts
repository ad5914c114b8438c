import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { requireBrowser } from '../../scripts/find-browser.ts'
import { browserFlags } from '../browser-flags.ts'
import { type Bench, type BenchContext, kilobytes, median, milliseconds, type Row } from '../figures.ts'
import { largestPaintOf } from '../lighthouse.ts'
import { askFor, loadNote, warmUp } from '../load/ask-for.ts'
import { productLinks } from '../navigation.ts'
import { findPages } from '../pages-of-shop.ts'
import { measureInTurn, summarise } from '../paired-rounds.ts'
import { pressToPaint, visitNote } from '../press-to-paint.ts'
import { pinningNote } from '../processes/on-core.ts'
import { withShop } from '../shop-under-test.ts'
import { measureSpeed, speedCells, speedNote } from '../speed.ts'
import { measureFirstVisit, SETTLE_MS, type VisitBytes } from './first-visit.ts'
import { type Peer, readPeers } from './read-peers.ts'
import { withPeer } from './run-peer.ts'

const clients = 16
const seconds = 2
const audits = 3

type Side = { origin: string; pages: { home: string; listing: string; product: string }; pids: number[] }
type Sides = {
  ours: Side
  /** Ours without its page cache. */
  uncached: Side
  theirs: Side
  peer: Peer
  browser: Browser
  say: BenchContext['say']
  rounds: number
  visits: number
}

/** Other shops beside ours, on the same machine in the same run. Rows 1, 4, 5, 14 and 15. */
export const peers: Bench = {
  title: 'Peers',
  rows: [],

  async run({ dataDir, say, options }) {
    const { rounds, visits } = { rounds: Number(options.rounds ?? 4), visits: Number(options.visits ?? 9) }
    const wanted = readPeers().filter(({ name }) => !options.peer || options.peer === name)
    const browser = await chromium.launch({ executablePath: requireBrowser(say), args: browserFlags })
    try {
      const rows: Row[] = []
      const failed: string[] = []
      for (const peer of wanted) {
        say(peer.name)
        try {
          rows.push(
            ...(await withPeer(peer, (pids) =>
              withBothShops(dataDir, async ({ ours, uncached }) => {
                const theirs = { origin: peer.origin, pages: peer.pages, pids }
                const sides = { ours, uncached, theirs, peer, browser, say, rounds, visits }
                return [
                  ...(await compareBytes(sides)),
                  ...(await compareRates(sides)),
                  ...(await compareNavigation(sides)),
                  ...(await comparePaints(sides)),
                ]
              }),
            )),
          )
        } catch (error) {
          // The figures of the other peers stay.
          failed.push(`${peer.name} was not measured: ${(error as Error).message}`)
          say(failed.at(-1) as string)
        }
      }
      if (rows.length === 0) throw new Error(failed.join('\n') || `PEERS describes no '${options.peer}'`)
      return {
        rows,
        notes: [
          ...failed,
          ...wanted.map(({ name, version, notes }) => `${name}: ${[version, ...notes].join('; ')}.`),
          'The peers are built from their public sources for production and have their own PostgreSQL; `PEERS` names a file that describes them. No code of theirs is part of this project.',
          `Bytes: on the wire over HTTP, until ${SETTLE_MS / 1_000} s after the load event, pictures left out because the goods differ. Data: \`fetch\`, prefetched pages included.`,
          `Rates: ${clients} keep-alive connections, ${rounds} rounds of ${seconds} s in turn, encoding gzip, as browsers ask for over HTTP. ${loadNote} ${pinningNote} ${speedNote}`,
          `Navigation: ${visitNote(visits)} Both sides in turn; the ratio is the median of the visits' ratios.`,
          ...(process.env.TOOLS_DIR
            ? [`Lighthouse: its phone profile, median of ${audits}, both sides in turn.`]
            : ['Lighthouse was not installed (`TOOLS_DIR`).']),
        ],
      }
    } finally {
      await browser.close()
    }
  },
}

/** Our shop as it runs and, with a database of its own, without its page cache. */
const withBothShops = <Result>(
  dataDir: string,
  work: (shops: Pick<Sides, 'ours' | 'uncached'>) => Promise<Result>,
) =>
  withShop({ dataDir }, async (shop) => {
    const pages = await findPages(shop.origin)
    const ours = { origin: shop.origin, pages, pids: [shop.process.pid] }
    return withShop({ dataDir: join(dataDir, 'uncached'), pageCache: false }, ({ origin, process }) =>
      work({ ours, uncached: { origin, pages, pids: [process.pid] } }),
    )
  })

async function compareBytes({ ours, theirs, peer, browser, say }: Sides): Promise<Row[]> {
  const rows: Row[] = []
  for (const page of ['home', 'listing', 'product'] as const) {
    say(`bytes, ${page}`)
    const [a, b] = [
      await measureFirstVisit(browser, ours.origin + ours.pages[page]),
      await measureFirstVisit(browser, theirs.origin + theirs.pages[page]),
    ]
    const total = ({ script, style, font, document, data }: VisitBytes) =>
      script + style + font + document + data
    rows.push(
      {
        row: 1,
        what: `${peer.name}, ${page}: scripts of a first visit`,
        ours: kilobytes(a.script),
        reference: kilobytes(b.script),
        ratio: a.script / b.script,
        budget: 'ratio ≤ 1',
        met: a.script <= b.script,
      },
      {
        what: `${peer.name}, ${page}: all but pictures`,
        ours: `${kilobytes(total(a))} (${describeBytes(a)})`,
        reference: `${kilobytes(total(b))} (${describeBytes(b)})`,
        ratio: total(a) / total(b),
      },
    )
  }
  return rows
}

const describeBytes = ({ document, style, font, data }: VisitBytes) =>
  `document ${kilobytes(document)}, styles ${kilobytes(style)}, fonts ${kilobytes(font)}, data ${kilobytes(data)}`

async function compareRates({ ours, uncached, theirs, peer, say, rounds }: Sides): Promise<Row[]> {
  const rows: Row[] = []
  const encoding = 'gzip'
  const by = theirs.pids.length > 0 ? 'core' : 'clock'
  const speed = ({ origin, pages, pids }: Side, page: 'listing' | 'product') =>
    measureSpeed(pids, async () => {
      const work = await askFor({ url: origin + pages[page], encoding, clients, seconds })
      // A slow server on a busy machine may answer none in time; a ratio needs one, which is in its favor.
      return { ...work, done: Math.max(work.done, 1) }
    })
  for (const page of ['listing', 'product'] as const) {
    for (const side of [ours, uncached, theirs]) {
      say(`rate, ${page}: warming up`)
      await warmUp({ url: side.origin + side.pages[page], encoding, clients })
    }
    for (const [what, side, most] of [
      ['cached', ours, undefined],
      ['ours uncached, theirs cached', uncached, 8],
    ] as const) {
      say(`rate, ${page}, ${what}`)
      const paired = await measureInTurn(rounds, {
        ours: () => speed(side, page),
        reference: () => speed(theirs, page),
      })
      rows.push({
        ...(most && { row: 5 }),
        what: `${peer.name}, ${page}: requests, ${what}`,
        ...speedCells(paired, by),
        ...(most && { budget: `ratio ≥ ${most}`, met: paired[by].ratio >= most }),
      })
    }
  }
  return rows
}

async function compareNavigation({ ours, theirs, peer, browser, say, visits }: Sides): Promise<Row[]> {
  const rows: Row[] = []
  for (const [slower, mostRatio, mostMs] of [
    [1, 0.6, 50],
    [4, 0.5, 135],
  ] as const) {
    const samples = { ours: [] as number[], reference: [] as number[] }
    const press = {
      ours: (at: number) =>
        pressToPaint(browser, { url: ours.origin + ours.pages.listing, links: productLinks, at, slower }),
      reference: (at: number) =>
        pressToPaint(browser, {
          url: theirs.origin + theirs.pages.listing,
          links: peer.product_links,
          at,
          slower,
        }),
    }
    for (let at = 0; at < visits; at++) {
      say(`navigation, processor ${slower} times slower: ${at + 1} of ${visits}`)
      const order = at % 2 === 0 ? (['ours', 'reference'] as const) : (['reference', 'ours'] as const)
      for (const side of order) samples[side].push((await press[side](at)).ms)
    }
    const paired = summarise(samples)
    rows.push({
      row: 15,
      what: `${peer.name}: listing to product, p50 (best)${slower === 1 ? '' : `, processor ${slower} times slower`}`,
      ours: describeTimes(samples.ours),
      reference: describeTimes(samples.reference),
      ratio: paired.ratio,
      budget: `ratio ≤ ${mostRatio}, ≤ ${mostMs} ms`,
      met: paired.ratio <= mostRatio && paired.ours <= mostMs,
    })
  }
  return rows
}

const describeTimes = (samples: readonly number[]) =>
  `${milliseconds(median(samples))} (${milliseconds(Math.min(...samples))})`

async function comparePaints({ ours, theirs, peer, say }: Sides): Promise<Row[]> {
  if (!process.env.TOOLS_DIR) return []
  const rows: Row[] = []
  for (const page of ['home', 'listing', 'product'] as const) {
    const paints = { ours: [] as number[], reference: [] as number[] }
    for (let at = 0; at < audits; at++) {
      say(`Lighthouse, ${page}: ${at + 1} of ${audits}`)
      paints.ours.push(await largestPaintOf(ours.origin + ours.pages[page], say))
      paints.reference.push(await largestPaintOf(theirs.origin + theirs.pages[page], say))
    }
    const paired = summarise(paints)
    rows.push({
      row: 14,
      what: `${peer.name}, ${page}: largest paint in Lighthouse`,
      ours: milliseconds(paired.ours),
      reference: milliseconds(paired.reference),
      ratio: paired.ratio,
    })
  }
  return rows
}
