import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import { cutOff, losePackets } from './network.ts'
import type { ShopHost, ShopHosts } from './shop-hosts.ts'

type World = {
  cluster: Cluster
  shop: ShopHosts
  storage: { close(): void; open(): Promise<void> }
  /** Noted for the checker: a message may be sent again after it. */
  note: () => void
}

/** Something that fails, and is repaired again. */
export type HostFault = { name: string; cause: (world: World) => Promise<void> }

const SECONDS = 15
const wait = (seconds = SECONDS) => sleep(seconds * 1_000)

const first = (shop: ShopHosts, role: ShopHost['role']) => {
  const host = shop.hosts.find((one) => one.role === role)
  if (!host) throw new Error(`There is no ${role} host`)
  return host
}

async function killShopHost({ shop, note }: World, role: ShopHost['role']) {
  const host = first(shop, role)
  note()
  await shop.kill(host)
  await wait(5)
  shop.start(host)
  await shop.ready(host)
}

export const hostFaults: readonly HostFault[] = [
  { name: 'nothing', cause: () => wait() },
  { name: '`kill -9` of a web host', cause: (world) => killShopHost(world, 'web') },
  { name: '`kill -9` of a worker', cause: (world) => killShopHost(world, 'worker') },
  {
    name: 'a web host is cut off',
    async cause({ shop, note }) {
      note()
      const host = first(shop, 'web')
      cutOff(host, true)
      await wait()
      cutOff(host, false)
    },
  },
  {
    name: '5 % of all packets to the shop’s hosts are lost',
    async cause({ shop, note }) {
      note()
      for (const host of shop.hosts) losePackets(host, 5)
      await wait()
      for (const host of shop.hosts) losePackets(host, 0)
    },
  },
  {
    name: 'the storage of pictures (S3) is away',
    async cause({ storage }) {
      storage.close()
      await wait()
      await storage.open()
    },
  },
  {
    name: 'switchover to another primary',
    async cause({ cluster, note }) {
      note()
      await cluster.switchOver()
      await wait()
    },
  },
  {
    name: 'a member of etcd is lost',
    async cause({ cluster }) {
      const host = await cluster.primary()
      cluster.stopEtcd(host)
      await wait()
      cluster.startEtcd(host)
    },
  },
  {
    name: 'both standbys hang for 5 s',
    async cause({ cluster }) {
      const primary = await cluster.primary()
      const standbys = cluster.hosts.filter(({ name }) => name !== primary.name)
      for (const host of standbys) cluster.pauseReplication(host, true)
      await wait(5)
      for (const host of standbys) cluster.pauseReplication(host, false)
      await wait(5)
    },
  },
  {
    name: 'the host of the primary loses power',
    async cause({ cluster, note }) {
      const host = await cluster.primary()
      note()
      cutOff(host, true)
      cluster.crash(host)
      await wait(30)
      cutOff(host, false)
      cluster.start(host)
    },
  },
  {
    name: 'the host of the primary is cut off',
    async cause({ cluster, note }) {
      const host = await cluster.primary()
      note()
      cutOff(host, true)
      await wait(40)
      cutOff(host, false)
    },
  },
]
