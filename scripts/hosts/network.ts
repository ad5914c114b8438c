import { execFileSync, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, connect as openSocket } from 'node:net'
import { join } from 'node:path'

/** Namespaces of the run; the names of others are never touched. */
const PREFIX = 'vitrine-'
export const DRIVER = `${PREFIX}driver`
const NETWORK = '10.77.0'
export const driverAddress = `${NETWORK}.1`

/** A host of the run: a network namespace with one address, joined to the others by a bridge. */
export type Host = { name: string; address: string }

const ip = (...args: string[]) => execFileSync('ip', args, { stdio: ['ignore', 'pipe', 'pipe'] }).toString()

/** Makes the driver's namespace, which has the bridge. The program goes on inside it. */
export function makeDriver() {
  removeAll()
  ip('netns', 'add', DRIVER)
  const inside = (...args: string[]) => ip('-n', DRIVER, ...args)
  inside('link', 'set', 'lo', 'up')
  inside('link', 'add', 'br0', 'type', 'bridge')
  inside('addr', 'add', `${driverAddress}/24`, 'dev', 'br0')
  inside('link', 'set', 'br0', 'up')
}

/** Makes a host at an address of the bridge. Called inside the driver's namespace. */
export function makeHost(name: string, number: number): Host {
  const namespace = PREFIX + name
  ip('netns', 'add', namespace)
  ip('link', 'add', `v-${name}`, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace)
  ip('link', 'set', `v-${name}`, 'master', 'br0', 'up')
  const address = `${NETWORK}.${number}`
  for (const args of [
    ['addr', 'add', `${address}/24`, 'dev', 'eth0'],
    ['link', 'set', 'eth0', 'up'],
    ['link', 'set', 'lo', 'up'],
  ])
    ip('-n', namespace, ...args)
  return { name, address }
}

/** Whether a host has a further address. */
export const hasAddress = ({ name }: Host, address: string) =>
  ip('-n', PREFIX + name, '-4', '-o', 'addr', 'show', 'dev', 'eth0').includes(`${address}/`)

/** Starts a program on a host. */
export const runOn = ({ name }: Host, command: readonly string[], options: SpawnOptions) =>
  spawn('ip', ['netns', 'exec', PREFIX + name, ...command], options)

/** Ends what runs on a host at once, as a power failure does. */
export function killAllOn({ name }: Host) {
  for (const pid of pidsOf(PREFIX + name)) tryKill(pid)
}

/** Sends a signal to the processes of a host whose command line has this text. */
export function signalOn({ name }: Host, signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT', text: string) {
  for (const pid of pidsOf(PREFIX + name)) {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    if (command.includes(text)) process.kill(pid, signal)
  }
}

function pidsOf(namespace: string): number[] {
  return ip('netns', 'pids', namespace).split('\n').filter(Boolean).map(Number)
}

function tryKill(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // Ended already.
  }
}

/** Gives a folder a disk of its own, of 256 MB. */
export function mountDisk(folder: string) {
  mkdirSync(folder, { recursive: true })
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256m', 'vitrine-disk', folder])
}

export function removeDisks() {
  for (const [, folder = ''] of readFileSync('/proc/mounts', 'utf8').matchAll(/^vitrine-disk (\S+)/gm))
    execFileSync('umount', ['--lazy', folder])
}

/** Fills the disk of a folder to its last byte, or takes away what filled it. */
export function fillDisk(folder: string, isFull: boolean) {
  const file = join(folder, 'full')
  if (!isFull) return rmSync(file, { force: true })
  for (const size of ['1M', '512'])
    spawnSync('dd', ['if=/dev/zero', `of=${file}`, `bs=${size}`, 'oflag=append', 'conv=notrunc'])
}

/** Unplugs a host, or plugs it in again. */
export const cutOff = ({ name }: Host, isCut: boolean) =>
  void ip('link', 'set', `v-${name}`, isCut ? 'down' : 'up')

/** Loses so many percent of the packets that a host receives. By a rule of nftables: not every kernel has netem. */
export function losePackets({ name }: Host, percent: number) {
  const nft = (rule: string) => ip('netns', 'exec', PREFIX + name, 'nft', rule)
  nft('add table inet loss')
  nft('delete table inet loss')
  if (percent === 0) return
  nft('add table inet loss')
  nft('add chain inet loss input { type filter hook input priority 0; }')
  nft(`add rule inet loss input numgen random mod 100 lt ${percent} drop`)
}

/** Opens a port of the driver's loopback to all hosts. @returns closes it, and its connections. */
export async function openToHosts(port: number): Promise<() => void> {
  const open = new Set<{ destroy: () => unknown }>()
  const server = createServer((outside) => {
    const inside = openSocket(port, '127.0.0.1')
    for (const [from, to] of [
      [outside, inside],
      [inside, outside],
    ] as const) {
      open.add(from)
      from.on('error', () => to.destroy()).on('close', () => open.delete(from))
      from.pipe(to)
    }
  })
  await new Promise<void>((resolve) => server.listen(port, driverAddress, resolve))
  return () => {
    server.close()
    for (const socket of open) socket.destroy()
  }
}

/** Ends every process of the run's namespaces, and removes them. */
export function removeAll() {
  removeDisks()
  for (const [namespace = ''] of ip('netns', 'list').matchAll(/^vitrine-\S+/gm)) {
    for (const pid of pidsOf(namespace)) if (pid !== process.pid) tryKill(pid)
    ip('netns', 'del', namespace)
  }
}
