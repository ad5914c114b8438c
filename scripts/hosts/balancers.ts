import { mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeCertificate } from '#harness/make-certificate.ts'
import { project } from '#harness/run-shop.ts'
import { cutOff, type Host, hasAddress, killAllOn, makeHost, runOn, signalOn } from './network.ts'

const PURGE_KEY = 'of-the-balancers'
const address = '10.77.0.10'

/** Two hosts with HAProxy, Varnish and keepalived as `deploy/` has them, and one address that belongs to one of them at a time. */
export function openBalancers(folder: string) {
  const hosts = [makeHost('lb1', 8), makeHost('lb2', 9)]
  const { key, certificate } = makeCertificate(folder)
  const pem = join(folder, 'shop.pem')
  writeFileSync(pem, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'))
  let webs: readonly Host[] = []

  const deployed = (name: string) => readFileSync(join(project, 'deploy', name), 'utf8')
  const lines = (of: (host: Host) => string) => webs.map(of).join('\n')
  const folderOf = ({ name }: Host) => join(folder, name)

  function run(host: Host, [program = '', ...args]: string[], env: Record<string, string> = {}) {
    const log = openSync(join(folder, `${host.name}-${program}.log`), 'a')
    runOn(host, [program, ...args], { stdio: ['ignore', log, log], env: { ...process.env, ...env } })
  }

  function startHaproxy(host: Host) {
    const config = deployed('haproxy.cfg')
      .replaceAll(/^#\+/gm, '')
      .replace(
        '\tserver a 127.0.0.1:3000\n',
        lines((web) => `\tserver ${web.name} ${web.address}:3000\n`),
      )
      .replace(
        '\tserver a 127.0.0.1:3000 track shop/a backup\n',
        lines((web) => `\tserver ${web.name} ${web.address}:3000 track shop/${web.name} backup\n`),
      )
      .replace('/etc/haproxy/shop.pem', pem)
      // Shoppers of the run share one address, and name their own.
      .replace('X-Forwarded-For %[src]', 'X-Forwarded-For %[req.hdr(x-forwarded-for)]')
    writeFileSync(join(folderOf(host), 'haproxy.cfg'), config)
    run(host, ['haproxy', '-db', '-f', join(folderOf(host), 'haproxy.cfg')])
  }

  function startVarnish(host: Host) {
    const own = folderOf(host)
    const known = deployed('varnish-hosts.vcl')
      .replace(/^backend a (.*)$/m, (_, rest) =>
        lines((web) => `backend ${web.name} ${rest.replace('127.0.0.1', web.address)}`),
      )
      .replace(
        '    shop.add_backend(a);',
        lines((web) => `    shop.add_backend(${web.name});`),
      )
    writeFileSync(join(own, 'varnish-hosts.vcl'), known)
    writeFileSync(join(own, 'varnish.vcl'), deployed('varnish.vcl'))
    const args = [
      '-F',
      '-a',
      ':6081',
      '-n',
      join(own, 'varnish'),
      '-s',
      'malloc,64m',
      '-T',
      'none',
      '-j',
      'none',
    ]
    run(host, ['varnishd', ...args, '-p', `vcl_path=${own}`, '-f', join(own, 'varnish.vcl')], {
      VARNISH_PURGE_KEY: PURGE_KEY,
    })
  }

  function startKeepalived(host: Host) {
    const other = hosts.find(({ name }) => name !== host.name)
    const own = folderOf(host)
    const config = deployed('keepalived.conf')
      .replace('10.0.0.8', host.address)
      .replace('10.0.0.9', other?.address ?? '')
      .replace('10.0.0.10', address)
    writeFileSync(join(own, 'keepalived.conf'), config)
    const files = ['-p', join(own, 'keepalived.pid'), '-r', join(own, 'vrrp.pid')]
    run(host, ['keepalived', '-n', '-l', '-P', '-f', join(own, 'keepalived.conf'), ...files])
  }

  function start(host: Host) {
    mkdirSync(folderOf(host), { recursive: true })
    startVarnish(host)
    startHaproxy(host)
    startKeepalived(host)
  }

  return {
    hosts,
    url: `https://${address}`,
    /** Of the shop, which purges both and trusts what they say of visitors. */
    environment: {
      CDN: 'varnish',
      VARNISH_URL: hosts.map((host) => `http://${host.address}:6081`).join(),
      VARNISH_PURGE_KEY: PURGE_KEY,
      STORE_URL: `https://${address}`,
      TRUSTED_PROXIES: ['127.0.0.1', ...hosts.map((host) => host.address)].join(),
    },
    /** @param hosts of the shop that answer requests */
    startAll(of: readonly Host[]) {
      webs = of
      for (const host of hosts) start(host)
    },
    /** The one that has the address. */
    async active(): Promise<Host> {
      for (;;) {
        const found = hosts.find((host) => hasAddress(host, address))
        if (found) return found
        await sleep(100)
      }
    },
    killHaproxy: (host: Host) => signalOn(host, 'SIGKILL', 'haproxy -db'),
    startHaproxy,
    killVarnish: (host: Host) => signalOn(host, 'SIGKILL', 'varnishd'),
    startVarnish,
    crash(host: Host) {
      cutOff(host, true)
      killAllOn(host)
    },
    start(host: Host) {
      cutOff(host, false)
      start(host)
    },
  }
}

export type Balancers = ReturnType<typeof openBalancers>
