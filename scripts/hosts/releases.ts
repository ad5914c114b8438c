import { cpSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { project } from '#harness/run-shop.ts'
import { copySources } from '../copy-sources.ts'

/** Folders with the sources of the two releases after this one. */
export type Releases = { expands: string; contracts: string }

/** They have this release's build, and migrations of their own: a column that each new order has, and its end a release later. */
export function makeReleases(folder: string): Releases {
  const expands = join(folder, 'expands')
  copySources(expands)
  symlinkSync(join(project, 'dist'), join(expands, 'dist'))
  writeFileSync(
    join(expands, 'migrations/9000_expand.sql'),
    "alter table orders add column deployed_by text not null default 'the release before';\n",
  )
  const contracts = join(folder, 'contracts')
  cpSync(expands, contracts, { recursive: true, verbatimSymlinks: true })
  writeFileSync(
    join(contracts, 'migrations/9001_contract.sql'),
    '-- contract: 1.0.0 no release reads it\nalter table orders drop column deployed_by;\n',
  )
  return { expands, contracts }
}
