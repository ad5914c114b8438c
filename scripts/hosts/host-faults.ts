import { setTimeout as sleep } from 'node:timers/promises'
import type { Balancers } from './balancers.ts'
import type { Cluster } from './cluster.ts'
import type { Merchant } from './merchant.ts'
import { cutOff, type Host, losePackets } from './network.ts'
import type { Releases } from './releases.ts'
import type { ShopHost, ShopHosts } from './shop-hosts.ts'

export type World = {
  cluster: Cluster
  shop: ShopHosts
  balancers: Balancers
  merchant: Merchant
  storage: { close(): void; open(): Promise<void> }
  releases: Releases
}

/** Something that fails, and is repaired again. */
export type HostFault = {
  name: string
  /** What it happens to; the same hosts are repaired. */
  on?: (world: World) => Promise<readonly Host[]> | readonly Host[]
  begin(world: World, hosts: readonly Host[]): unknown
  /** Until it is repaired; 15 by default. */
  seconds?: number
  end?(world: World, hosts: readonly Host[]): unknown
  /** No message may be sent again because of it. */
  isQuiet?: true
}

const primary = async ({ cluster }: World) => [await cluster.primary()]
const standbys = async ({ cluster }: World) => {
  const { name } = await cluster.primary()
  return cluster.hosts.filter((host) => host.name !== name)
}
const active = async ({ balancers }: World) => [await balancers.active()]
const of = (role: ShopHost['role'], count?: number) => (world: World) =>
  world.shop.hosts.filter((host) => host.role === role).slice(0, count)
const webAndWorker = (world: World) => [...of('web', 1)(world), ...of('worker', 1)(world)]

const kill = async ({ shop }: World, hosts: readonly Host[]) => {
  await Promise.all(hosts.map((host) => shop.kill(host)))
}
/** The same for each of the hosts, one after another. */
const each = (act: (world: World, host: Host) => unknown) => (world: World, hosts: readonly Host[]) => {
  for (const host of hosts) act(world, host)
}
const startAgain = each(({ shop }, host) => shop.restart(host))
const cut = each((_, host) => cutOff(host, true))
const joinAgain = each((_, host) => cutOff(host, false))

export const hostFaults: readonly HostFault[] = [
  { name: 'nothing', begin() {}, isQuiet: true },
  { name: '`kill -9` of a web host', on: of('web', 1), begin: kill, seconds: 5, end: startAgain },
  { name: '`kill -9` of a worker', on: of('worker', 1), begin: kill, seconds: 5, end: startAgain },
  {
    name: '`kill -9` of all workers in the middle of an import',
    on: of('worker'),
    async begin(world, hosts) {
      await world.merchant.isImporting()
      await kill(world, hosts)
    },
    seconds: 2,
    end: startAgain,
  },
  {
    name: '`kill -9` of all workers while they write invoices',
    on: of('worker'),
    async begin(world, hosts) {
      await world.merchant.shipOrders()
      await kill(world, hosts)
    },
    seconds: 2,
    async end(world, hosts) {
      startAgain(world, hosts)
      await world.merchant.checkShipped()
    },
  },
  { name: 'a web host is cut off', on: of('web', 1), begin: cut, end: joinAgain },
  ...[2, -2].map(
    (hours): HostFault => ({
      name: `the clocks of a web host and a worker go ${hours > 0 ? 'two hours ahead' : 'two hours back'}`,
      on: webAndWorker,
      begin: each(({ shop }, host) => shop.setClock(host, hours)),
      seconds: 20,
      end: each(({ shop }, host) => shop.setClock(host, 0)),
    }),
  ),
  {
    name: 'the disks of a web host and a worker are full',
    on: webAndWorker,
    begin: each(({ shop }, host) => shop.fillDisk(host, true)),
    seconds: 20,
    end: each(({ shop }, host) => shop.fillDisk(host, false)),
  },
  {
    name: '5 % of all packets to the shop’s hosts are lost',
    on: ({ shop }) => shop.hosts,
    begin: each((_, host) => losePackets(host, 5)),
    end: each((_, host) => losePackets(host, 0)),
  },
  {
    name: 'HAProxy is killed',
    on: active,
    begin: each(({ balancers }, host) => balancers.killHaproxy(host)),
    end: each(({ balancers }, host) => balancers.startHaproxy(host)),
  },
  {
    name: 'Varnish is killed',
    on: active,
    begin: each(({ balancers }, host) => balancers.killVarnish(host)),
    end: each(({ balancers }, host) => balancers.startVarnish(host)),
  },
  {
    name: 'the host of the balancer loses power',
    on: active,
    begin: each(({ balancers }, host) => balancers.crash(host)),
    end: each(({ balancers }, host) => balancers.start(host)),
  },
  { name: 'the host of the balancer is cut off', on: active, begin: cut, seconds: 20, end: joinAgain },
  {
    name: 'the storage of files (S3) is away',
    begin: ({ storage }) => storage.close(),
    end: ({ storage }) => storage.open(),
    isQuiet: true,
  },
  { name: 'switchover to another primary', begin: ({ cluster }) => cluster.switchOver() },
  {
    name: 'PgBouncer is killed and started again',
    on: primary,
    begin: each(({ cluster }, host) => cluster.stopPgbouncer(host)),
    seconds: 2,
    end: each(({ cluster }, host) => cluster.startPgbouncer(host)),
  },
  {
    name: 'a member of etcd is lost',
    on: primary,
    begin: each(({ cluster }, host) => cluster.stopEtcd(host)),
    end: each(({ cluster }, host) => cluster.startEtcd(host)),
    isQuiet: true,
  },
  {
    name: 'both standbys hang for 5 s',
    on: standbys,
    begin: each(({ cluster }, host) => cluster.pauseReplication(host, true)),
    seconds: 5,
    async end({ cluster }, hosts) {
      for (const host of hosts) cluster.pauseReplication(host, false)
      await sleep(5_000)
    },
    isQuiet: true,
  },
  {
    name: 'the host of the primary loses power',
    on: primary,
    begin(world, hosts) {
      cut(world, hosts)
      for (const host of hosts) world.cluster.crash(host)
    },
    seconds: 30,
    end(world, hosts) {
      joinAgain(world, hosts)
      for (const host of hosts) world.cluster.start(host)
    },
  },
  { name: 'the host of the primary is cut off', on: primary, begin: cut, seconds: 40, end: joinAgain },
  {
    name: 'a rolling deploy whose migration adds a column',
    begin: ({ shop, releases }) => shop.deploy(releases.expands),
    seconds: 2,
    isQuiet: true,
  },
  {
    name: 'a rolling deploy whose migration removes it',
    begin: ({ shop, releases }) => shop.deploy(releases.contracts),
    seconds: 2,
    isQuiet: true,
  },
]
