import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startBucketServer } from '#harness/bucket-server.ts'
import { startEmbeddedPostgres } from '#server/platform/db/embedded-postgres.ts'
import { createS3Storage } from '#server/platform/storage/s3-storage.ts'
import { fillBackOffice } from './admin/fill-back-office.ts'
import { otherLists } from './admin/other-lists.ts'
import { type Bench, median, megabytes, milliseconds, type Row, whole } from './figures.ts'
import { benchConfig } from './jobs/bench-config.ts'
import { residentBytes } from './memory.ts'
import { pinningNote } from './processes/on-core.ts'
import { startCli } from './start.ts'

const mostMs = 20_000
const times = 3

/**
 * From the command to the first page of a host without local state, in a shop of `--products` (100,000): from the snapshot in the
 * bucket, against reading all products. With `--folder FOLDER` the shop stays there for later runs.
 */
export const newHost: Bench = {
  title: 'Start of a new host',
  rows: [12],

  async run({ dataDir: folder, options, say }) {
    const products = Number(options.products ?? 100_000)
    const dataDir = options.folder ?? join(folder, 'new-host')
    const filled = join(dataDir, 'filled')
    if (!existsSync(filled)) {
      mkdirSync(dataDir, { mode: 0o755, recursive: true })
      const size = { products, orders: 1_000, customers: 1_000, categories: products / 200 }
      await fillBackOffice({ dataDir, say }, { ...size, lists: otherLists })
      writeFileSync(filled, '')
    }
    const server = await startEmbeddedPostgres({ dataDir, log: { info: () => {}, warn: say, error: say } })
    const bucket = await startBucketServer(join(folder, 'bucket'))
    const silent = silentForBuilds(bucket.port).listen(0, '127.0.0.1')
    const files = createS3Storage(bucket.config)
    let hosts = 0
    const hostFolder = () => join(folder, `host-${++hosts}`)
    const settings = {
      ...{
        DATABASE_URL: addressOf(server),
        STORAGE: 's3',
        S3_BUCKET: bucket.config.bucket,
        DRAIN_SECONDS: '0',
      },
      ...{
        S3_ENDPOINT: bucket.config.endpoint ?? '',
        S3_ACCESS_KEY_ID: 'S3RVER',
        S3_SECRET_ACCESS_KEY: 'S3RVER',
      },
      VITRINE_TOKEN_SECRET: benchConfig.tokenSecret,
      VITRINE_PASSWORD_PEPPER: benchConfig.passwordPepper,
    }
    const stored = async () => {
      for await (const { path, size } of files.list('builds/catalog-index')) return { path, size }
      return undefined
    }
    try {
      const first = hostFolder()
      await time(first, settings, async () => {
        say('the first start stores builds and pictures')
        // The bucket of this measurement lists files that are not complete.
        while (((await stored())?.size ?? 0) <= sizeOf(snapshotOf(first))) await sleep(200)
      })
      const { path = '', size = 0 } = (await stored()) ?? {}
      say(`snapshot of ${megabytes(size)} in the bucket`)
      const fetched: Timed[] = []
      for (let round = 0; round < times; round++) {
        const host = hostFolder()
        fetched.push(await time(host, settings))
        if (!fetched.at(-1)?.hadSnapshot) throw new Error('The host did not take the snapshot')
        if (round === 0) say(`from the bucket: ${milliseconds(fetched[0]?.ms ?? 0)}`)
      }
      const own = await time(join(folder, `host-${hosts}`), settings)
      say('without a snapshot in the bucket')
      await files.remove(path)
      const built = await time(hostFolder(), settings)
      say('a bucket that does not answer')
      const port = (silent.address() as AddressInfo).port
      const away = await time(hostFolder(), { ...settings, S3_ENDPOINT: `http://127.0.0.1:${port}` })
      return { rows: rowsOf({ fetched, own, built, away }), notes: notesOf(products, size) }
    } finally {
      silent.closeAllConnections()
      silent.close()
      files.close()
      await bucket.close()
      await server.stop()
    }
  },
}

/** Does not answer what a start in production asks; each start of a demo shop also looks for the demo's pictures. */
const silentForBuilds = (port: number) =>
  createServer((request, response) => {
    const { url = '/', method, headers } = request
    if (url.includes('builds')) return
    const passed = send({ port, host: '127.0.0.1', path: url, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(response)
    })
    request.pipe(passed)
  })

const snapshotOf = (dataDir: string) => join(dataDir, 'cache', 'catalog-index', 'channel-1.snapshot')
const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0

type Timed = {
  ms: number
  processorMs: number | undefined
  resident: number
  peak: number
  hadSnapshot: boolean
}

async function time(
  dataDir: string,
  settings: Record<string, string>,
  before: () => Promise<void> = async () => {},
): Promise<Timed> {
  const { ms, processorMs, pid, stop } = await startCli(dataDir, settings)
  // A host that builds its index writes the file after the first page.
  const hadSnapshot = existsSync(snapshotOf(dataDir))
  const peak = Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1_024
  const timed = { ms, processorMs, resident: residentBytes(pid), peak, hadSnapshot }
  await before()
  await stop()
  return timed
}

function addressOf({ config }: Awaited<ReturnType<typeof startEmbeddedPostgres>>) {
  const { host = '', port = 5432, user = '', password = '', database = '' } = config
  const query = new URLSearchParams({ host })
  return `postgresql://${user}:${encodeURIComponent(String(password))}@localhost:${port}/${database}?${query}`
}

type Measured = { fetched: readonly Timed[]; own: Timed; built: Timed; away: Timed }

function rowsOf({ fetched, own, built, away }: Measured): Row[] {
  const ms = median(fetched.map((one) => one.ms))
  const memory = ({ resident, peak }: Timed) =>
    `${megabytes(resident)}, at most ${megabytes(peak)} until then`
  const processor = ({ processorMs }: Timed) => (processorMs === undefined ? '' : milliseconds(processorMs))
  const [first = built] = fetched
  return [
    {
      row: 12,
      what: 'first page of a new host, snapshot in the bucket',
      ours: milliseconds(ms),
      reference: `${milliseconds(built.ms)} (reads all products)`,
      ratio: ms / built.ms,
      budget: `≤ ${whole(mostMs)} ms`,
      met: ms <= mostMs,
    },
    { what: 'first page of the same host, started again', ours: milliseconds(own.ms) },
    {
      what: 'first page of a new host, the bucket accepts connections and does not answer for builds and snapshots',
      ours: milliseconds(away.ms),
      reference: `${milliseconds(built.ms)} (without a snapshot in the bucket)`,
    },
    {
      what: 'processor time until then, without the database',
      ours: processor(first),
      reference: processor(built),
    },
    { what: 'memory, snapshot from the bucket', ours: memory(first), reference: memory(built) },
  ]
}

const notesOf = (products: number, size: number) => [
  `${whole(products)} products in a database server that all hosts use; a snapshot of ${megabytes(size)} in a bucket on the same machine (s3rver). Each new host has an empty data folder. Wall clock from \`vitrine start\` to the first 200 of \`/\`; the median of ${times} with the snapshot, one start of each other kind.`,
  `Memory: resident, of the process of the shop without the database. Load average when it ended: ${loadavg()[0]?.toFixed(1)}. ${pinningNote}`,
]
