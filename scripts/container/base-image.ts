import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './run-program.ts'

/** What the slim images of Debian leave out. */
const leftOut = [
  'usr/share/doc',
  'usr/share/man',
  'usr/share/info',
  'usr/share/locale',
  'var/cache/apt',
  'var/lib/apt/lists',
]

/**
 * Makes an image like node:24-bookworm-slim where Docker Hub is out of reach: Debian 12 from its packages, this Node, npm, and the user
 * `node` with the id 1000.
 *
 * @param buildah the program with its storage
 * @returns the name of the image
 */
export function makeBaseImage(folder: string, buildah: readonly string[]): string {
  const rootfs = join(folder, 'rootfs')
  run(['debootstrap', '--variant=minbase', 'bookworm', rootfs])
  for (const path of leftOut)
    for (const name of readdirSync(join(rootfs, path))) rmSync(join(rootfs, path, name), { recursive: true })
  mkdirSync(join(rootfs, 'usr/local/bin'), { recursive: true })
  copyFileSync(process.execPath, join(rootfs, 'usr/local/bin/node'))
  run(['npm', 'install', '--global', '--prefix', join(rootfs, 'usr/local'), 'npm@11'])
  run(['chroot', rootfs, 'useradd', '--uid', '1000', '--create-home', 'node'])
  const file = join(folder, 'base.Dockerfile')
  writeFileSync(
    file,
    'FROM scratch\nCOPY . /\nENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin\n',
  )
  run([...buildah, 'bud', '--layers=false', '--tag', 'node-slim', '--file', file, rootfs])
  return 'localhost/node-slim'
}
