import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const root = join(import.meta.dirname, '..')

type Component = { name: string; version: string; licenses?: unknown[] }
export type Sbom = { metadata: { component: Component }; components: Component[] }

/**
 * The runtime packages of the lockfile as CycloneDX. Without time and serial number, so that the same lockfile gives the same text.
 */
export function readSbom(): Sbom {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const text = execFileSync(
    npm,
    ['sbom', '--omit=dev', '--sbom-format=cyclonedx', '--package-lock-only', '--loglevel=error'],
    { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1_024 ** 2, shell: process.platform === 'win32' },
  )
  const { serialNumber: _serial, ...bom } = JSON.parse(text) as Sbom & { serialNumber?: string }
  const { timestamp: _time, ...metadata } = bom.metadata as Sbom['metadata'] & { timestamp?: string }
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Component
  // npm names the folder, which differs from host to host.
  return { ...bom, metadata: { ...metadata, component: { ...metadata.component, name, version } } }
}

/** `npm run sbom`: writes the list of the present version into `sbom`, where each release keeps its own. */
function writeSbom() {
  const bom = readSbom()
  const folder = join(root, 'sbom')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `vitrine-${bom.metadata.component.version}.cdx.json`)
  writeFileSync(file, `${JSON.stringify(bom)}\n`)
  process.stdout.write(`${bom.components.length} packages in sbom/${basename(file)}\n`)
}

if (import.meta.main) writeSbom()
