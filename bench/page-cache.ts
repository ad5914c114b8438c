import type { Bench, Row } from './figures.ts'
import { askFor, loadNote, warmUp } from './load/ask-for.ts'
import { findPages } from './pages-of-shop.ts'
import { measureInTurn } from './paired-rounds.ts'
import type { BareHttp } from './processes/bare-http.ts'
import { pinningNote } from './processes/on-core.ts'
import { startProcess } from './processes/start-process.ts'
import { withShop } from './shop-under-test.ts'
import { measureSpeed, speedCells, speedNote } from './speed.ts'

const clients = 16
const seconds = 2
const rounds = 4

/** Row 4: a cached page against a bare `node:http` server that sends the same headers and bytes. */
export const pageCache: Bench = {
  title: 'Page-cache hit',
  rows: [4],

  run: ({ dataDir, say }) =>
    withShop({ dataDir }, async ({ origin, process: shop }) => {
      const bare = startProcess<BareHttp>('bare-http.ts', 'server')
      try {
        const { port } = await bare.ask('listen')
        const { home, listing, product } = await findPages(origin)
        const rows: Row[] = []
        for (const [what, path] of Object.entries({ home, listing, product }))
          for (const encoding of ['br', 'identity']) {
            say(`${what}, ${encoding}`)
            const { bytes } = await bare.ask('copy', { url: origin + path, encoding })
            const speed = (pid: number, url: string) =>
              measureSpeed([pid], () => askFor({ url, encoding, clients, seconds }))
            for (const url of [origin + path, `http://127.0.0.1:${port}/`])
              await warmUp({ url, encoding, clients })
            const paired = await measureInTurn(rounds, {
              ours: () => speed(shop.pid, origin + path),
              reference: () => speed(bare.pid, `http://127.0.0.1:${port}/`),
            })
            rows.push({
              row: 4,
              what: `${what}, ${encoding}, ${bytes.toLocaleString('en')} bytes`,
              ...speedCells(paired),
              budget: 'ratio ≥ 0.80',
              met: paired.core.ratio >= 0.8,
            })
          }
        return {
          rows,
          notes: [
            `Reference: \`node:http\`, one process, the same headers and bytes, ${clients} keep-alive connections, ${rounds} rounds of ${seconds} s in turn.`,
            `${loadNote} ${pinningNote} ${speedNote}`,
            'One process only: two would need a third core for the load.',
          ],
        }
      } finally {
        await bare.stop()
      }
    }),
}
