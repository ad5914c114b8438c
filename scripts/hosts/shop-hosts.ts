import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, openSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { cleanEnvironment, project } from '#harness/run-shop.ts'
import { fillDisk, type Host, killAllOn, makeHost, mountDisk, runOn } from './network.ts'

/** Debian's package libfaketime: the clock of a process is that of a file. Without it clocks stay. */
const clockLibrary = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1'
export const hasClocks = existsSync(clockLibrary)

export type ShopHost = Host & { role: 'web' | 'worker' }

type Options = { folder: string; web: number; worker: number; environment: Record<string, string> }

/** Hosts of the shop: some answer requests, the others work. */
export function openShopHosts({ folder, web, worker, environment }: Options) {
  const hosts: ShopHost[] = [
    ...Array.from(
      { length: web },
      (_, at): ShopHost => ({ ...makeHost(`web${at + 1}`, 21 + at), role: 'web' }),
    ),
    ...Array.from(
      { length: worker },
      (_, at): ShopHost => ({ ...makeHost(`worker${at + 1}`, 31 + at), role: 'worker' }),
    ),
  ]
  const running = new Map<string, ChildProcess>()
  /** The sources that a host is started from. */
  let release = project

  const dataDirOf = ({ name }: Host) => join(folder, name)
  for (const host of hosts) mountDisk(dataDirOf(host))
  const clockOf = ({ name }: Host) => join(folder, `${name}.clock`)
  const setClock = (host: Host, hours: number) =>
    writeFileSync(clockOf(host), `${hours < 0 ? '' : '+'}${hours}h\n`)

  function run({ role, ...host }: ShopHost, program: readonly string[], migrates: boolean) {
    setClock(host, 0)
    const log = openSync(join(folder, `${host.name}.log`), 'a')
    return runOn(host, [process.execPath, ...program], {
      cwd: release,
      stdio: ['ignore', log, log],
      env: {
        ...cleanEnvironment(),
        ...environment,
        ...{ ROLE: role, HOST: host.address, PORT: '3000', DATA_DIR: dataDirOf(host), DRAIN_SECONDS: '5' },
        MIGRATE: migrates ? 'on' : 'off',
        ...(hasClocks && {
          LD_PRELOAD: clockLibrary,
          ...{
            FAKETIME_TIMESTAMP_FILE: clockOf(host),
            FAKETIME_CACHE_DURATION: '1',
            FAKETIME_DONT_FAKE_MONOTONIC: '1',
          },
        }),
      },
    })
  }

  /** `migrates`: one process changes the schema of a new database. */
  function start(host: ShopHost, migrates = false) {
    running.set(host.name, run(host, ['tests/faults/shop-main.ts'], migrates))
  }

  /** Migrates the database, then stops host after host and starts it from other sources, as `docs/operations.md` says. */
  async function deploy(sources: string) {
    release = sources
    const [first] = hosts
    if (!first) return
    await ended(run(first, ['src/cli/vitrine.ts', 'migrate'], true), 'The migration')
    for (const host of hosts) {
      const before = running.get(host.name)
      before?.kill('SIGTERM')
      if (before) await ended(before, host.name)
      start(host)
      await ready(host)
    }
  }

  /** Waits until a host can answer, with writes. */
  async function ready({ name, address }: Host) {
    for (let tries = 0; ; tries += 1) {
      const answer = await fetch(`http://${address}:3000/api/ready?writes`, {
        signal: AbortSignal.timeout(3_000),
      }).catch(() => undefined)
      if (answer?.ok) return
      if (tries > 600 || running.get(name)?.exitCode)
        throw new Error(`${name} is not ready: see ${folder}/${name}.log`)
      await sleep(250)
    }
  }

  return {
    hosts,
    start,
    restart(host: Host) {
      const known = hosts.find(({ name }) => name === host.name)
      if (known) start(known)
    },
    ready,
    setClock,
    deploy,
    fillDisk: (host: Host, isFull: boolean) => fillDisk(dataDirOf(host), isFull),
    async kill(host: Host) {
      killAllOn(host)
      await sleep(200)
    },
  }
}

/** @throws Error when a process ends otherwise than well */
async function ended(process: ChildProcess, name: string) {
  if (process.exitCode === null) await once(process, 'exit')
  if (process.exitCode !== 0) throw new Error(`${name} ended with ${process.exitCode ?? process.signalCode}`)
}

export type ShopHosts = ReturnType<typeof openShopHosts>

/** A request on a connection of its own. `host` is the one that it names, by default that of the address. */
type Sent = { from: string; body?: string | undefined; host?: string }

/** @returns status and text; a status of 0 without a complete answer. */
export const send = (url: string, { from, body, host }: Sent) =>
  new Promise<{ status: number; text: string }>((resolve) => {
    const headers = {
      'x-forwarded-for': from,
      ...(host && { host }),
      ...(body && { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }),
    }
    const failed = () => resolve({ status: 0, text: '' })
    const sent = request(url, {
      ...{ method: body ? 'POST' : 'GET', headers, rejectUnauthorized: false, agent: false },
      signal: AbortSignal.timeout(15_000),
    })
    sent.on('response', (reply) => {
      let text = ''
      reply.setEncoding('utf8').on('data', (part: string) => (text += part))
      reply.on('error', failed)
      reply.on('close', () =>
        resolve(reply.complete ? { status: reply.statusCode ?? 0, text } : { status: 0, text }),
      )
    })
    sent.on('error', failed)
    sent.end(body)
  })
