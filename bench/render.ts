import { buildBareEntry } from './build-bare-entry.ts'
import type { Bench, Row } from './figures.ts'
import { askFor, loadNote, warmUp } from './load/ask-for.ts'
import { fetchRaw, findPages } from './pages-of-shop.ts'
import { measureInTurn } from './paired-rounds.ts'
import type { BareReact } from './processes/bare-react.ts'
import { pinningNote } from './processes/on-core.ts'
import { startProcess } from './processes/start-process.ts'
import { withShop } from './shop-under-test.ts'
import { measureSpeed, speedCells, speedNote } from './speed.ts'

const clients = 16
const seconds = 2
const rounds = 4

/** Row 5: an uncached page with freshly read data against React alone rendering the same tree behind Fastify. */
export const render: Bench = {
  title: 'Uncached page',
  rows: [5],

  async run({ dataDir, say }) {
    say('Building the reference')
    const bundle = await buildBareEntry()
    return withShop({ dataDir, pageCache: false }, async ({ origin, process: shop }) => {
      const bare = startProcess<BareReact>('bare-react.ts', 'server')
      try {
        const { port } = await bare.ask('listen')
        const { listing, product } = await findPages(origin)
        const rows: Row[] = []
        for (const [what, path] of Object.entries({ listing, product })) {
          const html = await bare.ask('open', { bundle, shop: origin, path })
          await requireSameTree(origin + path, html)
          for (const encoding of ['identity', 'br']) {
            say(`${what}, ${encoding}`)
            const speed = (pid: number, url: string) =>
              measureSpeed([pid], () => askFor({ url, encoding, clients, seconds }))
            for (const url of [origin + path, `http://127.0.0.1:${port}/`])
              await warmUp({ url, encoding, clients })
            const paired = await measureInTurn(rounds, {
              ours: () => speed(shop.pid, origin + path),
              reference: () => speed(bare.pid, `http://127.0.0.1:${port}/`),
            })
            const isHeld = encoding === 'identity'
            rows.push({
              row: 5,
              what: `${what}, ${isHeld ? 'uncompressed, as the reference' : 'compressed with brotli'}`,
              ...speedCells(paired),
              ...(isHeld && {
                budget: 'ratio ≥ 0.60',
                met: paired.core.ratio >= 0.6,
              }),
            })
          }
        }
        return {
          rows,
          notes: [
            'Ours: the shop without its page cache, as after a change that touches nothing of this page: data and parts of it from memory (ADR 0023), document, policy, ETag. Reference: `renderToString` of the same element tree, all of it by React on each request, its data loaded once, behind Fastify; its HTML is verified to equal the markup in our document.',
            `${clients} keep-alive connections, ${rounds} rounds of ${seconds} s in turn. ${loadNote} ${pinningNote} ${speedNote}`,
          ],
        }
      } finally {
        await bare.stop()
      }
    })
  },
}

/** @throws when the reference renders other HTML than the shop's document contains. */
async function requireSameTree(url: string, html: string) {
  const { body } = await fetchRaw(url, 'identity')
  if (html.length < 1_000 || !withoutTokens(body.toString()).includes(`>${withoutTokens(html)}</div>`))
    throw new Error(`The reference does not render what ${url} shows`)
}

/** Forms carry a signed time, which differs with each rendering. */
const withoutTokens = (html: string) => html.replace(/value="\d{13}\.[\w-]+"/g, 'value=""')
