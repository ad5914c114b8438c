/**
 * `npm run container`: builds the image of `Dockerfile` without a Docker engine, starts it with nothing to write to but its volume and
 * 512 MB of memory, buys in it, stops and starts it again, and writes the figures into docs/operations.md. As root on Linux with
 * buildah, crun and debootstrap (Debian packages). `BASE=IMAGE` takes an image in place of the one that debootstrap makes.
 */
import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '../tests/harness/run-shop.ts'
import { placeOrder } from '../tests/harness/shop-client.ts'
import { makeBaseImage } from './container/base-image.ts'
import { limitMemory } from './container/memory-limit.ts'
import { type ImageConfig, runImage } from './container/run-image.ts'
import { run } from './container/run-program.ts'
import { markdownTable, putPart } from './put-part.ts'

const root = dirname(import.meta.dirname)
const report = join(root, 'docs/operations.md')
const MEMORY_BYTES = 512 * 1024 * 1024
const MAX_IMAGE_BYTES = 450e6
const ends: (() => unknown)[] = []
const say = (line: string) => void process.stdout.write(`${line}\n`)
const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`
const mega = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`

/** Why this machine cannot run it; undefined when it can. */
function findObstacle(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'it needs root on Linux'
  const programs = ['buildah', 'crun', 'unshare', ...(process.env.BASE ? [] : ['debootstrap'])]
  const missing = programs.filter((program) => spawnSync('which', [program]).status !== 0)
  return missing.length > 0 ? `not installed: ${missing.join(', ')}` : undefined
}

/** The sizes of all files below a folder, as a registry counts them. */
const bytesBelow = (folder: string) => Number.parseInt(run(['du', '--summarize', '--bytes', folder]), 10)

function expect(what: string, isTrue: boolean) {
  if (!isTrue) throw new Error(`Expected: ${what}`)
}

function buildImage(folder: string) {
  const storage = [
    '--root',
    join(folder, 'storage'),
    '--runroot',
    join(folder, 'run'),
    '--storage-driver',
    'vfs',
  ]
  const buildah = ['buildah', ...storage]
  const base = process.env.BASE ?? makeBaseImage(folder, buildah)
  say(`Base image: ${base}`)
  const certificates = process.env.NODE_EXTRA_CA_CERTS
  run([
    ...[...buildah, 'bud', '--isolation', 'chroot', '--format', 'docker', '--layers=false'],
    ...['--build-arg', `BASE=${base}`, '--tag', 'vitrine'],
    ...(certificates
      ? [
          '--build-arg',
          `NODE_EXTRA_CA_CERTS=${certificates}`,
          '--volume',
          `${certificates}:${certificates}:ro`,
        ]
      : []),
    root,
  ])
  const { config }: { config: ImageConfig } = JSON.parse(
    run([...buildah, 'inspect', '--type', 'image', 'vitrine']),
  ).Docker
  const container = run([...buildah, 'from', 'vitrine']).trim()
  return { config, rootfs: run([...buildah, 'mount', container]).trim() }
}

type Image = ReturnType<typeof buildImage> & { folder: string }

/** What must not be in it, and what it weighs. */
function inspectImage({ rootfs, config }: Image) {
  const has = (path: string) => existsSync(join(rootfs, path))
  for (const path of [
    'usr/bin/gcc',
    'usr/bin/cc',
    'usr/bin/make',
    'root/.npm',
    'opt/vitrine/tests',
    'opt/vitrine/docs',
  ])
    expect(`no ${path} in the image`, !has(path))
  for (const name of ['typescript', 'vite', 'vitest', 'rolldown', 'lucide'])
    expect(`no package ${name}`, !has(`opt/vitrine/node_modules/${name}`))
  expect('labels', config.Labels['org.opencontainers.image.title'] === 'Vitrine')
  const [all, shop, packages] = ['', 'opt/vitrine', 'opt/vitrine/node_modules'].map((path) =>
    bytesBelow(join(rootfs, path)),
  )
  const size = { all: all ?? 0, shop: shop ?? 0, packages: packages ?? 0 }
  expect(`at most ${mega(MAX_IMAGE_BYTES)}, not ${mega(size.all)}`, size.all <= MAX_IMAGE_BYTES)
  return size
}

async function start(image: Image, dataDir: string, procs: string) {
  const port = await findFreePort()
  const startedAt = performance.now()
  const container = runImage({ ...image, dataDir, procs, environment: { PORT: String(port) } })
  const url = `http://localhost:${port}`
  ends.push(() => {
    container.kill('KILL')
    return container.ended
  })
  let hasEnded = false
  void container.ended.then(() => {
    hasEnded = true
  })
  while (
    !(await fetch(`${url}/api/ready`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (hasEnded) throw new Error(`The container ended:\n${container.output()}`)
    await sleep(50)
  }
  return { ...container, url, readyMs: performance.now() - startedAt }
}

type Running = Awaited<ReturnType<typeof start>>

async function stop({ kill, ended, output }: Running) {
  const at = performance.now()
  kill('TERM')
  const code = await ended
  expect(`exit code 0 after SIGTERM, not ${code}:\n${output()}`, code === 0)
  return performance.now() - at
}

/** A shopper reads pages and pictures and places an order, whose mail appears; an operator runs a command. */
async function use({ url, exec }: Running, { config }: Image): Promise<string> {
  const get = async (path: string) => {
    const response = await fetch(url + path)
    expect(`200 from ${path}, not ${response.status}`, response.status === 200)
    return response.text()
  }
  const home = await get('/')
  const pictures = [...new Set(home.match(/\/_img\/[^\s"&,]+\.webp/g))].slice(0, 12)
  expect('pictures on the home page', pictures.length > 0)
  for (const path of ['/shop-online', '/product/moon-vase', '/admin', '/api/docs', ...pictures])
    await get(path)
  const { order_no } = await placeOrder(url, 'moon-vase')
  for (let tries = 0; !(await get('/dev/outbox')).includes(order_no); tries += 1) {
    expect(`a mail about order ${order_no}`, tries < 100)
    await sleep(200)
  }
  const [program, ...rest] = config.Healthcheck.Test.slice(1)
  expect('the health check succeeds', exec([program ?? '', ...rest]).status === 0)
  expect('user 1000', exec(['id', '-u']).stdout.trim() === '1000')
  expect('nothing to write to outside the volume', exec(['touch', '/opt/vitrine/x']).status !== 0)
  const doctor = exec([...config.Entrypoint, 'doctor'])
  expect(`vitrine doctor succeeds:\n${doctor.stdout}${doctor.stderr}`, doctor.status === 0)
  return `the home page with ${pictures.length} pictures in sizes made there, a list, a product, the back office, an order by a guest and its mail; vitrine doctor and the health check ran in it`
}

async function main(folder: string) {
  const image = { ...buildImage(folder), folder }
  const size = inspectImage(image)
  say(`Image: ${mega(size.all)}`)
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir, { mode: 0o700 })
  chownSync(dataDir, 1000, 1000)
  const memory = limitMemory(MEMORY_BYTES)
  ends.push(memory.remove)
  const first = await start(image, dataDir, memory.procs)
  const done = await use(first, image)
  const { ownBytes } = memory.read()
  const stopMs = await stop(first)
  const second = await start(image, dataDir, memory.procs)
  const { peakBytes, reached, killed } = memory.read()
  await stop(second)
  expect(`no process was ended for its memory, not ${killed}`, killed === 0)

  const rows = [
    [
      'Image, unpacked',
      `${mega(size.all)}: base ${mega(size.all - size.shop)}, packages ${mega(size.packages)}, shop and its demo pictures ${mega(size.shop - size.packages)}`,
    ],
    ['First start on an empty volume until ready (database, schema, demo shop)', seconds(first.readyMs)],
    ['Start again until ready', seconds(second.readyMs)],
    [
      'Memory of all processes within a control group of 512 MiB',
      `${mega(ownBytes)} after that; at most ${mega(peakBytes)} with the files they read; the limit was reached ${reached} times and ended no process`,
    ],
    ['What it did', done],
    ['SIGTERM until exit code 0, DRAIN_SECONDS included', seconds(stopMs)],
  ]
  const base =
    process.env.BASE ?? `debootstrap bookworm with Node ${process.version}, in place of node:24-bookworm-slim`
  const text = `\`npm run container\`, ${new Date().toISOString().slice(0, 10)}, base: ${base}.\n\n${markdownTable(['What', 'Figure'], rows)}`
  writeFileSync(
    report,
    putPart(readFileSync(report, 'utf8'), '', { kind: 'container', name: 'figures', text }),
  )
  say(text)
}

const obstacle = findObstacle()
if (obstacle) {
  say(`The container was not built: ${obstacle}`)
  process.exitCode = 2
} else {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-container-'))
  ends.push(() => rmSync(folder, { recursive: true, force: true }))
  try {
    await main(folder)
  } finally {
    for (const end of ends.reverse()) await end()
  }
}
