import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../server/platform/config/config.ts'

/** In the data folder: the public address of the shop at its last start. */
const FILE = 'store-url'

/** The address where neither `STORE_URL` nor `PORT` is set. */
const DEFAULT = 'http://localhost:3000'

/** Lets commands beside the shop print its links, whatever port it was started with. */
export const noteAddress = ({ dataDir, storeUrl }: Pick<Config, 'dataDir' | 'storeUrl'>) =>
  writeFileSync(join(dataDir, FILE), storeUrl)

/** The configuration with the address of the shop's last start, unless the environment names one. */
export function withLastAddress(config: Config): Config {
  if (config.storeUrl !== DEFAULT) return config
  try {
    const storeUrl = readFileSync(join(config.dataDir, FILE), 'utf8').trim()
    return URL.canParse(storeUrl) ? { ...config, storeUrl: new URL(storeUrl).origin } : config
  } catch {
    // The shop was not started yet.
    return config
  }
}
