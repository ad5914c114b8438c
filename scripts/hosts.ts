import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startBucketServer } from '#harness/bucket-server.ts'
import { randomOf } from '../bench/catalog/random.ts'
import { describeRun } from '../bench/machine.ts'
import { createFaultInjector } from '../tests/faults/fault-injector.ts'
import { type Figure, runFigures } from '../tests/faults/figures.ts'
import { findInconsistencies } from '../tests/faults/find-inconsistencies.ts'
import { openGateway } from '../tests/faults/gateway.ts'
import { openMessageServices } from '../tests/faults/message-services.ts'
import { planShoppers } from '../tests/faults/plans.ts'
import { runUntilIdle } from '../tests/faults/run-faults.ts'
import { openShopState } from '../tests/faults/shop-state.ts'
import { buy, readAgain, type ShopperRecord, type World as ShopperWorld } from '../tests/faults/shopper.ts'
import { ensureBuilt } from './build.ts'
import { openBalancers } from './hosts/balancers.ts'
import { openCluster } from './hosts/cluster.ts'
import { type HostFault, hostFaults, type World } from './hosts/host-faults.ts'
import { openMerchant } from './hosts/merchant.ts'
import { DRIVER, driverAddress, makeDriver, openToHosts, removeAll, removeDisks } from './hosts/network.ts'
import { type Outage, type Probes, startProbes } from './hosts/probes.ts'
import { makeReleases } from './hosts/releases.ts'
import { hasClocks, openShopHosts, send } from './hosts/shop-hosts.ts'
import { writeReliability } from './reliability-report.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    web: { type: 'string', default: '3' },
    worker: { type: 'string', default: '2' },
    /** Only the faults with one of these texts, between commas, in their name. */
    only: { type: 'string', default: '' },
    /** The primary waits for no standby. */
    async: { type: 'boolean', default: false },
    inside: { type: 'boolean', default: false },
  },
})
const programs = [
  ...['ip', 'nft', 'nsenter', 'setpriv', 'openssl', 'psql'],
  ...['patroni', 'etcd', 'pgbouncer', 'haproxy', 'varnishd', 'keepalived'],
]
const AT_ONCE = 4
const only = values.only.split(',')
const say = (line: string) => void process.stdout.write(`${line}\n`)

/**
 * `npm run hosts [-- --seed N] [--web N] [--worker N] [--only TEXT] [--async]`: hosts in network namespaces, three of them PostgreSQL under Patroni
 * and etcd, two balancers, the others the shop. Shoppers buy and staff change prices while hosts are killed, cut off and slowed; then the
 * checker of `npm run faults` compares all records. A run with every fault is written to docs/reliability.md. Needs root and the Debian
 * packages that docs/operations.md names. ADR 0014.
 */
function main(): number {
  const missing = programs.filter((program) => spawnSync('which', [program]).status !== 0)
  if (missing.length > 0 || process.getuid?.() !== 0) {
    say(`Skipped: ${missing.length > 0 ? `no program ${missing.join(', ')}` : 'it must run as root'}`)
    return 0
  }
  makeDriver()
  try {
    // Not by "ip netns exec", in whose mount namespace the names of further ones would stay.
    const inside = [
      `--net=/run/netns/${DRIVER}`,
      process.execPath,
      ...process.execArgv,
      ...process.argv.slice(1),
    ]
    // The balancer of the run has a certificate that it made itself.
    const env = { ...process.env, NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_NO_WARNINGS: '1' }
    return spawnSync('nsenter', [...inside, '--inside'], { stdio: 'inherit', env }).status ?? 1
  } finally {
    removeAll()
  }
}

async function openStorage(folder: string) {
  const { config, port, close: end } = await startBucketServer(join(folder, 'bucket'))
  let close = await openToHosts(port)
  return {
    environment: {
      STORAGE: 's3',
      S3_BUCKET: config.bucket,
      S3_ENDPOINT: `http://${driverAddress}:${port}`,
      S3_ACCESS_KEY_ID: config.accessKeyId,
      S3_SECRET_ACCESS_KEY: config.secretAccessKey,
    },
    close: () => close(),
    async open() {
      close = await openToHosts(port)
    },
    end,
  }
}

/** With the addresses of services on the driver's loopback as hosts reach them. */
async function reachable(environment: Record<string, string>): Promise<Record<string, string>> {
  const ports = new Set(
    Object.values(environment).flatMap((value) => /127\.0\.0\.1:(\d+)/.exec(value)?.[1] ?? []),
  )
  for (const port of ports) await openToHosts(Number(port))
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [name, value.replace('127.0.0.1', driverAddress)]),
  )
}

async function campaign(): Promise<number> {
  const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000))
  const random = randomOf(seed)
  const run = describeRun(new Date())
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-hosts-'))
  chmodSync(folder, 0o755)
  say(`Seed ${seed}, logs in ${folder}`)
  await ensureBuilt({ onProgress: say })
  const injectors = {
    mail: createFaultInjector(randomOf(seed + 1)),
    sms: createFaultInjector(randomOf(seed + 2)),
    gateway: createFaultInjector(randomOf(seed + 3)),
  }
  const gateway = await openGateway({ injector: injectors.gateway, random: randomOf(seed + 4) })
  const messageServices = await openMessageServices(injectors)
  const { SMS_WEBHOOK_URL, ...mail } = messageServices.environment
  const storage = await openStorage(folder)
  say('Three database hosts')
  const cluster = await openCluster(folder, { isSynchronous: !values.async })
  const balancers = openBalancers(folder)
  const shop = openShopHosts({
    folder,
    web: Number(values.web),
    worker: Number(values.worker),
    environment: {
      ...(await reachable({ ...gateway.environment, ...mail, FAULTS_SMS_URL: SMS_WEBHOOK_URL })),
      ...storage.environment,
      ...balancers.environment,
      DATABASE_URL: cluster.pooledUrl,
      DATABASE_DIRECT_URL: cluster.url,
      VITRINE_TOKEN_SECRET: randomBytes(32).toString('hex'),
      VITRINE_PASSWORD_PEPPER: randomBytes(32).toString('hex'),
    },
  })
  say('The shop')
  const [firstHost, ...others] = shop.hosts
  if (!firstHost) throw new Error('There is no host of the shop')
  shop.start(firstHost, true)
  await shop.ready(firstHost)
  for (const host of others) shop.start(host)
  for (const host of others) await shop.ready(host)
  balancers.startAll(shop.hosts.filter(({ role }) => role === 'web'))
  gateway.openFor(balancers.url)
  const state = openShopState({ connectionString: cluster.url })
  const prepared = await state.prepare({ lasting: 10_000, scarce: 20, coupons: 30 })
  const before = await state.read()
  const chosen = [...prepared.plenty, ...prepared.scarce]
  const stockBefore = new Map(
    before.stock.filter(({ id }) => chosen.includes(id)).map(({ id, stock }) => [id, stock]),
  )

  const kills: { at: number }[] = []
  const shoppers: ShopperWorld = { url: balancers.url, gateway, random, onCriticalCall: () => {} }
  const records: ShopperRecord[] = []
  let isOver = false
  const plans = planShoppers(random, 5_000, prepared).values()
  const buying = Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const plan of plans) {
        if (isOver) return
        records.push(await buy(plan, shoppers))
        await sleep(300)
      }
    }),
  )
  const probes = startProbes(balancers.url)
  const merchant = await openMerchant({
    url: balancers.url,
    databaseUrl: cluster.url,
    buy: (plan) => buy(plan, shoppers),
  })
  const world = { cluster, shop, balancers, merchant, storage, releases: makeReleases(folder) }
  say('Everything becomes warm')
  await probes.quick()
  if (!hasClocks) say('Skipped: clocks stay right without the package libfaketime')
  const outages: Seen[] = []
  for (const fault of hostFaults.filter(
    ({ name }) => only.some((text) => name.includes(text)) && (hasClocks || !name.includes('clock')),
  )) {
    const seen = await cause(fault, world, probes, kills)
    outages.push(seen)
    say(lineOf(seen).join(' · '))
    await sleep(3_000)
  }
  isOver = true
  await buying
  await merchant.stop()
  await probes.stop()
  await gateway.settled()

  say('The faults stop')
  for (const one of Object.values(injectors)) one.stop()
  const all = {
    async kill() {
      kills.push({ at: Date.now() })
      for (const host of shop.hosts) await shop.kill(host)
    },
    async start() {
      for (const host of shop.hosts) shop.start(host)
      for (const host of shop.hosts) await shop.ready(host)
      // The balancer looks once a second.
      while ((await send(`${balancers.url}/api/ready`, { from: driverAddress })).status !== 200)
        await sleep(100)
    },
  }
  while (!(await state.isThere())) await sleep(50)
  const { left } = await runUntilIdle(all, state, say)
  for (const record of records) await readAgain(record, shoppers)
  const end = await state.read()
  const ledger = gateway.ledger()
  const { deliveries } = messageServices
  const piecesBefore = before.pieces
  const evidence = { records, shopState: end, ledger, deliveries, kills, stockBefore, piecesBefore }
  const faults = findInconsistencies(evidence)
  if (gateway.forged.accepted > 0) faults.push(`${gateway.forged.accepted} forged events were accepted`)
  if (left > 0) faults.push(`${left} items are still pending`)
  faults.push(...merchant.problems)
  for (const { name, stale } of outages)
    if (stale > 0) faults.push(`${stale} pages were stale after: ${name}`)
  const figures: Figure[] = [
    ['Checkouts', String(records.length)],
    [
      'Prices changed, files of 150 products imported, orders shipped as one job',
      Object.values(merchant.totals).join(', '),
    ],
    ...runFigures({ ...evidence, injectors, forged: gateway.forged }),
    ['Faults found by the checker', String(faults.length)],
  ]
  for (const [what, figure] of figures) say(`  ${what}: ${figure}`)
  for (const fault of faults) say(`FAULT  ${fault}`)
  await state.close()
  await storage.end()
  removeDisks()
  if (faults.length === 0) rmSync(folder, { recursive: true, force: true })
  if (values.only === '' && !values.async)
    writeReliability({
      name: 'hosts',
      title: 'Hosts that are killed, cut off and slowed',
      command: `npm run hosts -- --seed ${seed}`,
      run,
      headings,
      rows: [...outages.map(lineOf), ...figures.map(([what, figure]) => [what, figure, '', '', '', '', ''])],
      notes,
    })
  return faults.length > 0 ? 1 : 0
}

type Seen = {
  name: string
  page: Outage
  write: Outage
  seconds: number
  oldest: number
  stale: number
  recovery: number
}

/** Begins a fault, ends it, and waits until every host is well again. */
async function cause(fault: HostFault, world: World, probes: Probes, kills: { at: number }[]): Promise<Seen> {
  const { name, on = () => [], seconds = 15, isQuiet } = fault
  const { cluster, shop, balancers, merchant } = world
  const hosts = await on(world)
  const from = Date.now()
  const noting = isQuiet ? undefined : setInterval(() => kills.push({ at: Date.now() }), 100)
  await fault.begin(world, hosts)
  await sleep(seconds * 1_000)
  const repaired = Date.now()
  await fault.end?.(world, hosts)
  for (const host of shop.hosts) await shop.ready(host)
  const shopBack = Date.now()
  const databaseBack = await cluster.healthy()
  const to = Date.now()
  const stale = await merchant.stalePages(balancers.hosts)
  clearInterval(noting)
  return {
    name,
    page: probes.outageOf('page', from, to),
    write: probes.outageOf('write', from, to),
    seconds: (to - from) / 1_000,
    oldest: merchant.oldest(from, Date.now()),
    stale,
    recovery: Math.max(0, shopBack - repaired, databaseBack - repaired) / 1_000,
  }
}

const headings = [
  'What',
  'Pages failed',
  'Longest without a page',
  'Writes failed',
  'Longest without a write',
  'Old price shown for',
  'Recovery',
]
const lineOf = ({ name, page, write, seconds, oldest, recovery }: Seen) => [
  `${name} (${seconds.toFixed(0)} s)`,
  `${page.failed} of ${page.all}`,
  `${page.longest.toFixed(1)} s`,
  `${write.failed} of ${write.all}`,
  `${write.longest.toFixed(1)} s`,
  `${oldest.toFixed(1)} s`,
  `${recovery.toFixed(1)} s`,
]

const notes = [
  `Each host is a network namespace: three with etcd, PostgreSQL 15 under Patroni (deploy/patroni.yml, synchronous) and PgBouncer, ${values.web} web and ${values.worker} worker of the shop, two with HAProxy, Varnish and keepalived. Storage (S3), mail, SMS and payment company are outside; the last three fail for almost half of their requests, as in the first part.`,
  'Three readers of pages and two shoppers who add to a cart ask every 250 ms through the balancers, beside four shoppers who buy. Staff change a price every second, import 150 products over and over, and let 30 orders be shipped as one job. The time in brackets is that of the fault and of the recovery of every host.',
  'Old price shown for: the longest time after a confirmed change at which a page was read that still had the price from before. Recovery: from the repair until every host is ready and the database has all members.',
  'The checker is that of `npm run faults`: 0 faults means that no acknowledged order is lost, changed or doubled, nothing is oversold, and every captured payment belongs to one paid order or is refunded. It also reads the pages through both balancers after each fault, the products of each import, and the numbers of the invoices.',
]

if (values.inside) process.exitCode = await campaign()
else process.exitCode = main()
if (values.inside) process.exit()
