import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const manifest = join(import.meta.dirname, '../../../../package.json')

/** The release of this program, `1.2.3`. */
export const release = (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version
